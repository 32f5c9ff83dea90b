/**
 * The matching engine of one instrument: the only writer of its book. An order passes five phases: admit (`submit`), match
 * (`plan.ts`), write (`round.ts`), commit (`group-commit.ts`) and publish (`engines.ts`).
 */
import { OrderBook } from '@tern/matching';
import type { Price } from '@tern/money';
import { type Instrument, instrumentState } from '../../../../kernel/catalog/instruments.ts';
import { type ReadOnly, readOnlyRefusal } from '../../../../kernel/invariants/read-only.ts';
import {
  isFresh,
  type ReferencePrices,
  type ReferenceTick,
} from '../../../../kernel/prices/reference-prices.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { isOpen } from '../../../../kernel/catalog/trading-hours.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { isUnavailable, UnknownOutcome } from '../../../../platform/database/database-errors.ts';
import type { Database, Tx } from '../../../../platform/database/database.ts';
import type { Log } from '../../../../platform/log.ts';
import type { Random } from '../../../../platform/random.ts';
import { currentTrace } from '../../../../platform/tracing/trace.ts';
import type { ConditionalOrder } from '../conditional/conditional-order.ts';
import type { FeesOf, Order } from '../order.ts';
import { createUnits, type Units } from '../rules.ts';
import { findOpenOrders } from '../store.ts';
import {
  type EngineLease,
  lastRecordedAt,
  renewEngineLease,
  takeEngineLease,
} from '../store-engine.ts';
import { answerCallers } from './answer-callers.ts';
import { type Batch, Fenced, type PlannedBatch, Undecided } from './batch.ts';
import { faultsOfAttached, faultsOfBook, faultsOfPairs, faultsOfStored } from './compare-book.ts';
import type { BookKeeper } from './book-keeper.ts';
import { termsOf } from './command-record.ts';
import { bookShapeOf, exchangeQuotes } from './exchange-quotes.ts';
import { EngineIds } from './ids.ts';
import { areQuotesQuiet } from './plan.ts';
import type { BatchedEngine, InFlightBatch, PendingCommand } from './round.ts';
import {
  afterBatch,
  afterQuietQuotes,
  beginningAt,
  changesQuotes,
  type RecordState,
} from './record-state.ts';
import { type TakenTicks, TriggerWatch } from './trigger-watch.ts';
import type { AnswerTo, MemberCommand } from '../commands.ts';

const OUTCOME_RETRY_MS = 250;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export interface EngineDeps {
  database: Database;
  /** Commits the batches of all engines together. */
  groupCommit: { wake(engine: BatchedEngine): void };
  clock: Clock;
  random: Random;
  log: Log;
  instrument: Instrument;
  /** Keeps its book from time to time. */
  keeper: Pick<BookKeeper, 'take' | 'keep'>;
  /** What orders of its market were answered with lately, by their ids, for repeated requests; it outlives the engine. */
  confirmed: Map<number, string>;
  prices: ReferencePrices;
  /** In read-only mode commands are refused and quotes wait. */
  readOnly: Pick<ReadOnly, 'since'>;
  /** In live mode the exchange quotes nothing: members trade with each other (ADR 62). */
  mode: 'paper' | 'live';
  feesOf: FeesOf;
  /** Another instance's engine has the lease, or the book is in doubt: this one stays closed. */
  onFenced(): void;
  /** After each commit, for the feeds. */
  onCommitted(result: PlannedBatch): void;
}

/** The engine has ended before it touched the command, which can be sent to the next one. */
export class NotTaken extends Refusal {
  constructor() {
    super('busy');
  }
}

export class MatchingEngine implements BatchedEngine {
  readonly book = new OrderBook();
  /** Grows with each change of the book. */
  version = 0;
  isClosed = false;
  private readonly deps: EngineDeps;
  private readonly units: Units;
  private readonly openOrders = new Map<number, Order>();
  private readonly ids = new EngineIds();
  private lease: EngineLease = { epoch: 0, lastBatch: '', lastNumber: 0 };
  private pending: PendingCommand[] = [];
  /** Oldest first. */
  private readonly inFlight: InFlightBatch[] = [];
  private tick: ReferenceTick | undefined;
  private isQuoteDue = false;
  /** The terms that the record has of this engine. */
  private terms = '';
  private record: RecordState = beginningAt({ last: 0, at: 0 });
  private lastQuoteId = 0;
  private lastReceivedAt = 0;
  private readonly watch: TriggerWatch;

  constructor(deps: EngineDeps) {
    this.deps = deps;
    this.units = createUnits(deps.instrument);
    this.watch = new TriggerWatch(deps.instrument);
  }

  get instrumentId(): number {
    return this.deps.instrument.id;
  }

