/** What a deposit comes to, and what stands in its way before it is told; pure (rules §6). */
import { type Amount, decimal, formatDecimal, parseDecimal, subtract, ZERO } from '@tern/money';
import type { Network } from '../../kernel/coin-networks.ts';

export type AmountFault = { kind: 'missing' } | { kind: 'min' | 'max'; limit: string };

/** Of a network: what the rules of its deposits are. */
export type Bounds = Pick<Network, 'depositMin' | 'depositMax' | 'depositFee'>;

/** What is credited; undefined for no amount, or one that the fee eats up. */
export function creditedOf(num: string, bounds: Bounds): string | undefined {
  const given = parseDecimal<Amount>(num);
  if (given === undefined) return undefined;
  const credited = subtract(given, decimal<Amount>(bounds.depositFee));
  return credited > ZERO ? formatDecimal(credited) : undefined;
}

export function hasFee(bounds: Bounds): boolean {
  return decimal(bounds.depositFee) > ZERO;
}

/** The server has the last word. */
export function amountFault(num: string, bounds: Bounds): AmountFault | undefined {
  const given = parseDecimal<Amount>(num);
  if (given === undefined || given <= ZERO) return { kind: 'missing' };
  const { depositMin, depositMax } = bounds;
  if (given < decimal<Amount>(depositMin)) return { kind: 'min', limit: depositMin };
  if (given > decimal<Amount>(depositMax)) return { kind: 'max', limit: depositMax };
  return undefined;
}
