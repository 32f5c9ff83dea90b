/** The limits of an entered amount: its fault before sending, the bound of a refused one, and the largest. Pure; the server decides. */
import { type Amount, decimal, formatDecimal, parseDecimal, quantize, ZERO } from '@tern/money';
import type { CallError } from '../platform/http/call-error.ts';

/** Decimal texts, inclusive. */
export interface Limits {
  min: string;
  max: string;
}

export type LimitFault = { kind: 'missing' } | { kind: 'min' | 'max'; limit: string };
export type AmountFault = LimitFault | { kind: 'balance'; limit: string };

/** Unknown limits block nothing. */
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

/** The largest amount, in whole units of the coin; without a limit the whole balance. */
export function maxAmount(available: string, max: string | undefined, places: number): string {
  const own = decimal<Amount>(available);
  const most = max === undefined ? own : decimal<Amount>(max);
  return formatDecimal(quantize(own < most ? own : most, places, 'down'));
}

interface RefusalData {
  min?: unknown;
  max?: unknown;
}

/**
 * The fault of an amount that the server refused; undefined if the refusal is about something else. A bound that it did not
 * name is the one on the screen.
 */
export function faultOfRefusal(
  { refusal, data }: Pick<CallError, 'refusal' | 'data'>,
  { min, max, available }: Limits & { available?: string | undefined },
): AmountFault | undefined {
  const named = (data ?? {}) as RefusalData;
  const limit = (bound: unknown, shown: string) => (typeof bound === 'string' ? bound : shown);
  switch (refusal) {
    case 'amount-missing':
      return { kind: 'missing' };
    case 'below-minimum':
      return { kind: 'min', limit: limit(named.min, min) };
    case 'above-maximum':
      return { kind: 'max', limit: limit(named.max, max) };
    case 'insufficient-balance':
      return available === undefined ? undefined : { kind: 'balance', limit: available };
    default:
      return undefined;
  }
}
