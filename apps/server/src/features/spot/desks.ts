/** All desks of this process: one per instrument, opened at start, fed with reference prices. */
import { formatDecimal } from '@tern/money';
import type { AssetBook } from '../../kernel/assets.ts';
import type { Instrument, InstrumentBook } from '../../kernel/instruments.ts';
import type { Depth, MarketTape } from '../../kernel/market-tape.ts';
import { MEMBER_EVENTS_WAKE } from '../../kernel/member-events.ts';
import type { ReferencePrices } from '../../kernel/reference-prices.ts';
import { TAKEN_OVER } from '../../kernel/takeover.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Random } from '../../platform/random.ts';
import type { BatchResult } from './desk/batch-result.ts';
import { Desk } from './desk/desk.ts';
import { DoneOrders } from './desk/done-orders.ts';
import { SharedCommits } from './desk/shared-commits.ts';
import { createSteps } from './desk/steps.ts';
import type { Order } from './order.ts';

export interface DesksDeps {
  database: Database;
  clock: Clock;
  random: Random;
  log: Log;
  bus: Bus;
  assets: AssetBook;
  instruments: InstrumentBook;
  prices: ReferencePrices;
  tape: MarketTape;
}

export interface Desks {
  find(symbol: string): Desk | undefined;
  findById(instrumentId: number): Desk | undefined;
  /** The desk in whose book the order rests, and the order. */
  findOpen(orderId: number): { desk: Desk; order: Order } | undefined;
  /** Whose order it was and of which instrument, where it ended of late. */
  findDone(orderId: number): { memberId: number; instrumentId: number } | undefined;
  open(): Promise<void>;
  /** Call it each second: quotes must not outlive the price they stand on. */
  withdrawStale(): void;
  close(): Promise<void>;
}

export function createDesks(deps: DesksDeps): Desks {
  const parts = { commits: new SharedCommits(deps), done: new DoneOrders() };
  const bySymbol = new Map(
    deps.instruments.all.map((instrument) => [
      instrument.symbol,
      openable(instrument, deps, parts),
    ]),
  );
  const byId = new Map(
    deps.instruments.all.map((instrument) => [instrument.id, bySymbol.get(instrument.symbol)!]),
  );
  let endTicks: () => void = () => undefined;
  return {
    find: (symbol) => bySymbol.get(symbol),
    findById: (id) => byId.get(id),
    findOpen(orderId) {
      for (const desk of byId.values()) {
        const order = desk.openOrder(orderId);
        if (order !== undefined) return { desk, order };
      }
      return undefined;
    },
    findDone: (orderId) => parts.done.find(orderId),
    async open() {
      await Promise.all([...bySymbol.values()].map((desk) => desk.open()));
      deps.tape.provideDepth((symbol, levels) =>
        depthOf(deps.instruments.find(symbol), bySymbol, levels),
      );
      for (const [symbol, desk] of bySymbol) {
        const tick = deps.prices.latest(symbol);
        if (tick !== undefined) desk.quoteAround(tick);
      }
      endTicks = deps.prices.subscribe((tick) => bySymbol.get(tick.symbol)?.quoteAround(tick));
    },
    withdrawStale() {
      for (const desk of bySymbol.values()) desk.withdrawStale();
    },
    async close() {
      endTicks();
      for (const desk of bySymbol.values()) desk.close();
      await parts.commits.close();
    },
  };
}

/** What all desks share. */
interface DeskParts {
  commits: SharedCommits;
  done: DoneOrders;
}

function openable(instrument: Instrument, deps: DesksDeps, { commits, done }: DeskParts): Desk {
  const { database, clock, random, log, prices } = deps;
  const onCommitted = (result: BatchResult) => {
    done.remember(result.inserted);
    done.remember(result.changed);
    if (result.inserted.length + result.changed.length > 0)
      deps.bus.publish(MEMBER_EVENTS_WAKE, null);
  };
  return new Desk({
    database,
    commits,
    clock,
    random,
    log,
    prices,
    instrument,
    onCommitted,
    onFenced: () => deps.bus.publish(TAKEN_OVER, null),
  });
}

function depthOf(
  instrument: Instrument | undefined,
  desks: ReadonlyMap<string, Desk>,
  levels: number,
): Depth | undefined {
  const desk = instrument && desks.get(instrument.symbol);
  if (instrument === undefined || desk === undefined) return undefined;
  const steps = createSteps(instrument);
  const side = (of: 'buy' | 'sell') =>
    desk.book.depth(of, levels).map(([ticks, lots]): [string, string] => {
      return [formatDecimal(steps.priceOf(ticks)), formatDecimal(steps.quantityOf(lots))];
    });
  return { bids: side('buy'), asks: side('sell'), version: desk.version };
}
