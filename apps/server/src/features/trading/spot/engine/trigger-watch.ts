/**
 * What waits for prices in one market, as the engine has it in memory: the conditional orders, their trigger books, and the reference
 * prices that are still to be compared. Each price is compared once and in the order of its number; those that may not trigger anything
 * (docs/features/trading/conditional-orders.md) make a pause, which the next one that may names.
 */
import { TriggerBook } from '@tern/matching';
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import { instrumentState } from '../../../../kernel/catalog/instruments.ts';
import { isFresh, type ReferenceTick } from '../../../../kernel/prices/reference-prices.ts';
import { isOpen } from '../../../../kernel/catalog/trading-hours.ts';
import type { Price } from '@tern/money';
import type { Reader } from '../../../../platform/database/database.ts';
import { SECOND_MS } from '../../../../platform/durations.ts';
import {
  type ConditionalOrder,
  conditionOf,
  isStarted,
  type NumberedPrice,
  type PauseReason,
  type WatchedTick,
} from '../conditional/conditional-order.ts';
import { findWaiting, readTriggerState } from '../conditional/store.ts';
import type { Batch, PlannedBatch } from './batch.ts';

/** How much later than a comparison its mark is stored, while something waits: a restart then names a pause that is this much too long. */
const MARK_EVERY_MS = 10 * SECOND_MS;
/** More prices than that do not come between two batches; the oldest are of no use then. */
const ARRIVED_MAX = 100;

/** The prices that a batch compares; `before` restores what was known. */
export interface TakenTicks {
  readonly ticks: readonly WatchedTick[];
  /** The newest price compared before them. */
  readonly former: ComparedTick | undefined;
  /** To be stored with the batch, even if nothing else is. */
  readonly isMarkDue: boolean;
  readonly before: Compared;
}

type TriggersOfBatch = Pick<
  Batch,
  | 'triggers'
  | 'waitingConditional'
  | 'stopOf'
  | 'attachedTo'
  | 'waitingOf'
  | 'ticks'
  | 'formerTick'
  | 'comparedTick'
  | 'newestTick'
  | 'isMarkDue'
  | 'lastTrade'
>;

interface Planned {
  readonly planned: PlannedBatch | undefined;
}

interface ComparedTick {
  readonly number: number;
  readonly at: number;
  /** Undefined after a restart. */
  readonly price: Price | undefined;
}

interface Compared {
  readonly arrived: readonly ReferenceTick[];
  readonly newest: ComparedTick | undefined;
  readonly pause: PauseReason | undefined;
  readonly markedAt: number;
}

export class TriggerWatch {
  readonly books = { last: new TriggerBook(), reference: new TriggerBook() };
  /** As of the last commit. */
  readonly waiting = new Map<number, ConditionalOrder>();
  /** Waiting stops by the limit order that is their other end, as of the last commit. */
  private readonly stops = new Map<number, number>();
  /** Attached orders that wait, by their order, as of the last commit. */
  private readonly attached = new Map<number, number[]>();
  /** Those of them that have nothing yet. */
  private readonly notStarted = new Set<number>();
  /** As of the last commit. */
  lastTrade: NumberedPrice | undefined;
  private readonly instrument: Instrument;
  private arrived: ReferenceTick[] = [];
  private newest: ComparedTick | undefined;
  private pause: PauseReason | undefined = 'restart';
  private markedAt = 0;

  constructor(instrument: Instrument) {
    this.instrument = instrument;
  }

  async load(reader: Reader): Promise<void> {
    const { id, tickSize } = this.instrument;
    const [waiting, state] = await Promise.all([
      findWaiting(reader, id),
      readTriggerState(reader, id),
    ]);
    for (const order of waiting) {
      this.keep(order);
      if (isStarted(order)) this.books[order.watches].add(conditionOf(order, tickSize));
    }
    this.lastTrade = state.lastTrade;
    if (state.mark !== undefined) this.newest = { ...state.mark, price: undefined };
  }