  /** Decimal places of the quote asset. */
  get quoteScale(): number {
    return this.deps.instrument.quoteScale;
  }

  get epoch(): number {
    return this.lease.epoch;
  }

  /** Takes the lease from any earlier engine and rebuilds the book from the open orders. */
  async open(): Promise<void> {
    await this.deps.database.transaction(async (tx) => {
      this.lease = await takeEngineLease(tx, this.deps.instrument.id);
      const at = await lastRecordedAt(tx, this.deps.instrument.id);
      this.record = beginningAt({ last: this.lease.lastNumber, at });
      this.lastReceivedAt = at;
      await this.loadBook(tx);
    });
  }

  /** Refuses every pending and later command as `NotTaken`. */
  close(): void {
    this.isClosed = true;
    for (const { reject } of this.pending.splice(0)) reject(new NotTaken());
  }

  /** Admits a command. Resolves once it has committed. @throws a Refusal */
  submit<C extends MemberCommand>(command: C): Promise<AnswerTo<C>> {
    if (this.isClosed) return Promise.reject(new NotTaken());
    const since = this.deps.readOnly.since();
    if (since !== undefined) return Promise.reject(readOnlyRefusal(since));
    return new Promise((resolve, reject) => {
      const answer = resolve as PendingCommand['resolve'];
      this.lastReceivedAt = Math.max(this.lastReceivedAt, this.deps.clock.now());
      const receivedAt = this.lastReceivedAt;
      this.pending.push({ command, resolve: answer, reject, receivedAt, trace: currentTrace() });
      this.deps.groupCommit.wake(this);
    });
  }

  /** A resting order as of the last commit. */
  openOrder(id: number): Order | undefined {
    return this.openOrders.get(id);
  }

  /** A conditional order that waits as of the last commit. */
  waitingConditional(id: number): ConditionalOrder | undefined {
    return this.watch.waiting.get(id);
  }

  /** Whether its committed state is that of this lease. */
  isAt({ epoch, lastBatch }: EngineLease): boolean {
    return this.lease.epoch === epoch && this.lease.lastBatch === lastBatch;
  }

  /** Differences between the book, the open orders in memory, and those stored as of the last commit. */
  bookFaults(stored: readonly Order[]): string[] {
    const expected = new Map(this.openOrders);
    for (const { planned } of this.inFlight) keepOpen(expected, planned);
    return [
      ...faultsOfBook(this.book, expected, this.units),
      ...faultsOfStored(this.openOrders, stored),
      ...faultsOfPairs(this.watch.waiting.values(), this.openOrders),
      ...faultsOfAttached(this.watch.waiting.values(), this.openOrders, this.deps.instrument),
    ];
  }

  /** Quotes the exchange's levels around a new reference price with the next batch. */
  quoteAround(tick: ReferenceTick): void {
    this.tick = tick;
    this.watch.receive(tick, this.deps.readOnly.since() !== undefined);
    this.wantQuotes();
  }

  /** Withdraws the exchange quotes once their price is too old to trade on or the market has closed. */
  withdrawStale(): void {
    if (this.record.quoteIds.length === 0 || this.tradableTick(this.deps.clock.now()) !== undefined)
      return;
    this.wantQuotes();
  }

  private wantQuotes(): void {
    this.isQuoteDue = true;
    if (this.hasWork) this.deps.groupCommit.wake(this);
  }

  /** Pending commands. */
  get queued(): number {
    return this.pending.length;
  }

  /** Only new quotes are pending, and they must follow the batches in flight. */
  get hasToWait(): boolean {
    return this.pending.length === 0 && this.inFlight.length > 0;
  }

  get hasWork(): boolean {
    if (this.isClosed) return false;
    return this.pending.length > 0 || (this.isQuoteDue && this.deps.readOnly.since() === undefined);
  }

  take(most: number): PendingCommand[] {
    return this.pending.splice(0, most);
  }

  /** True when new quotes caused no trade, which needs no transaction. */
  requoteQuietly(): boolean {
    const inFlight = this.begin([]);
    if (!areQuotesQuiet(inFlight.batch)) {
      this.rollBack(inFlight);
      return false;
    }
    this.inFlight.shift();
    this.book.commit();
    this.watch.commit(undefined);
    this.record = afterQuietQuotes(this.record, inFlight.batch);
    this.rememberQuotes(inFlight.batch);
    this.version += 1;
    return true;
  }

  hasIdsFor(commands: number): boolean {
    return this.ids.has(commands + this.watch.most(this.inFlight), this.book.size);
  }

  drawIds(tx: Tx, commands: number): Promise<void> {
    return this.ids.draw(tx, commands + this.watch.most(this.inFlight), this.book.size);
  }

