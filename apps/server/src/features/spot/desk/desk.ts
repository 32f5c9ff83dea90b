/** The desk: the single writer of one instrument, working in natural batches (design §4). */
import { OrderBook } from '@tern/matching';
import type { Price } from '@tern/money';
import { type ReferenceTick, STALE_AFTER_MS } from '../../../kernel/reference-prices.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { isOpen } from '../../../kernel/trading-hours.ts';
import { isConnectionFailure, UnknownOutcome } from '../../../platform/database/database-errors.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type Batch, Fenced, isWorthRepeating, quoteOnly } from './batch.ts';
import type { BatchResult } from './batch-result.ts';
import type { DeskDeps } from './desk-deps.ts';
import { houseQuotes } from './house-quotes.ts';
import { IdBlocks } from './id-blocks.ts';
import type { MemberCommand, Order } from '../order.ts';
import type { OrderRow } from '../order-row.ts';
import { SharedFailure } from './shared-commits.ts';
import { createSteps, type Steps } from './steps.ts';
import { findOpenOrders } from '../store.ts';
import { lastBatchOf, takeOverDesk } from '../store-desk.ts';

interface Waiting {
  command: MemberCommand;
  resolve(answer: { order: OrderRow }): void;
  reject(reason: unknown): void;
}

const BATCH_MAX = 500;
const ATTEMPTS_MAX = 6;
const OUTCOME_RETRY_MS = 250;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class Desk {
  readonly book = new OrderBook();
  /** Grows with each batch that changed the book; depth snapshots carry it. */
  version = 0;
  private readonly deps: DeskDeps;
  private readonly steps: Steps;
  private readonly openOrders = new Map<number, Order>();
  private readonly orderIds = new IdBlocks('orders');
  private readonly tradeIds = new IdBlocks('trades');
  private epoch = 0;
  private waiting: Waiting[] = [];
  private tick: ReferenceTick | undefined;
  private isQuoteDue = false;
  private houseIds: number[] = [];
  private lastHouseId = 0;
  private running: Promise<void> | undefined;
  private isClosed = false;

  constructor(deps: DeskDeps) {
    this.deps = deps;
    this.steps = createSteps(deps.instrument);
  }

  /** Takes the desk over from any earlier one and rebuilds the book from the open orders. */
  async open(): Promise<void> {
    await this.deps.database.transaction(async (tx) => {
      this.epoch = await takeOverDesk(tx, this.deps.instrument.id);
      await this.loadBook(tx);
    });
  }

  /** Waits for the batch under way; later commands are refused with 5006. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.running;
    for (const { reject } of this.waiting.splice(0)) reject(new Refusal(5006));
  }

  /** Resolves once the command is durable and settled. Fails with: a Refusal. */
  submit(command: MemberCommand): Promise<{ order: OrderRow }> {
    if (this.isClosed) return Promise.reject(new Refusal(5006));
    return new Promise((resolve, reject) => {
      this.waiting.push({ command, resolve, reject });
      this.wake();
    });
  }

  /** An order that rests in the book as of the last commit. */
  openOrder(id: number): Order | undefined {
    return this.openOrders.get(id);
  }

  /** A new reference price: the house quotes anew with the next batch. */
  quoteAround(tick: ReferenceTick): void {
    this.tick = tick;
    this.isQuoteDue = true;
    this.wake();
  }

  /** Withdraws the house's quotes once their price is too old to trade on or the market has closed. */
  withdrawStale(): void {
    if (this.houseIds.length === 0 || this.tradableTick(this.deps.clock.now()) !== undefined)
      return;
    this.isQuoteDue = true;
    this.wake();
  }

  private wake(): void {
    if (this.isClosed || this.running !== undefined) return;
    this.running = this.work().finally(() => {
      this.running = undefined;
      if (this.waiting.length > 0 || this.isQuoteDue) this.wake();
    });
  }

  /** While one batch commits the next one gathers; there is no timer. */
  private async work(): Promise<void> {
    // Everything that arrived in this turn of the event loop joins the first batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (!this.isClosed && (this.waiting.length > 0 || this.isQuoteDue)) {
      await this.deps.commits.turn();
      const taken = this.waiting.splice(0, BATCH_MAX);
      await this.carryOut(taken);
    }
  }

  private async carryOut(taken: Waiting[], { isAlone = false } = {}): Promise<void> {
    let mustBeAlone = isAlone;
    for (let attempt = 1; ; attempt += 1) {
      const batch = this.newBatch(taken);
      this.book.begin();
      try {
        const result = await this.run(batch, mustBeAlone);
        this.adopt(batch, result);
        this.answer(taken, result);
        return;
      } catch (error) {
        if (error instanceof UnknownOutcome && (await this.didCommit(batch))) {
          this.adopt(batch, batch.result!);
          this.answer(taken, batch.result!);
          return;
        }
        this.book.rollback();
        mustBeAlone ||= error instanceof SharedFailure;
        const mayTryAgain = error instanceof SharedFailure || isWorthRepeating(error);
        if (attempt < ATTEMPTS_MAX && mayTryAgain) continue;
        await this.giveUp(taken, error);
        return;
      }
    }
  }

  private async run(batch: Batch, isAlone: boolean): Promise<BatchResult> {
    const { deps } = this;
    const quiet = quoteOnly(batch, deps);
    if (quiet !== undefined) return quiet;
    const job = { batch, deps };
    return isAlone ? deps.commits.runAlone(job) : deps.commits.run(job);
  }

  /** One member that cannot afford a command must not spoil the others': each is tried alone. */
  private async giveUp(taken: Waiting[], error: unknown): Promise<void> {
    if (isWorthRepeating(error) && taken.length > 1) {
      for (const each of taken) await this.carryOut([each], { isAlone: true });
      return;
    }
    if (error instanceof Fenced) {
      this.isClosed = true;
      this.deps.onFenced();
    }
    const isOutOfReach =
      error instanceof Fenced || error instanceof UnknownOutcome || isConnectionFailure(error);
    if (!(error instanceof Refusal))
      this.deps.log.warn({ err: error }, 'a desk could not commit a batch');
    for (const { reject } of taken) reject(isOutOfReach ? new Refusal(5006) : error);
  }

  private newBatch(taken: readonly Waiting[]): Batch {
    const now = this.deps.clock.now();
    const { instrument } = this.deps;
    const tick = this.tradableTick(now);
    // Quotes around a price that is too old to trade on are withdrawn before anyone can hit them.
    const mustQuote = this.isQuoteDue || (tick === undefined && this.houseIds.length > 0);
    this.isQuoteDue = false;
    return {
      name: `${this.epoch}:${now}:${this.deps.random.token(9)}`,
      desk: { instrumentId: instrument.id, epoch: this.epoch },
      book: this.book,
      steps: this.steps,
      openOrders: this.openOrders,
      commands: taken.map((each) => each.command),
      tick,
      lastPrice: this.lastPrice(),
      now,
      withdrawn: mustQuote ? this.houseIds : [],
      quotes: mustQuote && tick !== undefined ? houseQuotes(instrument, this.steps, tick) : [],
      firstHouseId: this.lastHouseId - 1,
      orderIds: this.orderIds,
      tradeIds: this.tradeIds,
      result: undefined,
    };
  }

  private tradableTick(now: number): ReferenceTick | undefined {
    const isFresh = this.tick !== undefined && now - this.tick.at <= STALE_AFTER_MS;
    return isFresh && isOpen(this.deps.instrument.hours, now) ? this.tick : undefined;
  }

  private lastPrice(): Price | undefined {
    return this.tick?.price ?? this.deps.prices.latest(this.deps.instrument.symbol)?.price;
  }

  private adopt(batch: Batch, result: BatchResult): void {
    this.book.commit();
    for (const order of [...result.inserted, ...result.changed]) {
      if (order.status === 'open') this.openOrders.set(order.id, order);
      else this.openOrders.delete(order.id);
    }
    if (batch.withdrawn.length > 0 || batch.quotes.length > 0) {
      this.houseIds = result.houseIds;
      this.lastHouseId = batch.firstHouseId - batch.quotes.length;
    }
    this.version += 1;
    this.tell(result);
  }

  /** What is durable stays so, whatever a listener makes of it. */
  private tell(result: BatchResult): void {
    try {
      this.deps.onCommitted(result);
    } catch (error) {
      this.deps.log.error({ err: error }, 'a listener of a desk failed');
    }
  }

  private answer(taken: readonly Waiting[], result: BatchResult): void {
    taken.forEach(({ resolve, reject }, position) => {
      const outcome = result.outcomes[position]!;
      if (outcome instanceof Refusal) reject(outcome);
      else resolve(outcome);
    });
  }

  /** The connection broke at COMMIT: the desk row tells whether the batch stands. False also when closed before it could. */
  private async didCommit(batch: Batch): Promise<boolean> {
    for (;;) {
      try {
        const last = await this.deps.database.transaction((tx) => lastBatchOf(tx, batch.desk));
        return last === batch.name;
      } catch (error) {
        // Whoever asks again with the same key learns it from the next desk.
        if (this.isClosed) return false;
        this.deps.log.warn({ err: error }, 'the outcome of a batch is still unknown');
        await pause(OUTCOME_RETRY_MS);
      }
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
