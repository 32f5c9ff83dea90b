/** What a withdrawal comes to, and what stands in its way before it is sent; pure (rules §6). */
import {
  type Amount,
  decimal,
  formatDecimal,
  parseDecimal,
  quantize,
  subtract,
  ZERO,
} from '@tern/money';
import type { Network } from '../../kernel/coin-networks.ts';
import type { AmountFault } from '../../kernel/transfer/withdrawing-refusal.ts';

/** Of a network: what the rules of its withdrawals are. */
export type Bounds = Pick<Network, 'withdrawMin' | 'withdrawMax' | 'withdrawFee'>;

/** What arrives; undefined for no amount, or one that the fee eats up. */
export function receivedOf(num: string, bounds: Bounds): string | undefined {
  const given = parseDecimal<Amount>(num);
  if (given === undefined) return undefined;
  const received = subtract(given, decimal<Amount>(bounds.withdrawFee));
  return received > ZERO ? formatDecimal(received) : undefined;
}

/** As much as may leave at once; without a network everything there is. */
export function mostOf(available: string, bounds: Bounds | undefined, places: number): string {
  const own = decimal<Amount>(available);
  const max = bounds ? decimal<Amount>(bounds.withdrawMax) : own;
  return formatDecimal(quantize(own < max ? own : max, places, 'down'));
}

/** The server has the last word. Without a network only the balance is known. */
export function amountFault(
  num: string,
  available: string,
  bounds: Bounds | undefined,
): AmountFault | undefined {
  const given = parseDecimal<Amount>(num);
  if (given === undefined || given <= ZERO) return { kind: 'missing' };
  if (bounds && given < decimal<Amount>(bounds.withdrawMin)) {
    return { kind: 'min', limit: bounds.withdrawMin };
  }
  if (bounds && given > decimal<Amount>(bounds.withdrawMax)) {
    return { kind: 'max', limit: bounds.withdrawMax };
  }
  if (given > decimal<Amount>(available)) return { kind: 'balance', limit: available };
  return undefined;
}
