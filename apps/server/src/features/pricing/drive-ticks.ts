/** One cycle of the market: hear the sources, set reference prices, store them, and only then publish. */
import type { Amount } from '@tern/money';
import { isOpen } from '../../kernel/catalog/trading-hours.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Gap, gapBetween } from './candles/gaps.ts';
import type { Freshness, QuoteIntake } from './quote-intake.ts';
import { applyTick, type Heard, type PlannedTick, planTick } from './plan-tick.ts';
import { type ReferencePrice, referencePrice } from './reference-rule.ts';
import { insertCandles, insertTicks } from './store.ts';
import { insertGaps } from './store-gaps.ts';
import { pastPrices, type SymbolState } from './symbol-state.ts';

export interface TickingMarket {
  /** Those whose next tick may be made. */
  readonly states: Iterable<SymbolState>;
  readonly all: readonly SymbolState[];
  readonly intake: QuoteIntake;
  readonly span: TickSpan;
}

/** Units: epoch milliseconds. */
export interface TickSpan {
  /** The moment for which ticks are made. */
  readonly now: number;
  /** Ticks of simulated markets are dated after it: somebody has settled on what was known until then. */
  readonly closedUpTo: number;
  /** Set when the moment was missed: ticks older than a few seconds by then are marked as backfilled. */
  readonly madeAt?: number;
  /** Whether a live source says the symbol's prices: what it says too late is left out, never dated to a later time. */
  isLive(symbol: string): boolean;
}

/** What the ticks of one moment change; nothing is changed yet. */
export interface PlannedCycle {
  readonly planned: readonly PlannedTick[];
  readonly gaps: ReadonlyMap<string, Gap>;
}

export function planCycle(market: TickingMarket): PlannedCycle {
  const next: NextTick[] = [];
  for (const state of market.states) {
    const heard = hearNext(state, market.intake, market.span);
    if (heard !== undefined) next.push({ state, heard });
  }
  const gaps = gapsBefore(next, market.all);
  const planned = next.map(({ state, heard }) => planTick(state, heard, gapsOf(state, gaps)));
  return { planned, gaps };
}

/** Makes what was planned the state of its symbols. */
export function applyCycle({ planned, gaps }: PlannedCycle, all: readonly SymbolState[]): void {
  for (const state of all) state.gaps = gapsOf(state, gaps);
  for (const plan of planned) applyTick(plan);
}

/** In one transaction. Fails with: a thrown error when nothing could be stored. */
export async function storeCycles(
  database: Database,
  cycles: readonly PlannedCycle[],
): Promise<void> {
  const planned = cycles.flatMap((cycle) => cycle.planned);
  if (planned.length === 0) return;
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
      ...cycles.map(({ gaps }) => insertGaps(tx, gaps)),
    ]);
  });
}

/** Durable before anyone sees it. Fails with: a thrown error when nothing could be stored. */
export async function driveOnce(
  database: Database,
  market: TickingMarket,
): Promise<readonly PlannedTick[]> {
  const cycle = planCycle(market);
  await storeCycles(database, [cycle]);
  applyCycle(cycle, market.all);
  return cycle.planned;
}

function gapsOf(state: SymbolState, gaps: ReadonlyMap<string, Gap>): readonly Gap[] {
  const gap = gaps.get(state.instrument.class);
  return gap === undefined ? state.gaps : [...state.gaps, gap];
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

/** A tick that is older than this when it is made was missed in its time. */
const BACKFILLED_AFTER_MS = 2_000;

/** Takes what was heard; nothing new gives no tick, and neither does a closed market. */
function hearNext(state: SymbolState, intake: QuoteIntake, span: TickSpan): Heard | undefined {
  const { symbol, tickSize, hours } = state.instrument;
  const { now, closedUpTo, madeAt } = span;
  const isLive = span.isLive(symbol);
  // Nothing joins a time that somebody has settled on; what was heard waits for the next cycle.
  if (!isLive && now <= closedUpTo) return undefined;
  const news = intake.takeNews(symbol);
  if (news === undefined || state.isBroken) return undefined;
  const past = pastPrices(state);
  const reference = referencePrice(news.prices, { now, tickSize, past });
  const heard = reference && heardBy(reference, news.fresh);
  if (heard === undefined) return undefined;
  // Dated later than it was made, a live price would open a contract for somebody who had seen it at its source (ADR 17).
  const at = isLive ? heard.at : Math.max(heard.at, closedUpTo + 1);
  const last = Math.max(state.chain.at, state.closedAt);
  if (at <= last || !isOpen(hours, at)) return undefined;
  const isBackfilled = madeAt !== undefined && madeAt - at > BACKFILLED_AFTER_MS;
  return { ...heard, at, backfilledAt: isBackfilled ? madeAt : null };
}

/** Only those that the price was taken from are heard; undefined when none of them said anything new. */
function heardBy(
  { price, sources }: ReferencePrice,
  fresh: ReadonlyMap<string, Freshness>,
): Omit<Heard, 'backfilledAt'> | undefined {
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