  /** Starts a batch of these commands on the book. */
  begin(pending: PendingCommand[]): InFlightBatch {
    const now = this.deps.clock.now();
    const taken = this.watch.take(now);
    const inFlight = {
      engine: this,
      pending,
      batch: this.newBatch(pending, { now, taken }),
      planned: undefined,
      recordBefore: this.record,
      taken,
    };
    this.book.begin();
    this.watch.begin();
    this.inFlight.push(inFlight);
    return inFlight;
  }

  /** Called when the newest batch is matched. */
  setPlanned(newest: InFlightBatch, planned: PlannedBatch): void {
    newest.planned = planned;
    this.record = afterBatch(this.record, planned);
    this.rememberQuotes(newest.batch);
    const { instrument, engine, mode, recordPlace } = newest.batch;
    if (recordPlace.statesTerms) {
      this.terms = termsOf(instrument, { epoch: engine.epoch, quotes: mode === 'paper' });
    }
    newest.book = this.deps.keeper.take(planned.recorded, {
      book: this.book,
      units: this.units,
      terms: this.terms,
      quoteIds: this.record.quoteIds,
      find: (id) => orderAfter(this.inFlight, id) ?? this.openOrders.get(id),
    });
  }

  /** Undoes the newest batch. */
  rollBack({ batch, recordBefore, taken }: InFlightBatch): void {
    this.inFlight.pop();
    this.book.rollback();
    this.watch.rollBack(taken);
    this.record = recordBefore;
    this.isQuoteDue ||= changesQuotes(batch) || taken.ticks.length > 0;
  }

  /** Called when the oldest batch has committed: publishes it and answers its callers. */
  commit({ batch, pending, planned, confirmations, book }: InFlightBatch): void {
    this.inFlight.shift();
    this.book.commit();
    this.watch.commit(planned);
    this.lease.lastBatch = batch.name;
    keepOpen(this.openOrders, planned);
    this.version += 1;
    this.publish(planned!);
    if (book !== undefined) this.deps.keeper.keep(book);
    const answered = { pending, planned: planned!, confirmations, recent: this.deps.confirmed };
    void answerCallers(this.deps.database, answered, (left, error) => this.refuse(left, error));
    this.ids.drawAhead(this.deps, this.book.size, this.watch.most(this.inFlight));
  }

  /**
   * Rejects callers with the error, or with `busy` when the engine or the database is unavailable; after `Undecided` it says that
   * the outcome is unknown.
   */
  refuse(pending: readonly PendingCommand[], error: unknown): void {
    if (error instanceof Fenced && !this.isClosed) {
      this.close();
      this.deps.onFenced();
    }
    // An instance that sent the command here passes on refusals only.
    const isBusy =
      error instanceof Fenced || error instanceof UnknownOutcome || isUnavailable(error);
    if (!(error instanceof Refusal))
      this.deps.log.warn({ err: error }, 'a matching engine could not commit a batch');
    const busy = () =>
      new Refusal('busy', error instanceof Undecided ? { text: 'order.unknown' } : {});
    for (const { reject } of pending) reject(isBusy ? busy() : error);
  }

  /**
   * After a lost connection: the batches in flight that have committed, found by the name of the last one. Renewing the
   * lease waits for a batch that is still being written and refuses any that arrives later; it is itself a commit, so
   * what it returns is as durable as one. Undefined when the engine was closed meanwhile or another one has the lease: they
   * may have committed.
   * @throws `Fenced` when the last batch is none of this engine's: the database is a promoted server that lacks
   * acknowledged batches, and the book is ahead of it
   */
  async findCommitted(): Promise<ReadonlySet<InFlightBatch> | undefined> {
    const { database, instrument, log } = this.deps;
    for (;;) {
      try {
        const engine = { instrumentId: instrument.id, epoch: this.lease.epoch };
        const lease = await database.transaction((tx) => renewEngineLease(tx, engine));
        if (lease === undefined) return undefined;
        const last = this.inFlight.findIndex(({ batch }) => batch.name === lease.lastBatch);
        if (last < 0 && lease.lastBatch !== this.lease.lastBatch) {
          throw new Fenced('the database lacks batches that this engine has committed');
        }
        this.lease = lease;
        return new Set(this.inFlight.slice(0, last + 1));
      } catch (error) {
        if (error instanceof Fenced) throw error;
        // A caller that retries with its key gets the answer from the next engine.
        if (this.isClosed) return undefined;
        log.warn({ err: error }, 'the outcome of a batch is still unknown');
        await pause(OUTCOME_RETRY_MS);
      }
    }
  }

