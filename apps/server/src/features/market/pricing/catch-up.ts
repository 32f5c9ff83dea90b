/** Creates the ticks of simulated markets second by second, starting with those missed during a pause (ADR 17). */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../../platform/database/database.ts';
import {
  applyCycle,
  type PlannedCycle,
  planCycle,
  storeCycles,
  type TickSpan,
} from './tick-cycle.ts';
import type { RejectReason, QuoteIntake } from './quote-intake.ts';
import type { GeneratedSecond, SecondGenerator } from './generated-seconds.ts';
import type { PlannedTick } from './plan-tick.ts';
import type { GeneratedSource } from './price-source.ts';
import type { SymbolState } from './symbol-state.ts';

export interface CatchUpDeps {
  readonly database: Database;
  readonly sources: readonly GeneratedSource[];
  readonly seconds: SecondGenerator;
  readonly onRejected: (source: string, why: RejectReason) => void;
  /** Sets the clock of the quote intake to a past second while that second is generated. */
  setIntakeClock(at: number | undefined): void;
}

export interface CatchUpMarket {
  readonly states: readonly SymbolState[];
  readonly intake: QuoteIntake;
  readonly span: Omit<TickSpan, 'madeAt'>;
}

/** Seconds stored in one transaction. */
const SECONDS_PER_TRANSACTION = 20;
/** Seconds planned before yielding to the event loop: about 15 ms of the main thread. */
const SECONDS_PER_TURN = 3;

/**
 * Stores every second up to now and returns the ticks of the last stored batch.
 * @throws Error when nothing could be stored; the same seconds are then retried
 */
export async function catchUpSeconds(
  deps: CatchUpDeps,
  market: CatchUpMarket,
): Promise<readonly PlannedTick[]> {
  let newest: readonly PlannedTick[] = [];
  for (;;) {
    // The states change only after their ticks are stored.
    const working = market.states.map((state) => ({ ...state }));
    const cycles: PlannedCycle[] = [];
    while (cycles.length < SECONDS_PER_TRANSACTION) {
      const second = deps.seconds.next(market.span.now);
      if (second === undefined) break;
      cycles.push(planSecond(deps, { ...market, states: working }, second));
      if (cycles.length % SECONDS_PER_TURN === 0) await nextTurn();
    }
    if (cycles.length === 0) return newest;
    await storeCycles(deps.database, cycles);
    deps.seconds.markStored();
    market.states.forEach((state, index) => Object.assign(state, working[index]));
    const planned = cycles.flatMap((cycle) => cycle.planned);
    if (planned.length > 0) newest = planned;
  }
}

function planSecond(
  deps: CatchUpDeps,
  market: CatchUpMarket,
  second: GeneratedSecond,
): PlannedCycle {
  const { states, intake, span } = market;
  deps.setIntakeClock(second.at);
  for (const { source, quote } of second.quotes) {
    const why = intake.accept(source, quote);
    if (why !== undefined) deps.onRejected(source, why);
  }
  deps.setIntakeClock(undefined);
  const simulated = states.filter(({ instrument }) => !span.isLive(instrument.symbol));
  const cycle = planCycle({
    states: simulated,
    all: states,
    intake,
    span: { ...span, now: second.at, madeAt: span.now },
  });
  applyCycle(cycle, states);
  for (const { state, tick } of cycle.planned) {
    for (const source of deps.sources)
      source.resume?.(state.instrument.symbol, tick.price, tick.at);
  }
  return cycle;
}
