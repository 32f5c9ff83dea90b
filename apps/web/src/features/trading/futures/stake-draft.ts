/** Validates a stake before sending, names the bound of a refused one, and computes the largest; pure. */
import type { CallError } from '../../../platform/http/call-error.ts';
import { type Amount, formatDecimal, parseDecimal, quantize, smaller } from '@tern/money';

export interface StakeBounds {
  min: string;
  max: string;
  /** Decimal places of a stake. */
  places: number;
  /** Undefined while unknown: then only the server checks it. */
  available: string | undefined;
  /** The member's own daily limit and how much of it is used; empty: no limit. */
  dailyStake: string;
  stakedToday: string;
}

export type StakeFaultKind = 'missing' | 'minimum' | 'maximum' | 'balance' | 'day';

/** `limit` is the bound as decimal text. */
export interface StakeFault {
  kind: StakeFaultKind;
  limit?: string;
}

/** What the member's own limit leaves for today; undefined without a limit. */
export function leftToday({
  dailyStake,
  stakedToday,
}: Pick<StakeBounds, 'dailyStake' | 'stakedToday'>) {
  const limit = parseDecimal(dailyStake);
  if (limit === undefined) return undefined;
  const left = limit - (parseDecimal(stakedToday) ?? 0n);
  return (left > 0n ? left : 0n) as Amount;
}

/** The first bound of the market, or limit of the member, that a stake breaks. */
export function stakeFault(stake: Amount | undefined, bounds: StakeBounds): StakeFault | undefined {
  if (stake === undefined || stake <= 0n) return { kind: 'missing' };
  const read = (text: string | undefined) => parseDecimal(text ?? '');
  const [min, max, available] = [read(bounds.min), read(bounds.max), read(bounds.available)];
  if (min !== undefined && stake < min) return { kind: 'minimum', limit: bounds.min };
  if (max !== undefined && stake > max) return { kind: 'maximum', limit: bounds.max };
  const left = leftToday(bounds);
  if (left !== undefined && stake > left) return { kind: 'day', limit: formatDecimal(left) };
  if (available !== undefined && stake > available) {
    return { kind: 'balance', limit: formatDecimal(available) };
  }
  return undefined;
}

/** The largest possible stake, cut to the asset's places; undefined while unknown. */
export function largestStake(bounds: StakeBounds): string | undefined {
  const available = parseDecimal(bounds.available ?? '');
  if (available === undefined) return undefined;
  const max = parseDecimal(bounds.max) ?? available;
  const left = leftToday(bounds) ?? available;
  const most = smaller(smaller(available, max), left);
  return formatDecimal(quantize(most, bounds.places, 'down'));
}

/** The fields of a failed call used here. */
type RefusedContract = Pick<CallError, 'refusal' | 'data'>;

interface RefusalData {
  bound?: { limit?: unknown };
}

/** The fault of the stake; undefined shows a toast. */
export function refusedStake(
  { refusal, data }: RefusedContract,
  available: string | undefined,
): StakeFault | undefined {
  if (refusal === 'insufficient-balance') {
    return available === undefined ? undefined : { kind: 'balance', limit: available };
  }
  const limit = ((data ?? {}) as RefusalData).bound?.limit;
  if (typeof limit !== 'string') return undefined;
  if (refusal === 'below-minimum') return { kind: 'minimum', limit };
  return refusal === 'above-maximum' ? { kind: 'maximum', limit } : undefined;
}
