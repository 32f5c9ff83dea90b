/** One cycle of the market: take the sources' updates, derive reference prices and store them as ticks. */
import type { Amount } from '@tern/money';
import { isOpen } from '../../../kernel/catalog/trading-hours.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type Gap, gapBetween } from './candles/gaps.ts';
import type { SourceUpdate, QuoteIntake } from './quote-intake.ts';
import { applyTick, type TickInput, type PlannedTick, planTick } from './plan-tick.ts';
import { type ReferencePrice, referencePrice } from './reference-rule.ts';
import { insertCandles, insertTicks } from './store.ts';
import { insertGaps } from './store-gaps.ts';
import { previousPrices, type SymbolState } from './symbol-state.ts';

export interface TickingMarket {
  /** Symbols whose next tick may be created. */
  readonly states: Iterable<SymbolState>;
  readonly all: readonly SymbolState[];
  readonly intake: QuoteIntake;
  readonly span: TickSpan;
}

/** Units: epoch milliseconds. */
export interface TickSpan {
  /** The moment for which ticks are created. */
  readonly now: number;
  /** Ticks of simulated markets are dated after it: contracts have settled on the prices up to then. */
  readonly closedUpTo: number;
  /** Set when the moment was missed: ticks more than a few seconds older than this are marked as backfilled. */
  readonly madeAt?: number;
  /** Whether the symbol has a live source: its late quotes are dropped, never dated to a later time. */
  isLive(symbol: string): boolean;
}

/** The planned ticks and gaps of one moment, not applied yet. */
export interface PlannedCycle {
  readonly planned: readonly PlannedTick[];
  readonly gaps: ReadonlyMap<string, Gap>;
}

export function planCycle(market: TickingMarket): PlannedCycle {
  const next: NextTick[] = [];
  for (const state of market.states) {
    const input = nextInput(state, market.intake, market.span);
    if (input !== undefined) next.push({ state, input });
  }
  const gaps = gapsBefore(next, market.all);
  const planned = next.map(({ state, input }) => planTick(state, input, gapsOf(state, gaps)));
  return { planned, gaps };
}

/** Applies a plan to the states. */
export function applyCycle({ planned, gaps }: PlannedCycle, all: readonly SymbolState[]): void {
  for (const state of all) state.gaps = gapsOf(state, gaps);
  for (const plan of planned) applyTick(plan);
}

/** In one transaction. @throws Error when nothing could be stored */
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

/** Stores the ticks before the states change. @throws Error when nothing could be stored */
export async function runCycle(
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
  readonly input: TickInput;
}

/** The feed gaps that end with these ticks, by class of market. */
function gapsBefore(next: readonly NextTick[], states: readonly SymbolState[]): Map<string, Gap> {
  const gaps = new Map<string, Gap>();
  for (const name of new Set(next.map(({ state }) => state.instrument.class))) {
    const ofClass = states.filter(({ instrument }) => instrument.class === name);
    const first = next.filter(({ state }) => state.instrument.class === name);
    const hours = first[0]!.state.instrument.hours;
    const from = Math.max(...ofClass.map(({ chain }) => chain.at));
    const gap = gapBetween(hours, from, Math.min(...first.map(({ input }) => input.at)));
    if (gap !== undefined) gaps.set(name, gap);
  }
  return gaps;
}

/** A tick created later than this after its time is marked as backfilled. */
const BACKFILLED_AFTER_MS = 2_000;

/** Takes the sources' updates; undefined when there are none, no price may be derived, or the market is closed. */
function nextInput(state: SymbolState, intake: QuoteIntake, span: TickSpan): TickInput | undefined {
  const { symbol, tickSize, hours } = state.instrument;
  const { now, closedUpTo, madeAt } = span;
  const isLive = span.isLive(symbol);
  // Contracts have settled on this time; its updates wait for the next cycle.
  if (!isLive && now <= closedUpTo) return undefined;
  const update = intake.takeUpdate(symbol);
  if (update === undefined || state.isBroken) return undefined;
  const previous = previousPrices(state);
  const reference = referencePrice(update.prices, { now, tickSize, previous });
  const input = reference && inputFrom(reference, update.fresh);
  if (input === undefined) return undefined;
  // A live price is never dated later than it was made: a member could have seen it at its source first (ADR 17).
  const at = isLive ? input.at : Math.max(input.at, closedUpTo + 1);
  const last = Math.max(state.chain.at, state.closedAt);
  if (at <= last || !isOpen(hours, at)) return undefined;
  const isBackfilled = madeAt !== undefined && madeAt - at > BACKFILLED_AFTER_MS;
  return { ...input, at, backfilledAt: isBackfilled ? madeAt : null };
}

/** Only sources of the reference price count; undefined when none of them has an update. */
function inputFrom(
  { price, sources }: ReferencePrice,
  fresh: ReadonlyMap<string, SourceUpdate>,
): Omit<TickInput, 'backfilledAt'> | undefined {
  let newest: SourceUpdate | undefined;
  let traded = 0n;
  for (const source of sources) {
    const each = fresh.get(source);
    if (each === undefined) continue;
    traded += each.traded;
    if (newest === undefined || each.at > newest.at) newest = each;
  }
  if (newest === undefined) return undefined;
  const { at, takerSide } = newest;
  return { at, price, quantity: traded as Amount, takerSide, sources };
}
