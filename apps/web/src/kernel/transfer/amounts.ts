/** What an amount on its way in or out comes to, and what stands in its way. Pure (rules §6). */
import {
  type Amount,
  decimal,
  formatDecimal,
  parseDecimal,
  quantize,
  subtract,
  ZERO,
} from '@tern/money';

/** Decimal texts, both included. */
export interface Limits {
  min: string;
  max: string;
}

export type LimitFault = { kind: 'missing' } | { kind: 'min' | 'max'; limit: string };
export type AmountFault = LimitFault | { kind: 'balance'; limit: string };

/** What is left of a typed amount; undefined for no amount, or one that the fee eats up. */
export function afterFee(num: string, fee: string): string | undefined {
  const given = parseDecimal<Amount>(num);
  if (given === undefined) return undefined;
  const left = subtract(given, decimal<Amount>(fee));
  return left > ZERO ? formatDecimal(left) : undefined;
}

/** As much as may leave at once, in whole units of the coin; without a limit everything there is. */
export function mostOf(available: string, max: string | undefined, places: number): string {
  const own = decimal<Amount>(available);
  const most = max === undefined ? own : decimal<Amount>(max);
  return formatDecimal(quantize(own < most ? own : most, places, 'down'));
}

/** The server has the last word. Limits that are not known yet forbid nothing. */
export function limitFault(num: string, limits: Limits | undefined): LimitFault | undefined {
  const given = parseDecimal<Amount>(num);
  if (given === undefined || given <= ZERO) return { kind: 'missing' };
  if (!limits) return undefined;
  const { min, max } = limits;
  if (given < decimal<Amount>(min)) return { kind: 'min', limit: min };
  if (given > decimal<Amount>(max)) return { kind: 'max', limit: max };
  return undefined;
}

/** The same of money that leaves, of which there must be enough. */
export function outgoingFault(
  num: string,
  available: string,
  limits: Limits | undefined,
): AmountFault | undefined {
  const fault = limitFault(num, limits);
  if (fault) return fault;
  return decimal<Amount>(num) > decimal<Amount>(available)
    ? { kind: 'balance', limit: available }
    : undefined;
}
