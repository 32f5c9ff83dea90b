/** One cycle of the market: hear the sources, set reference prices, store them, and only then publish. */
import type { Amount } from '@tern/money';
import { isOpen } from '../../kernel/trading-hours.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Gap, gapBetween } from './candles/gaps.ts';
import type { Freshness, Hearing } from './hearing.ts';
import { applyTick, type Heard, type PlannedTick, planTick } from './plan-tick.ts';
import { type ReferencePrice, referencePrice } from './reference-rule.ts';
import { insertCandles, insertTicks } from './store.ts';
import { insertGaps } from './store-gaps.ts';
import { pastPrices, type SymbolState } from './symbol-state.ts';

export interface TickingMarket {
  /** Those whose next tick may be made. */
  readonly states: Iterable<SymbolState>;
  readonly all: readonly SymbolState[];
  readonly hearing: Hearing;
  readonly closedUpTo?: number;
}

/** Durable before anyone sees it. Fails with: a thrown error when nothing could be stored. */
export async function driveOnce(
  database: Database,
  market: TickingMarket,
  now: number,
): Promise<PlannedTick[]> {
  const span = { after: market.closedUpTo ?? Number.NEGATIVE_INFINITY, now };
  const next: NextTick[] = [];
  for (const state of market.states) {
    const heard = hearNext(state, market.hearing, span);
    if (heard !== undefined) next.push({ state, heard });
  }
  if (next.length === 0) return [];
  const gaps = gapsBefore(next, market.all);
  const gapsOf = (state: SymbolState) => {
    const gap = gaps.get(state.instrument.class);
    return gap === undefined ? state.gaps : [...state.gaps, gap];
  };
  const planned = next.map(({ state, heard }) => planTick(state, heard, gapsOf(state)));
  await database.transaction(async (tx) => {
    await Promise.all([
      insertTicks(
        tx,
        planned.map((plan) => plan.tick),
      ),
      insertCandles(
        tx,
        planned.flatMap((plan) => plan.closed),
      ),
      insertGaps(tx, gaps),
    ]);
  });
  for (const state of market.all) state.gaps = gapsOf(state);
  for (const plan of planned) applyTick(plan);
  return planned;
}

interface NextTick {
  readonly state: SymbolState;
  readonly heard: Heard;
}

/** The silence that ends with these ticks, by class of market. */
function gapsBefore(next: readonly NextTick[], states: readonly SymbolState[]): Map<string, Gap> {
  const gaps = new Map<string, Gap>();
  for (const name of new Set(next.map(({ state }) => state.instrument.class))) {
    const ofClass = states.filter(({ instrument }) => instrument.class === name);
    const first = next.filter(({ state }) => state.instrument.class === name);
    const hours = first[0]!.state.instrument.hours;
    const from = Math.max(...ofClass.map(({ chain }) => chain.at));
    const gap = gapBetween(hours, from, Math.min(...first.map(({ heard }) => heard.at)));
    if (gap !== undefined) gaps.set(name, gap);
  }
  return gaps;
}

/** Takes what was heard; nothing new gives no tick, and neither does a closed market. */
function hearNext(
  state: SymbolState,
  hearing: Hearing,
  { after, now }: { after: number; now: number },
): Heard | undefined {
  const { symbol, tickSize, hours } = state.instrument;
  // Nothing joins a time that somebody has settled on; what was heard waits for the next cycle.
  if (now <= after) return undefined;
  const news = hearing.takeNews(symbol);
  if (news === undefined || state.isBroken) return undefined;
  const past = pastPrices(state);
  const reference = referencePrice(news.prices, { now, tickSize, past });
  const heard = reference && heardBy(reference, news.fresh);
  if (heard === undefined) return undefined;
  const at = Math.max(heard.at, after + 1);
  if (at <= state.chain.at || !isOpen(hours, at)) return undefined;
  return { ...heard, at };
}

/** Only those that the price was taken from are heard; undefined when none of them said anything new. */
function heardBy(
  { price, sources }: ReferencePrice,
  fresh: ReadonlyMap<string, Freshness>,
): Heard | undefined {
  let newest: Freshness | undefined;
  let traded = 0n;
  for (const source of sources) {
    const said = fresh.get(source);
    if (said === undefined) continue;
    traded += said.traded;
    if (newest === undefined || said.at > newest.at) newest = said;
  }
  if (newest === undefined) return undefined;
  const { at, takerSide } = newest;
  return { at, price, quantity: traded as Amount, takerSide, sources };
}
