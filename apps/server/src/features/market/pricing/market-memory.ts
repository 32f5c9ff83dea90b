/** What this instance knows of every symbol: kept up to date by its publisher, or by the replica of the stored ticks. */
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import type {
  ReferencePriceBoard,
  ReferenceTick,
} from '../../../kernel/prices/reference-prices.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import { edgeHour } from './candles/rolling-day.ts';
import { loadEdges } from './load-edges.ts';
import { loadStates } from './load-states.ts';
import type { PlannedTick } from './plan-tick.ts';
import type { SymbolState } from './symbol-state.ts';

export interface MarketMemoryDeps {
  readonly database: Database;
  readonly log: Log;
  readonly instruments: InstrumentRegistry;
  readonly prices: ReferencePriceBoard;
  /** Called with stored ticks, after the price board is updated. */
  readonly onTicks: (ticks: readonly PlannedTick[]) => void;
}

export interface MarketMemory {
  /** In display order; empty before the first load. */
  readonly states: readonly SymbolState[];
  find(symbol: string): SymbolState | undefined;
  /** The stored ticks may differ from the states: load before the next use. Set at the beginning. */
  isStale: boolean;
  /** Loads every state from the database and puts the newest prices on the board. */
  load(): Promise<void>;
  /** Loads the minutes that leave the rolling day, once an hour. Units: epoch milliseconds. */
  refreshEdges(now: number): Promise<void>;
  /** Informs the price board and the listeners of stored ticks, oldest first, which are in the states. */
  publish(planned: readonly PlannedTick[]): void;
}

export function createMarketMemory(deps: MarketMemoryDeps): MarketMemory {
  const { database, instruments, prices, log } = deps;
  let states: readonly SymbolState[] = [];
  let bySymbol = new Map<string, SymbolState>();
  let edge = Number.NaN;
  const memory: MarketMemory = {
    get states() {
      return states;
    },
    find: (symbol) => bySymbol.get(symbol),
    isStale: true,
    async load() {
      states = await database.snapshot((reader) => loadStates(reader, instruments.all));
      bySymbol = new Map(states.map((state) => [state.instrument.symbol, state]));
      edge = Number.NaN;
      memory.isStale = false;
      for (const { instrument, isBroken, chain, recentTicks } of states) {
        const { symbol } = instrument;
        if (isBroken) {
          log.error({ symbol, seq: chain.seq }, 'the tick chain is broken: no new prices');
        }
        const last = recentTicks.at(-1);
        if (last === undefined || prices.latest(symbol)?.seq === last.seq) continue;
        prices.publish({ symbol, price: last.price, at: last.at, seq: last.seq });
      }
    },
    async refreshEdges(now) {
      if (edgeHour(now) === edge) return;
      await loadEdges(database, states, now);
      edge = edgeHour(now);
    },
    publish(planned) {
      for (const ticks of bySymbolOf(planned).values()) {
        const newest = ticks.pop()!;
        prices.publish(ticks.length === 0 ? newest : { ...newest, before: ticks });
      }
      if (planned.length > 0) deps.onTicks(planned);
    },
  };
  return memory;
}

/** The ticks of each symbol, oldest first. */
function bySymbolOf(planned: readonly PlannedTick[]): Map<string, ReferenceTick[]> {
  const ticks = new Map<string, ReferenceTick[]>();
  for (const { state, tick } of planned) {
    const { symbol } = state.instrument;
    const each = { symbol, price: tick.price, at: tick.at, seq: tick.seq };
    const ofSymbol = ticks.get(symbol);
    if (ofSymbol === undefined) ticks.set(symbol, [each]);
    else ofSymbol.push(each);
  }
  return ticks;
}

/** Of several ticks of a symbol only the newest is current. */
export function newestOf(planned: readonly PlannedTick[]): Iterable<PlannedTick> {
  return new Map(planned.map((plan) => [plan.state.instrument.symbol, plan])).values();
}
