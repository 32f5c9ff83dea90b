/** What a deposit comes to, and what stands in its way before it is told; pure (rules §6). */
import { decimal, ZERO } from '@tern/money';
import type { Network } from '../../kernel/coin-networks.ts';
import { afterFee, type LimitFault, limitFault } from '../../kernel/transfer/amounts.ts';

/** Of a network: what the rules of its deposits are. */
export type Bounds = Pick<Network, 'depositMin' | 'depositMax' | 'depositFee'>;

/** What is credited; undefined for no amount, or one that the fee eats up. */
export function creditedOf(num: string, bounds: Bounds): string | undefined {
  return afterFee(num, bounds.depositFee);
}

export function hasFee(bounds: Bounds): boolean {
  return decimal(bounds.depositFee) > ZERO;
}

/** The server has the last word. */
export function amountFault(num: string, bounds: Bounds): LimitFault | undefined {
  return limitFault(num, { min: bounds.depositMin, max: bounds.depositMax });
}
