/** Amounts of funding requests: after the fee, the maximum, and validation. Pure (rules §6). */
import {
  type Amount,
  decimal,
  formatDecimal,
  parseDecimal,
  quantize,
  subtract,
  ZERO,
} from '@tern/money';
import type { Bounds } from '../../../kernel/coin-networks.ts';

/** Decimal texts, inclusive. */
export type Limits = Pick<Bounds, 'min' | 'max'>;

export type LimitFault = { kind: 'missing' } | { kind: 'min' | 'max'; limit: string };
export type AmountFault = LimitFault | { kind: 'balance'; limit: string };

/** The amount less the fee; undefined without an amount, or if the fee exceeds it. */
export function afterFee(typed: string, fee: string): string | undefined {
  const given = parseDecimal<Amount>(typed);
  if (given === undefined) return undefined;
  const left = subtract(given, decimal<Amount>(fee));
  return left > ZERO ? formatDecimal(left) : undefined;
}

/** The largest amount, in whole units of the coin; without a limit the whole balance. */
export function maxAmount(available: string, max: string | undefined, places: number): string {
  const own = decimal<Amount>(available);
  const most = max === undefined ? own : decimal<Amount>(max);
  return formatDecimal(quantize(own < most ? own : most, places, 'down'));
}

/** The server decides. Unknown limits block nothing. */
export function limitFault(typed: string, limits: Limits | undefined): LimitFault | undefined {
  const given = parseDecimal<Amount>(typed);
  if (given === undefined || given <= ZERO) return { kind: 'missing' };
  if (!limits) return undefined;
  const { min, max } = limits;
  if (given < decimal<Amount>(min)) return { kind: 'min', limit: min };
  if (given > decimal<Amount>(max)) return { kind: 'max', limit: max };
  return undefined;
}

/** The same for outgoing money, which also needs the balance. */
export function outgoingFault(
  typed: string,
  available: string,
  limits: Limits | undefined,
): AmountFault | undefined {
  const fault = limitFault(typed, limits);
  if (fault) return fault;
  return decimal<Amount>(typed) > decimal<Amount>(available)
    ? { kind: 'balance', limit: available }
    : undefined;
}
