/** The sums of a deposit, and its validation before it is submitted; pure (rules §6). */
import { decimal, ZERO } from '@tern/money';
import type { Network } from '../../../kernel/coin-networks.ts';
import { afterFee, type LimitFault, limitFault } from '../request/amounts.ts';

/** A network's deposit terms. */
export type Bounds = Pick<Network, 'depositMin' | 'depositMax' | 'depositFee'>;

/** The credited amount; undefined without an amount, or if the fee exceeds it. */
export function creditedOf(num: string, bounds: Bounds): string | undefined {
  return afterFee(num, bounds.depositFee);
}

export function hasFee(bounds: Bounds): boolean {
  return decimal(bounds.depositFee) > ZERO;
}

/** The server decides. */
export function amountFault(num: string, bounds: Bounds): LimitFault | undefined {
  return limitFault(num, { min: bounds.depositMin, max: bounds.depositMax });
}
