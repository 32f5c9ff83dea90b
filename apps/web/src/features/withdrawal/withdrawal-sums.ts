/** What a withdrawal comes to, and what stands in its way before it is sent; pure (rules §6). */
import type { Network } from '../../kernel/coin-networks.ts';
import * as amounts from '../../kernel/transfer/amounts.ts';

/** Of a network: what the rules of its withdrawals are. */
export type Bounds = Pick<Network, 'withdrawMin' | 'withdrawMax' | 'withdrawFee'>;

/** What arrives; undefined for no amount, or one that the fee eats up. */
export function receivedOf(num: string, bounds: Bounds): string | undefined {
  return amounts.afterFee(num, bounds.withdrawFee);
}

/** As much as may leave at once; without a network everything there is. */
export function mostOf(available: string, bounds: Bounds | undefined, places: number): string {
  return amounts.mostOf(available, bounds?.withdrawMax, places);
}

/** The server has the last word. Without a network only the balance is known. */
export function amountFault(
  num: string,
  available: string,
  bounds: Bounds | undefined,
): amounts.AmountFault | undefined {
  const limits = bounds && { min: bounds.withdrawMin, max: bounds.withdrawMax };
  return amounts.outgoingFault(num, available, limits);
}
