/** The matching engines that this instance has by lease, and the way to those that others have. */
import type { AssetRegistry } from '../../../kernel/catalog/assets.ts';
import type { Instrument, InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import type { ReadOnly } from '../../../kernel/invariants/read-only.ts';
import type { LeasedWork, Leases } from '../../../kernel/leases/leases.ts';
import type { Depth, MarketTape } from '../../../kernel/prices/market-tape.ts';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import type { ReferencePrices } from '../../../kernel/prices/reference-prices.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { Random } from '../../../platform/random.ts';
import type { Tracing } from '../../../platform/tracing/trace.ts';
import { depthOf } from './depth.ts';
import type { PlannedBatch } from './engine/batch.ts';
import { MatchingEngine, NotTaken } from './engine/engine.ts';
import { BookKeeper, type BookPace } from './engine/book-keeper.ts';
import { createConfirmOrders } from './engine/confirm-orders.ts';
import { GroupCommit, type GroupCommitDeps } from './engine/group-commit.ts';
import { ExchangeSubAccounts } from './engine/exchange-sub-accounts.ts';
import { termsAt } from '../../../kernel/catalog/market-terms.ts';
import type { ConditionalOrder } from './conditional/conditional-order.ts';
import type { FeesOf, Order } from './order.ts';
import { answerOrders } from './instances/answer-orders.ts';
import type { OrderMeter } from './instances/order-metrics.ts';
import { EnginePlaces } from './instances/engine-places.ts';
import { ReceivedDepth } from './instances/received-depth.ts';
import { RemoteOrders } from './instances/remote-orders.ts';
import { sendDepth } from './instances/send-depth.ts';
import type { AnswerTo, MemberCommand } from './commands.ts';

/** Without levels, members pay what the market asks. */
export const marketFees: FeesOf = (_memberId, instrument, at) => {
  const { makerFee, takerFee } = termsAt(instrument, at);
  return { maker: makerFee, taker: takerFee };
};

export interface EnginesDeps extends Pick<GroupCommitDeps, 'onRound'> {
  database: Database;
  clock: Clock;
  random: Random;
  log: Log;
  bus: Bus;
  leases: Leases;
  assets: AssetRegistry;
  instruments: InstrumentRegistry;
  prices: ReferencePrices;
  tape: MarketTape;
  readOnly: Pick<ReadOnly, 'since'>;
  mode: 'paper' | 'live';
  /** Absent: what the market asks. */
  feesOf?: FeesOf | undefined;
  /** Ed25519 with the key of evidence, beside the event loop. Absent: answers carry no signed numbers. */
  sign?: ((text: string) => Promise<Buffer>) | undefined;
  /** How often books are kept. Absent: as we chose. */
  bookPace?: BookPace | undefined;
  /** Counts orders from and to other instances. */
  meter: OrderMeter;
  /** Absent: nothing is traced. */
  tracing?: Tracing | undefined;
}

export interface Engines {
  readonly instruments: InstrumentRegistry;
  /** Those that this instance has now. */
  all(): readonly MatchingEngine[];
  /** Orders that were accepted since the start. */
  placed(): number;
  /** Undefined also when another instance has it. */
  find(symbol: string): MatchingEngine | undefined;
  /**
   * Carries a command out, wherever its engine is. Resolves once it has committed.
   * @throws a Refusal
   */
  submit<C extends MemberCommand>(instrumentId: number, command: C): Promise<AnswerTo<C>>;
  /** A resting order of an engine in this instance. */
  findOpen(orderId: number): Order | undefined;
  /** A conditional order that waits in an engine of this instance. */
  findWaiting(conditionalId: number): ConditionalOrder | undefined;
  /** Owner and instrument of a recently closed order; undefined when the cache does not know it. */
  findClosed(orderId: number): { memberId: number; instrumentId: number } | undefined;
  /** Competes for the engines. */
  open(): Promise<void>;
  /** Called each second: quotes must not outlive the price they are based on. */
  withdrawStale(): void;
  /** Called each second, until sub-accounts of the exchange may be used: not beside an instance that does not know them. */
  openSubAccounts(): Promise<void>;
  close(): Promise<void>;
}

export const createEngines = (deps: EnginesDeps): Engines => new LeasedEngines(deps);

export const leaseOf = ({ id }: Instrument) => `spot.engine.${id}`;

class LeasedEngines implements Engines {
  readonly instruments: InstrumentRegistry;
  private readonly deps: EnginesDeps;
  /** By instrument. */
  private readonly held = new Map<number, MatchingEngine>();
  private readonly groupCommit: GroupCommit;
  private readonly keeper: BookKeeper;
  private readonly subAccounts: ExchangeSubAccounts;
  private readonly closed = new ClosedOrderCache();
  private readonly places: EnginePlaces;
  private readonly elsewhere: RemoteOrders;
  private readonly received: ReceivedDepth;
  private readonly instance: string;
  private accepted = 0;
  private ends: (() => void)[] = [];
  private isClosed = false;

  constructor(deps: EnginesDeps) {
    this.deps = deps;
    this.instruments = deps.instruments;
    this.subAccounts = new ExchangeSubAccounts(deps);
    const { log, sign, bookPace: pace } = deps;
    this.keeper = new BookKeeper({ ...deps, pace });
    this.groupCommit = new GroupCommit({
      ...deps,
      subAccount: () => this.subAccounts.current(),
      confirm: sign && createConfirmOrders({ log, sign }),
    });
    this.instance = deps.random.token(9);
    const held = (instrumentId: number) => this.held.get(instrumentId);
    this.places = new EnginePlaces({
      bus: deps.bus,
      instance: this.instance,
      held: () => [...this.held].map(([id, { epoch }]) => [id, epoch] as const),
    });
    this.received = new ReceivedDepth(deps.bus, this.places);
    this.elsewhere = new RemoteOrders({ ...deps, places: this.places, held });
  }

  all(): readonly MatchingEngine[] {
    return [...this.held.values()];
  }

  placed(): number {
    return this.accepted;
  }

  find(symbol: string): MatchingEngine | undefined {
    const instrument = this.instruments.find(symbol);
    return instrument && this.held.get(instrument.id);
  }

  submit<C extends MemberCommand>(instrumentId: number, command: C): Promise<AnswerTo<C>> {
    const engine = this.held.get(instrumentId);
    if (engine === undefined) return this.elsewhere.submit(instrumentId, command);
    return engine.submit(command).catch((error: unknown) => {
      // The engine has moved before it touched the command.
      if (error instanceof NotTaken) return this.elsewhere.submit(instrumentId, command);
      throw error;
    });
  }

  findOpen(orderId: number): Order | undefined {
    for (const engine of this.held.values()) {
      const order = engine.openOrder(orderId);
      if (order !== undefined) return order;
    }
    return undefined;
  }

  findWaiting(conditionalId: number): ConditionalOrder | undefined {
    for (const engine of this.held.values()) {
      const order = engine.waitingConditional(conditionalId);
      if (order !== undefined) return order;
    }
    return undefined;
  }

  findClosed(orderId: number): { memberId: number; instrumentId: number } | undefined {
    return this.closed.find(orderId);
  }

  async open(): Promise<void> {
    const { bus, prices, tape, leases } = this.deps;
    this.ends.push(prices.subscribe((tick) => this.find(tick.symbol)?.quoteAround(tick)));
    if (bus.isConnected !== undefined) this.joinOthers();
    tape.provideDepth((symbol, levels) => this.depthOf(symbol, levels));
    this.ends.push(this.instruments.subscribe((listed) => this.competeFor(listed)));
    const works = [
      ...this.instruments.all.map((each) => this.workOn(each)),
      ...this.subAccounts.works(),
    ];
    await Promise.all(works.map((work) => leases.compete(work)));
  }

  /** Of markets that are listed while this instance runs. */
  private competeFor(listed: readonly Instrument[]): void {
    const { leases, log } = this.deps;
    for (const instrument of listed) {
      leases.compete(this.workOn(instrument)).catch((error: unknown) => {
        log.error({ err: error, symbol: instrument.symbol }, 'a new market has no engine here');
      });
    }
  }

  /** Without a network there are no other instances to tell or to hear. */
  private joinOthers(): void {
    const { bus, log, meter, tracing } = this.deps;
    const held = (instrumentId: number) => this.held.get(instrumentId);
    this.places.open();
    this.received.open();
    this.ends.push(
      answerOrders({ bus, log, meter, tracing, instance: this.instance, held }),
      sendDepth({ bus, instruments: this.instruments, held }),
      () => this.places.close(),
      () => this.received.close(),
    );
  }

  withdrawStale(): void {
    for (const engine of this.held.values()) engine.withdrawStale();
  }

  openSubAccounts(): Promise<void> {
    return this.subAccounts.open();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const end of this.ends.splice(0)) end();
    this.elsewhere.close();
    for (const engine of this.held.values()) engine.close();
    this.held.clear();
    await this.groupCommit.close();
    await this.keeper.close();
  }

  /** The life of an engine: it begins with the book as stored, and ends when its batches in flight have committed. */
  private workOn(instrument: Instrument): LeasedWork {
    let engine: MatchingEngine | undefined;
    // An engine that is opened anew answers a repeated request as the one before.
    const confirmed = new Map<number, string>();
    return {
      name: leaseOf(instrument),
      begin: async () => {
        if (this.isClosed) throw new Error('the engines are closed');
        engine = this.newEngine(instrument, confirmed);
        await engine.open();
        this.held.set(instrument.id, engine);
        const tick = this.deps.prices.latest(instrument.symbol);
        if (tick !== undefined) engine.quoteAround(tick);
        this.places.announce();
      },
      end: async () => {
        if (engine === undefined) return;
        if (this.held.get(instrument.id) === engine) this.held.delete(instrument.id);
        this.places.announce();
        engine.close();
        await this.groupCommit.settle();
      },
    };
  }

  private newEngine(instrument: Instrument, confirmed: Map<number, string>): MatchingEngine {
    const { database, leases, random, log, prices, readOnly, mode } = this.deps;
    const { feesOf = marketFees } = this.deps;
    const { groupCommit } = this;
    const { clock = this.deps.clock } = leases;
    return new MatchingEngine({
      database,
      groupCommit,
      keeper: this.keeper,
      confirmed,
      clock,
      random,
      log,
      prices,
      readOnly,
      mode,
      feesOf,
      instrument,
      onCommitted: (batch) => this.afterCommit(batch),
      onFenced: () => this.afterFencing(instrument),
    });
  }

  private afterCommit({ inserted, changed, conditionals }: PlannedBatch): void {
    this.accepted += inserted.length;
    this.closed.remember(inserted);
    this.closed.remember(changed);
    const waiting = conditionals.inserted.length + conditionals.changed.length;
    if (inserted.length + changed.length + waiting > 0)
      this.deps.bus.publish(MEMBER_EVENTS_WAKE, null);
  }

  /** The engine has closed itself; a new one begins here when the lease is free. */
  private afterFencing(instrument: Instrument): void {
    const { log, leases } = this.deps;
    const { symbol } = instrument;
    log.warn({ symbol }, 'a matching engine was fenced and has closed');
    leases.giveBack(leaseOf(instrument)).catch((error: unknown) => {
      log.error({ err: error, symbol }, 'the lease of a fenced engine could not be returned');
    });
  }

  /** Undefined before a market's book is open, here or in another instance. */
  private depthOf(symbol: string, levels: number): Depth | undefined {
    const instrument = this.instruments.find(symbol);
    if (instrument === undefined) return undefined;
    const engine = this.held.get(instrument.id);
    if (engine === undefined) return this.received.read(instrument.id, levels);
    return depthOf(instrument, engine, levels);
  }
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
