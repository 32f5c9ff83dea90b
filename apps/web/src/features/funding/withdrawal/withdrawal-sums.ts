/** The sums of a withdrawal, and its validation before it is sent; pure (rules §6). */
import type { Network } from '../../../kernel/coin-networks.ts';
import * as amounts from '../request/amounts.ts';

/** A network's withdrawal terms. */
export type Bounds = Pick<Network, 'withdrawMin' | 'withdrawMax' | 'withdrawFee'>;

/** The amount that arrives; undefined without an amount, or if the fee exceeds it. */
export function receivedOf(num: string, bounds: Bounds): string | undefined {
  return amounts.afterFee(num, bounds.withdrawFee);
}

/** The largest amount; without a network the whole balance. */
export function maxAmount(available: string, bounds: Bounds | undefined, places: number): string {
  return amounts.maxAmount(available, bounds?.withdrawMax, places);
}

/** The server decides. Without a network only the balance is checked. */
export function amountFault(
  num: string,
  available: string,
  bounds: Bounds | undefined,
): amounts.AmountFault | undefined {
  const limits = bounds && { min: bounds.withdrawMin, max: bounds.withdrawMax };
  return amounts.outgoingFault(num, available, limits);
}
