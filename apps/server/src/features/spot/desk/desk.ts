/** The desk: the single writer of one instrument; its batches are carried out by the shared commits (design §4). */
import { OrderBook } from '@tern/matching';
import type { Price } from '@tern/money';
import { isFresh, type ReferenceTick } from '../../../kernel/reference-prices.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { isOpen } from '../../../kernel/trading-hours.ts';
import { isConnectionFailure, UnknownOutcome } from '../../../platform/database/database-errors.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { MemberCommand, Order } from '../order.ts';
import type { OrderRow } from '../order-row.ts';
import { findOpenOrders } from '../store.ts';
import { renewDeskPlace, takeOverDesk } from '../store-desk.ts';
import { answerWaiting } from './answer-waiting.ts';
import { areQuotesQuiet, type Batch, Fenced, type Planned } from './batch.ts';
import type { DeskDeps } from './desk-deps.ts';
import { DeskIds } from './desk-ids.ts';
import type { Flight, FlightDesk, Waiting } from './flight.ts';
import { bookShapeOf } from './book-shape.ts';
import { houseQuotes } from './house-quotes.ts';
import { createSteps, type Steps } from './steps.ts';

const OUTCOME_RETRY_MS = 250;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class Desk implements FlightDesk {
  readonly book = new OrderBook();
  /** Grows with each batch that changed the book; depth snapshots carry it. */
  version = 0;
  isClosed = false;
  private readonly deps: DeskDeps;
  private readonly steps: Steps;
  private readonly openOrders = new Map<number, Order>();
  private readonly ids = new DeskIds();
  private place = { epoch: 0, lastBatch: '' };
  private waiting: Waiting[] = [];
  /** Oldest first. */
  private readonly flights: Flight[] = [];
  private tick: ReferenceTick | undefined;
  private isQuoteDue = false;
  private houseIds: number[] = [];
  private lastHouseId = 0;

  constructor(deps: DeskDeps) {
    this.deps = deps;
    this.steps = createSteps(deps.instrument);
  }

  /** Decimal places of what buyers pay. */
  get quoteScale(): number {
    return this.deps.instrument.quoteScale;
  }

  /** Takes the desk over from any earlier one and rebuilds the book from the open orders. */
  async open(): Promise<void> {
    await this.deps.database.transaction(async (tx) => {
      this.place = await takeOverDesk(tx, this.deps.instrument.id);
      await this.loadBook(tx);
    });
  }

  /** What waits and whatever comes later is refused with 5006. */
  close(): void {
    this.isClosed = true;
    for (const { reject } of this.waiting.splice(0)) reject(new Refusal(5006));
  }

  /** Resolves once the command is durable and settled. Fails with: a Refusal. */
  submit(command: MemberCommand): Promise<{ order: OrderRow }> {
    if (this.isClosed) return Promise.reject(new Refusal(5006));
    return new Promise((resolve, reject) => {
      this.waiting.push({ command, resolve, reject });
      this.deps.commits.wake(this);
    });
  }

  /** An order that rests in the book as of the last commit. */
  openOrder(id: number): Order | undefined {
    return this.openOrders.get(id);
  }

  /** A new reference price: the house quotes anew with the next batch. */
  quoteAround(tick: ReferenceTick): void {
    this.tick = tick;
    this.wantQuotes();
  }

  /** Withdraws the house's quotes once their price is too old to trade on or the market has closed. */
  withdrawStale(): void {
    if (this.houseIds.length === 0 || this.tradableTick(this.deps.clock.now()) !== undefined)
      return;
    this.wantQuotes();
  }

  private wantQuotes(): void {
    this.isQuoteDue = true;
    if (!this.isClosed) this.deps.commits.wake(this);
  }

  /** Commands that wait. */
  get queued(): number {
    return this.waiting.length;
  }

  /** Nothing waits but the house, and its quotes must wait for the batches under way. */
  get hasToWait(): boolean {
    return this.waiting.length === 0 && this.flights.length > 0;
  }

  get hasWork(): boolean {
    return !this.isClosed && (this.waiting.length > 0 || this.isQuoteDue);
  }

  take(most: number): Waiting[] {
    return this.waiting.splice(0, most);
  }

  /** True when the house has quoted anew without trading, which concerns nobody but this process. */
  requoteQuietly(): boolean {
    const flight = this.begin([]);
    if (!areQuotesQuiet(flight.job)) {
      this.takeBack(flight);
      return false;
    }
    this.flights.shift();
    this.book.commit();
    this.keepQuotes(flight.job.batch);
    this.version += 1;
    return true;
  }

  hasIdsFor(commands: number): boolean {
    return this.ids.has(commands, this.book.size);
  }

  drawIds(tx: Tx, commands: number): Promise<void> {
    return this.ids.draw(tx, commands, this.book.size);
  }

  /** A batch of these commands, on a new step of the book. */
  begin(taken: Waiting[]): Flight {
    const job = { batch: this.newBatch(taken), market: this.deps };
    const flight = { desk: this, taken, job, planned: undefined, houseIdsBefore: this.houseIds };
    this.book.begin();
    this.flights.push(flight);
    return flight;
  }

  /** What the newest batch will come to. */
  expect(flight: Flight, planned: Planned): void {
    flight.planned = planned;
    this.keepQuotes(flight.job.batch);
  }

  /** The newest batch did not happen. */
  takeBack({ job, houseIdsBefore }: Flight): void {
    this.flights.pop();
    this.book.rollback();
    this.houseIds = houseIdsBefore;
    this.isQuoteDue ||= touchesQuotes(job.batch);
  }

  /** The oldest batch stands: those in it are answered. */
  land({ job, taken, planned }: Flight): void {
    this.flights.shift();
    this.book.commit();
    this.place.lastBatch = job.batch.name;
    for (const order of [...planned!.inserted, ...planned!.changed]) {
      if (order.status === 'open') this.openOrders.set(order.id, order);
      else this.openOrders.delete(order.id);
    }
    this.version += 1;
    this.tell(planned!);
    const batch = { taken, planned: planned! };
    void answerWaiting(this.deps.database, batch, (left, error) => this.refuse(left, error));
    this.ids.drawAhead(this.deps, this.book.size);
  }

  /** Nobody is told more than that it did not work, unless it is the command's own fault. */
  refuse(taken: readonly Waiting[], error: unknown): void {
    if (error instanceof Fenced && !this.isClosed) {
      this.close();
      this.deps.onFenced();
    }
    const isOutOfReach =
      error instanceof Fenced || error instanceof UnknownOutcome || isConnectionFailure(error);
    if (!(error instanceof Refusal))
      this.deps.log.warn({ err: error }, 'a desk could not commit a batch');
    for (const { reject } of taken) reject(isOutOfReach ? new Refusal(5006) : error);
  }

  /** The connection broke: which of the batches under way stand, by the name of the last. None when closed before it could be read. */
  async standing(): Promise<ReadonlySet<Flight>> {
    const { database, instrument, log } = this.deps;
    for (;;) {
      try {
        const desk = { instrumentId: instrument.id, epoch: this.place.epoch };
        const place = await database.transaction((tx) => renewDeskPlace(tx, desk));
        if (place !== undefined) this.place = place;
        const last = this.flights.findIndex(({ job }) => job.batch.name === place?.lastBatch);
        return new Set(this.flights.slice(0, last + 1));
      } catch (error) {
        // Whoever asks again with the same key learns it from the next desk.
        if (this.isClosed) return new Set();
        log.warn({ err: error }, 'the outcome of a batch is still unknown');
        await pause(OUTCOME_RETRY_MS);
      }
    }
  }

  private newBatch(taken: readonly Waiting[]): Batch {
    const now = this.deps.clock.now();
    const { instrument } = this.deps;
    const tick = this.tradableTick(now);
    // Quotes around a price that is too old to trade on are withdrawn before anyone can hit them.
    const mustQuote = this.isQuoteDue || (tick === undefined && this.houseIds.length > 0);
    this.isQuoteDue = false;
    const { epoch, lastBatch } = this.place;
    return {
      name: `${epoch}:${now}:${this.deps.random.token(9)}`,
      before: this.flights.at(-1)?.job.batch.name ?? lastBatch,
      desk: { instrumentId: instrument.id, epoch },
      book: this.book,
      steps: this.steps,
      openOrder: (id) => orderAfter(this.flights, id) ?? this.openOrders.get(id),
      commands: taken.map((each) => each.command),
      tick,
      lastPrice: this.lastPrice(),
      now,
      withdrawn: mustQuote ? this.houseIds : [],
      quotes: mustQuote && tick !== undefined ? this.houseQuotes(tick) : [],
      firstHouseId: this.lastHouseId - 1,
      orderIds: this.ids.orders,
      tradeIds: this.ids.trades,
    };
  }

  private houseQuotes(tick: ReferenceTick) {
    const { instrument } = this.deps;
    return houseQuotes({ ...instrument, shape: bookShapeOf(instrument) }, this.steps, tick);
  }

  private tradableTick(now: number): ReferenceTick | undefined {
    const { tick } = this;
    if (tick === undefined || !isFresh(tick.at, now)) return undefined;
    return isOpen(this.deps.instrument.hours, now) ? tick : undefined;
  }

  private lastPrice(): Price | undefined {
    return this.tick?.price ?? this.deps.prices.latest(this.deps.instrument.symbol)?.price;
  }

  private keepQuotes(batch: Batch): void {
    if (!touchesQuotes(batch)) return;
    this.houseIds = batch.quotes.map((_quote, index) => batch.firstHouseId - index);
    this.lastHouseId = batch.firstHouseId - batch.quotes.length;
  }

  /** What is durable stays so, whatever a listener makes of it. */
  private tell(planned: Planned): void {
    try {
      this.deps.onCommitted(planned);
    } catch (error) {
      this.deps.log.error({ err: error }, 'a listener of a desk failed');
    }
  }

  private async loadBook(tx: Tx): Promise<void> {
    for (const order of await findOpenOrders(tx, this.deps.instrument.id)) {
      this.openOrders.set(order.id, order);
      const open = this.steps.lotsOf(order.quantity!) - this.steps.lotsOf(order.filledQuantity);
      this.book.place({
        id: order.id,
        owner: order.memberId,
        side: order.side,
        kind: 'limit',
        priceTicks: this.steps.ticksOf(order.limitPrice!),
        lots: open,
      });
    }
  }
}

const touchesQuotes = ({ withdrawn, quotes }: Batch) => withdrawn.length > 0 || quotes.length > 0;

/** The order as the newest batch under way that touches it leaves it. */
function orderAfter(flights: readonly Flight[], id: number): Order | undefined {
  for (let at = flights.length - 1; at >= 0; at -= 1) {
    const order = flights[at]!.planned?.find(id);
    if (order !== undefined) return order;
  }
  return undefined;
}
