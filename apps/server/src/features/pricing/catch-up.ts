/** Makes the seconds of simulated markets one after the other, the missed ones of a pause of ours first (ADR 17). */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';
import {
  applyCycle,
  type PlannedCycle,
  planCycle,
  storeCycles,
  type TickSpan,
} from './drive-ticks.ts';
import type { RejectReason, QuoteIntake } from './quote-intake.ts';
import type { MadeSecond, SecondMaker } from './made-seconds.ts';
import type { PlannedTick } from './plan-tick.ts';
import type { PriceSource } from './price-source.ts';
import type { SymbolState } from './symbol-state.ts';

export interface CatchUpDeps {
  readonly database: Database;
  readonly sources: readonly PriceSource[];
  readonly seconds: SecondMaker;
  readonly onRefused: (source: string, why: RejectReason) => void;
  /** The clock that quotes are heard by stands at the second while it is made. */
  setHeardAt(at: number | undefined): void;
}

export interface CaughtUp {
  readonly states: readonly SymbolState[];
  readonly intake: QuoteIntake;
  readonly span: Omit<TickSpan, 'madeAt'>;
}

/** Seconds stored in one transaction. */
const SECONDS_AT_ONCE = 20;
/** Seconds planned before other work gets its turn: some 15 ms of the main thread. */
const SECONDS_A_TURN = 3;

/**
 * Stores every second up to now and gives the ticks of the last ones that were stored together.
 * Fails with: a thrown error when nothing could be stored; the same seconds come again.
 */
export async function driveSeconds(
  deps: CatchUpDeps,
  market: CaughtUp,
): Promise<readonly PlannedTick[]> {
  let newest: readonly PlannedTick[] = [];
  for (;;) {
    // The states change once their ticks are stored.
    const working = market.states.map((state) => ({ ...state }));
    const cycles: PlannedCycle[] = [];
    while (cycles.length < SECONDS_AT_ONCE) {
      const second = deps.seconds.next(market.span.now);
      if (second === undefined) break;
      cycles.push(planSecond(deps, { ...market, states: working }, second));
      if (cycles.length % SECONDS_A_TURN === 0) await nextTurn();
    }
    if (cycles.length === 0) return newest;
    await storeCycles(deps.database, cycles);
    deps.seconds.stored();
    market.states.forEach((state, index) => Object.assign(state, working[index]));
    const planned = cycles.flatMap((cycle) => cycle.planned);
    if (planned.length > 0) newest = planned;
  }
}

function planSecond(deps: CatchUpDeps, market: CaughtUp, second: MadeSecond): PlannedCycle {
  const { states, intake, span } = market;
  deps.setHeardAt(second.at);
  for (const { source, quote } of second.said) {
    const why = intake.accept(source, quote);
    if (why !== undefined) deps.onRefused(source, why);
  }
  deps.setHeardAt(undefined);
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