  private newBatch(
    pending: readonly PendingCommand[],
    { now, taken }: { now: number; taken: TakenTicks },
  ): Batch {
    const { instrument, feesOf } = this.deps;
    const tick = this.tradableTick(now);
    // Quotes around a price that is too old to trade on are withdrawn before an order can match them.
    const { quoteIds, isStated, unrecorded, last, at } = this.record;
    const mustQuote = this.isQuoteDue || (tick === undefined && quoteIds.length > 0);
    this.isQuoteDue = false;
    const { epoch, lastBatch } = this.lease;
    const quotes = mustQuote && tick !== undefined ? this.exchangeQuotes(tick) : [];
    const withdrawn = mustQuote ? quoteIds : [];
    const isReplaced = changesQuotes({ withdrawn, quotes });
    const received = pending.map(({ receivedAt }) => receivedAt);
    const watched = this.watch.inBatch(taken, { inFlight: this.inFlight, tick: this.tick });
    const isOfMembers = instrument.pricedBy === 'members';
    return {
      name: `${epoch}:${now}:${this.deps.random.token(9)}`,
      before: this.inFlight.at(-1)?.batch.name ?? lastBatch,
      engine: { instrumentId: instrument.id, epoch },
      instrument,
      units: this.units,
      book: this.book,
      openOrder: (id) => orderAfter(this.inFlight, id) ?? this.openOrders.get(id),
      feesOf: (memberId) => feesOf(memberId, instrument, now),
      commands: pending.map((each) => each.command),
      tick,
      // The own trades are known here before their reference price is.
      lastPrice: isOfMembers ? watched.lastTrade?.price : this.lastPrice(),
      now,
      withdrawn,
      quotes,
      firstQuoteId: this.lastQuoteId - 1,
      recordPlace: {
        first: last + 1,
        at: Math.max(now, at, ...received.slice(-1)),
        received,
        statesTerms: !isStated,
        unrecorded: isReplaced ? undefined : unrecorded,
        firstQuoteId: isReplaced ? this.lastQuoteId - 1 : (quoteIds[0] ?? 0),
      },
      recordSecret: Buffer.from(this.deps.random.token(16), 'base64url').toString('hex'),
      mode: this.deps.mode,
      orderIds: this.ids.orders,
      tradeIds: this.ids.trades,
      ...watched,
    };
  }

  private exchangeQuotes(tick: ReferenceTick) {
    const { instrument, mode } = this.deps;
    if (mode === 'live') return [];
    return exchangeQuotes({ ...instrument, shape: bookShapeOf(instrument) }, this.units, tick);
  }

  private tradableTick(now: number): ReferenceTick | undefined {
    const { tick } = this;
    if (tick === undefined || !isFresh(tick.at, now)) return undefined;
    const { state, hours, pricedBy } = this.deps.instrument;
    const isTradable = state === instrumentState.normal && isOpen(hours, now);
    return isTradable && pricedBy !== 'members' ? tick : undefined;
  }

  private lastPrice(): Price | undefined {
    return this.tick?.price ?? this.deps.prices.latest(this.deps.instrument.symbol)?.price;
  }

  private rememberQuotes(batch: Batch): void {
    if (!changesQuotes(batch)) return;
    this.lastQuoteId = batch.firstQuoteId - batch.quotes.length;
  }

  /** A failing listener cannot undo a commit. */
  private publish(planned: PlannedBatch): void {
    try {
      this.deps.onCommitted(planned);
    } catch (error) {
      this.deps.log.error({ err: error }, 'a listener of a matching engine failed');
    }
  }

  private async loadBook(tx: Tx): Promise<void> {
    await this.watch.load(tx);
    for (const order of await findOpenOrders(tx, this.deps.instrument.id)) {
      this.openOrders.set(order.id, order);
      const open = this.units.lotsOf(order.quantity!) - this.units.lotsOf(order.filledQuantity);
      this.book.place({
        id: order.id,
        owner: order.memberId,
        side: order.side,
        kind: 'limit',
        priceTicks: this.units.ticksOf(order.limitPrice!),
        lots: open,
      });
    }
  }
}

/** Adds the orders that a batch leaves open, removes those it closes. */
function keepOpen(orders: Map<number, Order>, planned: PlannedBatch | undefined): void {
  for (const order of [...(planned?.inserted ?? []), ...(planned?.changed ?? [])]) {
    if (order.status === 'open') orders.set(order.id, order);
    else orders.delete(order.id);
  }
}

/** The order after the newest batch in flight that changes it. */
function orderAfter(batches: readonly InFlightBatch[], id: number): Order | undefined {
  for (let at = batches.length - 1; at >= 0; at -= 1) {
    const order = batches[at]!.planned?.find(id);
    if (order !== undefined) return order;
  }
  return undefined;
}
