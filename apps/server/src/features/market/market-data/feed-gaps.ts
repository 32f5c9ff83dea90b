/** The feed gaps of a market, without what was backfilled. Pure. */
import { type Gap, gapBetween, type SymbolState, withoutBackfilled } from '../pricing/index.ts';

/** `now`, or during a feed gap the time of the last price of any market of the class. */
export function knownUntil(state: SymbolState, all: readonly SymbolState[], now: number): number {
  return gapNow(state, all, now)?.from ?? now;
}

/** The gaps that overlap the span, the current one included, oldest first. */
export function feedGapsIn(
  state: SymbolState,
  all: readonly SymbolState[],
  span: { readonly from: number; readonly to: number; readonly now: number },
): Gap[] {
  const current = gapNow(state, all, span.now);
  const gaps = current === undefined ? state.gaps : [...state.gaps, current];
  const overlapping = gaps.filter(({ from, to }) => to > span.from && from < span.to);
  return withoutBackfilled(
    overlapping,
    state.backfills.map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt })),
  );
}

function gapNow(
  { instrument }: SymbolState,
  all: readonly SymbolState[],
  now: number,
): Gap | undefined {
  const ofClass = all.filter((state) => state.instrument.class === instrument.class);
  const last = Math.max(...ofClass.map(({ chain }) => chain.at));
  return gapBetween(instrument.hours, last, now);
}
