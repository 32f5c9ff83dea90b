/** Determines the two prices of a timed contract: equal times give equal prices for every member. */
import { isBackfilled, type PriceTerms, type Tick } from './terms.ts';

/** The prices of a contract, or why it has none. */
export type Prices =
  /** No tick came in time after acceptance. */
  | { readonly status: 'void' }
  /** At the due time the newest tick, `close`, was too old. */
  | {
      readonly status: 'invalid';
      readonly open: Tick;
      readonly close: Tick;
      /** Epoch milliseconds. */
      readonly dueAt: number;
    }
  | {
      readonly status: 'settled';
      readonly open: Tick;
      readonly close: Tick;
      /** Epoch milliseconds. */
      readonly dueAt: number;
    };

/** The ticks that count under the contract's rule: rule 1 ignores backfilled ones. */
export function countedTicks<T extends Tick>(
  { ruleVersion }: Pick<PriceTerms, 'ruleVersion'>,
  ticks: readonly T[],
): readonly T[] {
  return ruleVersion === 1 ? ticks.filter((tick) => !isBackfilled(tick)) : ticks;
}

/** The opening tick must be dated later than `after` and not later than `until`. Units: epoch milliseconds. */
export function openingSpan(
  terms: Pick<PriceTerms, 'openAfterMs' | 'openWithinMs'>,
  acceptedAt: number,
): { readonly after: number; readonly until: number } {
  const after = acceptedAt + terms.openAfterMs;
  return { after, until: after + terms.openWithinMs };
}

/**
 * The first tick dated later than acceptance plus `openAfterMs`, never one of that same millisecond.
 * Shape: `ticks` in chain order; ticks before acceptance are ignored.
 * Undefined when that tick is later than the opening span or missing. Decided in ADR 17.
 */
export function openingTick(
  terms: PriceTerms,
  acceptedAt: number,
  ticks: readonly Tick[],
): Tick | undefined {
  const { after, until } = openingSpan(terms, acceptedAt);
  const first = countedTicks(terms, ticks).find((tick) => tick.at > after);
  return first === undefined || first.at > until ? undefined : first;
}

/** The due time of a contract: its duration after its opening tick. Units: epoch milliseconds. */
export function dueAt(terms: PriceTerms, open: Tick): number {
  return open.at + terms.durationSeconds * 1_000;
}

/**
 * The last tick dated at or before the due time, never one before the opening tick.
 * Shape: `ticks` in chain order, complete up to the due time; later ones are ignored.
 * Undefined when that tick is older than `staleAfterMs` at the due time.
 */
export function closingTick(
  terms: PriceTerms,
  open: Tick,
  ticks: readonly Tick[],
): Tick | undefined {
  const last = lastTickDue(terms, open, ticks);
  return dueAt(terms, open) - last.at > terms.staleAfterMs ? undefined : last;
}

/** Both prices of a contract, or why it has none. Shape: `ticks` as for `closingTick`. */
export function pricesOf(terms: PriceTerms, acceptedAt: number, ticks: readonly Tick[]): Prices {
  const open = openingTick(terms, acceptedAt, ticks);
  if (open === undefined) return { status: 'void' };
  const due = dueAt(terms, open);
  const close = closingTick(terms, open, ticks);
  if (close !== undefined) return { status: 'settled', open, close, dueAt: due };
  return { status: 'invalid', open, close: lastTickDue(terms, open, ticks), dueAt: due };
}

function lastTickDue(terms: PriceTerms, open: Tick, ticks: readonly Tick[]): Tick {
  const due = dueAt(terms, open);
  return (
    countedTicks(terms, ticks).findLast((tick) => tick.at <= due && tick.seq >= open.seq) ?? open
  );
}
