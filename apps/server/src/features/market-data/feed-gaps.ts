/** Until when a market's feed was heard, and which silences of it were never told afterwards. Pure. */
import { type Gap, gapBetween, type SymbolState, withoutBackfilled } from '../pricing/index.ts';

/** The moment itself while the feed speaks; else that of the last price of any market of the class. */
export function heardUntil(state: SymbolState, all: readonly SymbolState[], now: number): number {
  return gapNow(state, all, now)?.from ?? now;
}

/** The silences that touch the span, the present one included. Shape: in order of time. */
export function feedGapsIn(
  state: SymbolState,
  all: readonly SymbolState[],
  span: { readonly from: number; readonly to: number; readonly now: number },
): Gap[] {
  const present = gapNow(state, all, span.now);
  const gaps = present === undefined ? state.gaps : [...state.gaps, present];
  const touching = gaps.filter(({ from, to }) => to > span.from && from < span.to);
  return withoutBackfilled(
    touching,
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