  /** The most conditional orders that prices can trigger with the next batch: those that wait, also attached ones that may start. */
  most(inFlight: readonly Planned[]): number {
    let count = this.books.last.size + this.books.reference.size + this.notStarted.size;
    for (const { planned } of inFlight) {
      for (const order of planned?.conditionals.inserted ?? []) count += Number(!isStarted(order));
    }
    return count;
  }

  /** `isReadOnly`: nothing may change now. */
  receive(tick: ReferenceTick, isReadOnly: boolean): void {
    if (isReadOnly) {
      this.interrupt('readOnly');
      return;
    }
    this.arrived.push(...(tick.before ?? []), tick);
    if (this.arrived.length > ARRIVED_MAX) this.arrived = this.arrived.slice(-ARRIVED_MAX);
  }

  /** The prices that the next batch compares. */
  take(now: number): TakenTicks {
    const before: Compared = {
      arrived: this.arrived,
      newest: this.newest,
      pause: this.pause,
      markedAt: this.markedAt,
    };
    const ticks: WatchedTick[] = [];
    for (const tick of this.arrived) {
      const reason = this.whyNot(tick, now);
      if (reason !== undefined) this.pause ??= reason;
      else if (tick.seq > (this.newest?.number ?? 0)) ticks.push(this.compare(tick, now));
    }
    this.arrived = [];
    const isMarkDue =
      ticks.length > 0 &&
      this.books.reference.size > 0 &&
      (now - this.markedAt >= MARK_EVERY_MS || ticks.some(({ pause }) => pause !== undefined));
    if (isMarkDue) this.markedAt = now;
    return { ticks, former: before.newest, isMarkDue, before };
  }

  /** What a batch sees of it, on top of those in flight. `tick`: the newest known one, also if it may not trigger anything. */
  inBatch(
    { ticks, former, isMarkDue }: TakenTicks,
    { inFlight, tick }: { inFlight: readonly Planned[]; tick: ReferenceTick | undefined },
  ): TriggersOfBatch {
    const comparedTick = ticks.at(-1)?.number ?? former?.number;
    const newest = Math.max(comparedTick ?? 0, tick?.seq ?? 0);
    const traded = inFlight.findLast(({ planned }) => lastTradeOf(planned) !== undefined);
    const price = former?.price;
    return {
      triggers: this.books,
      waitingConditional: (id) => conditionalAfter(inFlight, id) ?? this.waiting.get(id),
      stopOf: (orderId) => stopAfter(inFlight, orderId) ?? this.stops.get(orderId),
      attachedTo: (orderId) => attachedTo(inFlight, orderId) ?? this.attached.get(orderId) ?? [],
      waitingOf: (memberId) => this.countOf(memberId, inFlight),
      ticks,
      formerTick:
        former === undefined || price === undefined ? undefined : { number: former.number, price },
      comparedTick,
      newestTick: newest === 0 ? undefined : newest,
      isMarkDue,
      lastTrade: lastTradeOf(traded?.planned) ?? this.lastTrade,
    };
  }

  private countOf(memberId: number, inFlight: readonly Planned[]): number {
    const ids = new Set<number>();
    const see = ({ id, memberId: owner, status }: ConditionalOrder) => {
      if (owner !== memberId) return;
      if (status === 'waiting') ids.add(id);
      else ids.delete(id);
    };
    for (const order of this.waiting.values()) see(order);
    for (const { planned } of inFlight) {
      planned?.conditionals.inserted.forEach(see);
      planned?.conditionals.changed.forEach(see);
    }
    return ids.size;
  }

  begin(): void {
    this.books.last.begin();
    this.books.reference.begin();
  }

  /** The newest batch is undone: its prices are compared again with the next one. */
  rollBack({ before }: TakenTicks): void {
    this.books.last.rollback();
    this.books.reference.rollback();
    this.arrived = [...before.arrived, ...this.arrived];
    this.newest = before.newest;
    this.pause = before.pause;
    this.markedAt = before.markedAt;
  }

