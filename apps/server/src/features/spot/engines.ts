/** The matching engines of this process: one per instrument, opened at start, fed with reference prices. */
import { formatDecimal } from '@tern/money';
import type { AssetBook } from '../../kernel/catalog/assets.ts';
import type { Instrument, InstrumentBook } from '../../kernel/catalog/instruments.ts';
import type { ReadOnly } from '../../kernel/invariants/read-only.ts';
import type { Depth, MarketTape } from '../../kernel/prices/market-tape.ts';
import { MEMBER_EVENTS_WAKE } from '../../kernel/events/member-events.ts';
import type { ReferencePrices } from '../../kernel/prices/reference-prices.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Random } from '../../platform/random.ts';
import type { PlannedBatch } from './engine/batch.ts';
import { MatchingEngine } from './engine/engine.ts';
import { GroupCommit, type GroupCommitDeps } from './engine/group-commit.ts';
import type { Order } from './order.ts';
import { createUnits } from './rules.ts';

/** Bus topic: another program has taken over the leases; this one can write no more and must stop. */
export const INSTANCE_FENCED = 'server.fenced';

export interface EnginesDeps extends Pick<GroupCommitDeps, 'onRound'> {
  database: Database;
  clock: Clock;
  random: Random;
  log: Log;
  bus: Bus;
  assets: AssetBook;
  instruments: InstrumentBook;
  prices: ReferencePrices;
  tape: MarketTape;
  readOnly: Pick<ReadOnly, 'since'>;
  mode: 'paper' | 'live';
}

export interface Engines {
  /** One per instrument. */
  readonly all: readonly MatchingEngine[];
  /** Orders that were accepted since the start. */
  placed(): number;
  find(symbol: string): MatchingEngine | undefined;
  findById(instrumentId: number): MatchingEngine | undefined;
  /** A resting order and the engine whose book it is in. */
  findOpen(orderId: number): { engine: MatchingEngine; order: Order } | undefined;
  /** Owner and instrument of a recently closed order; undefined when the cache does not know it. */
  findClosed(orderId: number): { memberId: number; instrumentId: number } | undefined;
  open(): Promise<void>;
  /** Called each second: quotes must not outlive the price they are based on. */
  withdrawStale(): void;
  close(): Promise<void>;
}

export function createEngines(deps: EnginesDeps): Engines {
  const parts = {
    groupCommit: new GroupCommit(deps),
    closed: new ClosedOrderCache(),
    counts: { placed: 0 },
  };
  const bySymbol = new Map(
    deps.instruments.all.map((instrument) => [
      instrument.symbol,
      createEngine(instrument, deps, parts),
    ]),
  );
  const byId = new Map(
    deps.instruments.all.map((instrument) => [instrument.id, bySymbol.get(instrument.symbol)!]),
  );
  let endTicks: () => void = () => undefined;
  return {
    all: [...bySymbol.values()],
    placed: () => parts.counts.placed,
    find: (symbol) => bySymbol.get(symbol),
    findById: (id) => byId.get(id),
    findOpen(orderId) {
      for (const engine of byId.values()) {
        const order = engine.openOrder(orderId);
        if (order !== undefined) return { engine, order };
      }
      return undefined;
    },
    findClosed: (orderId) => parts.closed.find(orderId),
    async open() {
      await Promise.all([...bySymbol.values()].map((engine) => engine.open()));
      deps.tape.provideDepth((symbol, levels) =>
        depthOf(deps.instruments.find(symbol), bySymbol, levels),
      );
      for (const [symbol, engine] of bySymbol) {
        const tick = deps.prices.latest(symbol);
        if (tick !== undefined) engine.quoteAround(tick);
      }
      endTicks = deps.prices.subscribe((tick) => bySymbol.get(tick.symbol)?.quoteAround(tick));
    },
    withdrawStale() {
      for (const engine of bySymbol.values()) engine.withdrawStale();
    },
    async close() {
      endTicks();
      for (const engine of bySymbol.values()) engine.close();
      await parts.groupCommit.close();
    },
  };
}

/** Shared by all engines. */
interface EngineParts {
  groupCommit: GroupCommit;
  closed: ClosedOrderCache;
  counts: { placed: number };
}

function createEngine(
  instrument: Instrument,
  deps: EnginesDeps,
  { groupCommit, closed, counts }: EngineParts,
): MatchingEngine {
  const { database, clock, random, log, prices, readOnly, mode } = deps;
  const onCommitted = ({ inserted, changed }: PlannedBatch) => {
    counts.placed += inserted.length;
    closed.remember(inserted);
    closed.remember(changed);
    if (inserted.length + changed.length > 0) deps.bus.publish(MEMBER_EVENTS_WAKE, null);
  };
  return new MatchingEngine({
    database,
    groupCommit,
    clock,
    random,
    log,
    prices,
    readOnly,
    mode,
    instrument,
    onCommitted,
    onFenced: () => deps.bus.publish(INSTANCE_FENCED, null),
  });
}

function depthOf(
  instrument: Instrument | undefined,
  engines: ReadonlyMap<string, MatchingEngine>,
  levels: number,
): Depth | undefined {
  const engine = instrument && engines.get(instrument.symbol);
  if (instrument === undefined || engine === undefined) return undefined;
  const units = createUnits(instrument);
  const side = (of: 'buy' | 'sell') =>
    engine.book.depth(of, levels).map(([ticks, lots]): [string, string] => {
      return [formatDecimal(units.priceOf(ticks)), formatDecimal(units.quantityOf(lots))];
    });
  return { bids: side('buy'), asks: side('sell'), version: engine.version };
}

/** Most orders in the cache. */
const CLOSED_ORDERS_MAX = 50_000;

/** Recently closed orders: a request to cancel one of them is refused without a query. */
class ClosedOrderCache {
  private readonly byId = new Map<number, Pick<Order, 'memberId' | 'instrumentId'>>();

  /** Adds the closed ones; a closed order never changes again. */
  remember(orders: readonly Order[]): void {
    for (const { id, status, memberId, instrumentId } of orders) {
      if (status === 'open') continue;
      if (this.byId.size >= CLOSED_ORDERS_MAX) {
        const [oldest] = this.byId.keys();
        this.byId.delete(oldest!);
      }
      this.byId.set(id, { memberId, instrumentId });
    }
  }

  find(id: number): Pick<Order, 'memberId' | 'instrumentId'> | undefined {
    return this.byId.get(id);
  }
}
