/** The order book: price-time priority over integer ticks and lots, no clock, no allocation per order. */
import type {
  Book,
  IncomingOrder,
  LimitOrder,
  Placement,
  RestingOrder,
  Side,
  StopReason,
} from './book.ts';
import { checkQueues } from './check-queues.ts';
import { FillRecord } from './fill-record.ts';
import type { Ladder } from './ladder.ts';
import { OrderQueues } from './order-queues.ts';
import { NONE } from './slot-index.ts';
import { ADDED, REDUCED, REMOVED, REMOVED_WITH_LEVEL, UndoLog } from './undo-log.ts';

export class OrderBook implements Book {
  private readonly queues = new OrderQueues();
  private readonly undo = new UndoLog();
  private readonly placement = new FillRecord();

  get size(): number {
    return this.queues.index.count;
  }

  place(order: IncomingOrder): Placement {
    assertPositive(order.priceTicks, 'priceTicks');
    const { placement } = this;
    placement.clear();
    if (order.kind === 'budget') {
      assertPositive(order.budget, 'budget');
      placement.stopReason = this.take(order, Number.MAX_SAFE_INTEGER, order.budget);
      return placement;
    }
    assertPositive(order.lots, 'lots');
    if (order.kind === 'market') {
      placement.stopReason = this.take(order, order.lots, NO_BUDGET);
      return placement;
    }
    if (this.has(order.id)) throw new RangeError(`order ${order.id} already rests`);
    const stopReason = this.take(order, order.lots, NO_BUDGET);
    if (stopReason === 'self-trade') placement.stopReason = stopReason;
    else if (placement.filledLots < order.lots) this.rest(order);
    return placement;
  }

  cancel(id: number): number {
    const slot = this.queues.index.find(id);
    if (slot === NONE) return 0;
    const lots = this.queues.lots[slot]!;
    this.remove(slot);
    return lots;
  }

  reduce(id: number, lots: number): void {
    assertPositive(lots, 'lots');
    const slot = this.queues.index.find(id);
    const less = slot === NONE ? 0 : this.queues.lots[slot]! - lots;
    if (less <= 0) throw new RangeError(`order ${id} does not rest with more than ${lots} lots`);
    this.queues.reduce(slot, less);
    if (this.undo.isOpen) this.undo.write(REDUCED, slot, less);
  }

  has(id: number): boolean {
    return this.queues.index.find(id) !== NONE;
  }

  get(id: number): RestingOrder | undefined {
    const slot = this.queues.index.find(id);
    return slot === NONE ? undefined : this.queues.snapshot(slot);
  }

  bestBid(): number | undefined {
    return bestTicks(this.queues.bids);
  }

  bestAsk(): number | undefined {
    return bestTicks(this.queues.asks);
  }

  depth(side: Side, levels: number): [number, number][] {
    const ladder = this.ladder(side);
    const rows: [number, number][] = [];
    for (let behind = 0; behind < ladder.size && behind < levels; behind++) {
      const level = ladder.levelBehindBest(behind);
      rows.push([ladder.ticksOf(level), ladder.lots[level]!]);
    }
    return rows;
  }

  *orders(side: Side): Generator<RestingOrder> {
    const ladder = this.ladder(side);
    for (let behind = 0; behind < ladder.size; behind++) {
      let slot = ladder.head[ladder.levelBehindBest(behind)]!;
      for (; slot !== NONE; slot = this.queues.next[slot]!) yield this.queues.snapshot(slot);
    }
  }

  begin(): void {
    this.undo.open();
  }

  commit(): void {
    this.assertBegun();
    const { undo, queues } = this;
    const end = undo.endOfOldest();
    for (let entry = 0; entry < end; entry++) {
      const act = undo.actAt(entry);
      if (act >= REMOVED) queues.free(undo.slotAt(entry), act === REMOVED_WITH_LEVEL);
    }
    undo.closeOldest();
  }

  rollback(): void {
    this.assertBegun();
    const { undo, queues } = this;
    const start = undo.startOfNewest();
    for (let entry = undo.length - 1; entry >= start; entry--) {
      const act = undo.actAt(entry);
      const slot = undo.slotAt(entry);
      if (act === ADDED) queues.free(slot, queues.unlink(slot));
      else if (act === REDUCED) queues.reduce(slot, -undo.lotsAt(entry));
      else queues.relink(slot, act === REMOVED_WITH_LEVEL);
    }
    undo.closeNewest();
  }

  check(): void {
    checkQueues(this.queues, this.undo.isOpen);
  }

  private ladder(side: Side): Ladder {
    return side === 'buy' ? this.queues.bids : this.queues.asks;
  }

  /** Trades with the other side until lots, budget, bound or makers run out. */
  private take(order: IncomingOrder, lotsWanted: number, budget: number): StopReason {
    const { queues, placement } = this;
    const makers = order.side === 'buy' ? queues.asks : queues.bids;
    for (;;) {
      let lots = lotsWanted - placement.filledLots;
      if (lots === 0 || placement.filledQuote === budget) return 'none';
      const level = makers.best();
      if (level === NONE) return 'no-liquidity';
      const priceTicks = makers.ticksOf(level);
      if (!makers.isWithin(priceTicks, order.priceTicks)) return 'bound';
      if (budget !== NO_BUDGET) {
        lots = wholeLots(budget - placement.filledQuote, priceTicks);
        if (lots === 0) return 'none';
      }
      const maker = makers.head[level]!;
      if (queues.owner[maker] === order.owner) return 'self-trade';
      this.fill(maker, priceTicks, lots);
    }
  }

  private fill(maker: number, priceTicks: number, lotsWanted: number): void {
    const { queues, placement } = this;
    const makerLots = queues.lots[maker]!;
    const lots = lotsWanted < makerLots ? lotsWanted : makerLots;
    const fill = placement.next();
    placement.setMaker(fill, queues.index.keys[maker]!, queues.owner[maker]!);
    placement.setTrade(fill, { priceTicks, lots, makerRemaining: makerLots - lots });
    if (lots === makerLots) {
      this.remove(maker);
      return;
    }
    queues.reduce(maker, lots);
    if (this.undo.isOpen) this.undo.write(REDUCED, maker, lots);
  }

  private rest(order: LimitOrder): void {
    const { id, owner, priceTicks } = order;
    const lots = order.lots - this.placement.filledLots;
    const slot = this.queues.append({ id, owner, priceTicks, lots }, this.ladder(order.side));
    if (this.undo.isOpen) this.undo.write(ADDED, slot, 0);
    this.placement.restingLots = lots;
  }

  private remove(slot: number): void {
    const withLevel = this.queues.unlink(slot);
    // Inside a transaction the slot is freed only at commit, so that a rollback can restore it.
    if (this.undo.isOpen) this.undo.write(withLevel ? REMOVED_WITH_LEVEL : REMOVED, slot, 0);
    else this.queues.free(slot, withLevel);
  }

  private assertBegun(): void {
    if (!this.undo.isOpen) throw new Error('the book has not begun');
  }
}

const NO_BUDGET = -1;

function wholeLots(budget: number, priceTicks: number): number {
  return (budget - (budget % priceTicks)) / priceTicks;
}

function bestTicks(ladder: Ladder): number | undefined {
  const level = ladder.best();
  return level === NONE ? undefined : ladder.ticksOf(level);
}

function assertPositive(value: number, name: string): void {
  if (!Number.isSafeInteger(value) || value <= 0) {
    throw new RangeError(`${name} must be a positive safe integer, not ${value}`);
  }
}