  /** The oldest batch has committed. */
  commit(planned: PlannedBatch | undefined): void {
    this.books.last.commit();
    this.books.reference.commit();
    if (planned === undefined) return;
    const { inserted, changed } = planned.conditionals;
    for (const order of [...inserted, ...changed]) this.keep(order);
    this.lastTrade = lastTradeOf(planned) ?? this.lastTrade;
  }

  private keep(order: ConditionalOrder): void {
    const { id, status, pair, attached } = order;
    if (attached !== undefined) this.keepAttached(order, attached.orderId);
    if (status === 'waiting') {
      this.waiting.set(id, order);
      if (pair !== undefined) this.stops.set(pair.orderId, id);
      return;
    }
    this.waiting.delete(id);
    if (pair !== undefined) this.stops.delete(pair.orderId);
  }

  private keepAttached(order: ConditionalOrder, orderId: number): void {
    const { id, status } = order;
    const others = (this.attached.get(orderId) ?? []).filter((each) => each !== id);
    const left = status === 'waiting' ? [...others, id] : others;
    if (left.length > 0) this.attached.set(orderId, left);
    else this.attached.delete(orderId);
    if (status === 'waiting' && !isStarted(order)) this.notStarted.add(id);
    else this.notStarted.delete(id);
  }

  private compare(tick: ReferenceTick, now: number): WatchedTick {
    const former = this.newest;
    // Numbers have no gaps: what is missing was not seen in its time.
    if (former !== undefined && tick.seq !== former.number + 1) this.pause ??= 'latePrices';
    const { pause: reason } = this;
    this.pause = undefined;
    this.newest = { number: tick.seq, at: tick.at, price: tick.price };
    return {
      number: tick.seq,
      price: tick.price,
      at: tick.at,
      pause: reason && {
        reason,
        after: former?.number ?? 0,
        until: tick.seq,
        beganAt: former?.at ?? tick.at,
        endedAt: now,
      },
    };
  }

  private whyNot(tick: ReferenceTick, now: number): PauseReason | undefined {
    if (this.instrument.state !== instrumentState.normal) return 'halted';
    if (!isOpen(this.instrument.hours, now)) return 'closed';
    return isFresh(tick.at, now) ? undefined : 'latePrices';
  }

  private interrupt(reason: PauseReason): void {
    this.arrived = [];
    this.pause ??= reason;
  }
}

/** The order after the newest batch in flight that changes it. */
function conditionalAfter(inFlight: readonly Planned[], id: number): ConditionalOrder | undefined {
  for (let at = inFlight.length - 1; at >= 0; at -= 1) {
    const { inserted = [], changed = [] } = inFlight[at]!.planned?.conditionals ?? {};
    const order = [...inserted, ...changed].findLast((each) => each.id === id);
    if (order !== undefined) return order;
  }
  return undefined;
}

function stopAfter(inFlight: readonly Planned[], orderId: number): number | undefined {
  for (const { planned } of inFlight) {
    const stop = planned?.conditionals.inserted.find(({ pair }) => pair?.orderId === orderId);
    if (stop !== undefined) return stop.id;
  }
  return undefined;
}

/** Those that a batch in flight has placed with their order. */
function attachedTo(inFlight: readonly Planned[], orderId: number): number[] | undefined {
  for (const { planned } of inFlight) {
    const placed = planned?.conditionals.inserted.filter(
      ({ attached }) => attached?.orderId === orderId,
    );
    if (placed !== undefined && placed.length > 0) return placed.map(({ id }) => id);
  }
  return undefined;
}

function lastTradeOf(planned: PlannedBatch | undefined): NumberedPrice | undefined {
  const trade = planned?.trades.at(-1);
  return trade && { number: trade.id, price: trade.price };
}
