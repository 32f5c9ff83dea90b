/**
 * Conditional orders in a batch: places and cancels them, also those attached to an order, compares them with each reference price and each trade, and places the orders of
 * those that are met, in the order in which they were, behind the commands of the batch.
 */
import { type Price, ZERO } from '@tern/money';
import { CONDITIONAL_ORDERS_MAX } from '@tern/protocol';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { assertBeyond, attachedStops, checkAttached } from '../conditional/attached.ts';
import { checkConditional, checkStopOfPair } from '../conditional/check-conditional.ts';
import {
  type Attached,
  type ConditionalAmendment,
  conditionOf,
  type ConditionalOrder,
  isStarted,
  kindAt,
  type Met,
  type NumberedPrice,
  operatorOf,
  type Pair,
  quantityLeft,
  type TriggerPause,
} from '../conditional/conditional-order.ts';
import type { Order, Trade } from '../order.ts';
import { type Batch, type EngineState, refuseBarred } from './batch.ts';
import { type OrderPlanner, placePair } from './plan-pair.ts';
import type { CommandRecord } from './command-record.ts';
import { StaleBalances } from './stale-balances.ts';
import { amendedConditional, termsOf } from './plan-amend-conditional.ts';
import { attachedAfter, type AttachedOrder, attachedOrder, endedAs } from './plan-attached.ts';
import type {
  AmendCommand,
  AmendConditionalCommand,
  CancelConditionalCommand,
  PlaceCommand,
  PlaceConditionalCommand,
} from '../commands.ts';

type State = Pick<EngineState, 'barred' | 'loaded'> & {
  balances: Pick<EngineState['balances'], 'knows'>;
};

export class TriggerPlanner {
  readonly inserted = new Map<number, ConditionalOrder>();
  readonly changed = new Map<number, ConditionalOrder>();
  readonly amendments: ConditionalAmendment[] = [];
  readonly pauses: TriggerPause[] = [];
  private readonly batch: Batch;
  private readonly state: State;
  /** Met and not placed yet, in the order in which they were met. */
  private readonly due: number[] = [];
  /** Stops of this batch by the limit order that is their other end. */
  private readonly stops = new Map<number, number>();
  /** Attached orders of this batch by their order. */
  private readonly attached = new Map<number, readonly number[]>();
  private lastTrade: NumberedPrice | undefined;
  private hasMoved = false;
  private readonly record: CommandRecord;

  constructor(batch: Batch, state: State, record: CommandRecord) {
    this.batch = batch;
    this.record = record;
    this.state = state;
    this.lastTrade = batch.lastTrade;
  }

  /** Whether the batch did nothing that has to be stored. */
  get isQuiet(): boolean {
    return !this.hasMoved && this.pauses.length === 0 && !this.batch.isMarkDue;
  }

  /** @throws a Refusal; nothing has changed then */
  place(command: PlaceConditionalCommand, orders: OrderPlanner): ConditionalOrder {
    const { batch } = this;
    const { memberId, source, clientOrderId, targetPrice } = command;
    const { watches, side } = command.terms;
    refuseBarred(this.state.barred, memberId);
    const known = this.currentPrice(watches);
    const kind = kindAt(command.terms, known);
    const terms = { ...command.terms, kind };
    const check = { instrument: batch.instrument, current: known };
    const current =
      targetPrice === undefined ? checkConditional(terms, check) : checkStopOfPair(terms, check);
    this.assertRoom(memberId, 1);
    const pair =
      targetPrice === undefined
        ? undefined
        : placePair({ ...command, targetPrice }, { current, orders });
    const id = batch.orderIds.take();
    const order: ConditionalOrder = {
      ...terms,
      id,
      place: id,
      memberId,
      instrumentId: batch.instrument.id,
      operator: operatorOf(kind, side),
      bestPrice: kind === 'trailingStop' && terms.startPrice === undefined ? current : undefined,
      status: 'waiting',
      source,
      clientOrderId,
      acceptedPrice: current,
      acceptedAfter: this.newest(watches),
      met: undefined,
      orderId: undefined,
      rejection: undefined,
      pair,
      createdAt: batch.now,
      updatedAt: batch.now,
    };
    this.inserted.set(order.id, order);
    if (pair !== undefined) this.stops.set(pair.orderId, order.id);
    batch.triggers[watches].add(conditionOf(order, batch.instrument.tickSize));
    this.hasMoved = true;
    return order;
  }

  /** Places an order and what is attached to it. @throws a Refusal; nothing has changed then */
  placeWithAttached(command: PlaceCommand, orders: OrderPlanner): Order {
    const { batch } = this;
    const terms = command.attached!;
    const { instrument } = batch;
    const current = this.currentPrice(terms.watches);
    const acceptedPrice = checkAttached(terms, command, { instrument, current });
    const stops = attachedStops(terms, command.side);
    this.assertRoom(command.memberId, stops.length);
    const order = orders.place(command);
    const acceptedAfter = this.newest(terms.watches);
    const waiting = stops.map((stop) => {
      const given = { id: batch.orderIds.take(), acceptedPrice, acceptedAfter, batch };
      return attachedOrder(command, stop, { ...given, orderId: order.id });
    });
    for (const stop of waiting) this.inserted.set(stop.id, stop);
    this.attached.set(
      order.id,
      waiting.map(({ id }) => id),
    );
    this.hasMoved = true;
    this.orderChanged(order);
    return order;
  }

  /**
   * Of an OCO both ends.
   * @throws not-found for another member's, order-closed for one that does not wait
   */
  cancel(
    { conditionalId, memberId }: CancelConditionalCommand,
    orders: OrderPlanner,
  ): ConditionalOrder {
    const order = this.waitingOf({ conditionalId, memberId });
    if (order.pair !== undefined) {
      const { orderId } = order.pair;
      orders.cancel({ kind: 'cancel', memberId, orderId, key: undefined });
      return this.find(order.id)!;
    }
    this.batch.triggers[order.watches].remove(order.id);
    return this.put({ ...order, status: 'cancelled', updatedAt: this.batch.now });
  }

  /**
   * Changes one that waits; the one that was before where nothing changes.
   * @throws as `cancel`, and the refusals of `amendedConditional`; nothing has changed then
   */
  amend(command: AmendConditionalCommand, orders: OrderPlanner): ConditionalOrder {
    const { batch } = this;
    const former = this.waitingOf(command);
    const { watches, attached } = former;
    refuseBarred(this.state.barred, former.memberId);
    const amended = amendedConditional(former, command.to, {
      instrument: batch.instrument,
      current: this.currentPrice(watches),
      parent: attached && orders.find(attached.orderId),
    });
    if (amended === undefined) return former;
    const { terms, keepsPlace, price } = amended;
    const place = keepsPlace ? former.place : batch.orderIds.take();
    const order = { ...former, ...terms, place, updatedAt: batch.now };
    if (!keepsPlace && isStarted(order)) {
      batch.triggers[watches].replace(conditionOf(order, batch.instrument.tickSize));
    }
    this.amendments.push({
      id: batch.tradeIds.take(),
      conditionalId: order.id,
      former: termsOf(former),
      terms,
      place,
      keepsPlace,
      after: Math.max(former.acceptedAfter ?? 0, this.compared(watches) ?? 0),
      price,
      createdAt: batch.now,
    });
    return this.put(order);
  }

  /** @throws not-found for another member's, order-closed for one that does not wait, also one that was met and is not placed yet */
  private waitingOf({
    conditionalId,
    memberId,
  }: Pick<CancelConditionalCommand, 'conditionalId' | 'memberId'>): ConditionalOrder {
    const order = this.find(conditionalId);
    if (order === undefined) throw new Refusal('order-closed');
    if (order.memberId !== memberId) throw new Refusal('not-found');
    if (order.status !== 'waiting' || order.met !== undefined) throw new Refusal('order-closed');
    return order;
  }

  /**
   * An order was filled or has ended: so has its stop, if it has one. One that was met and not placed yet ends as well. What is attached to
   * it gets what the fill has brought.
   */
  orderChanged(order: Order): void {
    for (const stop of this.attachedTo(order.id)) this.follow(stop, order);
    const { id, status, filledQuantity: filled } = order;
    const stop = this.stopOf(id);
    if (stop === undefined) return;
    const pair = { ...stop.pair, filled };
    const updatedAt = this.batch.now;
    if (status === 'open') {
      this.put({ ...stop, pair, updatedAt });
      return;
    }
    this.batch.triggers[stop.watches].remove(stop.id);
    this.put({ ...stop, pair, status: 'cancelled', met: undefined, updatedAt });
  }

  /** The waiting stop that is the other end of a limit order. */
  stopOf(orderId: number): (ConditionalOrder & { readonly pair: Pair }) | undefined {
    const stopId = this.stops.get(orderId) ?? this.batch.stopOf(orderId);
    const stop = stopId === undefined ? undefined : this.find(stopId);
    if (stop?.pair === undefined || stop.status !== 'waiting') return undefined;
    return { ...stop, pair: stop.pair };
  }

  private follow(stop: AttachedOrder, order: Order): void {
    const { batch } = this;
    const after = attachedAfter(stop, order, { batch, newest: this.newest(stop.watches) });
    if (after === undefined) return;
    this.put(after);
    if (isStarted(stop) || after.status !== 'waiting') return;
    batch.triggers[stop.watches].add(conditionOf(after, batch.instrument.tickSize));
  }

  /** Take profit and stop loss of an order that wait. */
  private attachedTo(orderId: number): AttachedOrder[] {
    const ids = this.attached.get(orderId) ?? this.batch.attachedTo(orderId);
    return ids.flatMap((id) => {
      const stop = this.find(id);
      if (stop?.attached === undefined || stop.status !== 'waiting') return [];
      return [{ ...stop, attached: stop.attached }];
    });
  }

  /**
   * Whether an open order may be changed so.
   * @throws not-available for an end of an OCO, out-of-bounds for a price that is not between what is attached to it
   */
  assertAmendable({ id }: Order, { limitPrice }: AmendCommand): void {
    if (this.stopOf(id) !== undefined) {
      throw new Refusal('not-available', { text: 'order.amendPair' });
    }
    if (limitPrice === undefined) return;
    for (const { kind, side, triggerPrice } of this.attachedTo(id)) {
      const isStop = kind === 'stopMarket';
      assertBeyond(
        {
          field: isStop ? 'stopLoss' : 'takeProfit',
          kind: isStop ? kind : 'takeProfitMarket',
          side,
          triggerPrice: triggerPrice!,
        },
        limitPrice,
      );
    }
  }

  /** Compares the reference prices of this batch, oldest first. */
  compareTicks(): void {
    let former = this.batch.formerTick;
    for (const tick of this.batch.ticks) {
      if (tick.pause !== undefined && this.batch.triggers.reference.size > 0) {
        this.pauses.push(tick.pause);
      }
      const { number, price, pause } = tick;
      this.compare('reference', { number, price, before: former, afterPause: pause?.reason });
      former = { number, price };
    }
  }

  /** Compares a trade, as soon as it has happened. */
  compareTrade({ id, price }: Trade): void {
    const before = this.lastTrade;
    this.compare('last', { number: id, price, before, afterPause: undefined });
    this.lastTrade = { number: id, price };
  }

  /**
   * Places what was met; what its trades meet comes behind it.
   * @throws `StaleBalances` for members whose balances are not known, or seem too low and may be out of date
   */
  placeMet(orders: OrderPlanner): void {
    for (let next = 0; next < this.due.length; next += 1) {
      this.assertKnown(this.due.slice(next));
      const conditional = this.find(this.due[next]!)!;
      // Its limit order was filled or cancelled by what came before.
      if (conditional.status !== 'waiting') continue;
      this.record.becauseOf(conditional);
      // What it reserves serves the order of the stop.
      if (conditional.pair !== undefined) orders.withdraw(conditional.pair.orderId);
      if (conditional.attached !== undefined)
        this.endOthers(conditional.attached, conditional.id, orders);
      this.put({
        ...conditional,
        ...this.outcomeOf(conditional, orders),
        updatedAt: this.batch.now,
      });
    }
  }

  /** One of the two was met: the other one ends, and what their order has not filled. */
  private endOthers({ orderId }: Attached, metId: number, orders: OrderPlanner): void {
    orders.withdraw(orderId);
    for (const stop of this.attachedTo(orderId)) {
      if (stop.id === metId) continue;
      this.batch.triggers[stop.watches].remove(stop.id);
      this.put(endedAs(stop, 'otherMet', this.batch.now));
    }
  }

  private outcomeOf(
    conditional: ConditionalOrder,
    orders: OrderPlanner,
  ): Pick<ConditionalOrder, 'status' | 'orderId' | 'rejection'> {
    const { memberId } = conditional;
    const rejected = (code: number, needed = ZERO, available = ZERO) =>
      ({ status: 'rejected', orderId: undefined, rejection: { code, needed, available } }) as const;
    const barred = this.state.barred.get(memberId);
    const command = orderToPlace(conditional);
    if (barred !== undefined) {
      const { code } = new Refusal(barred);
      this.record.notPlaced(command, code);
      return rejected(code);
    }
    try {
      const missing = orders.missingFunds(command);
      if (missing === undefined) {
        return { status: 'triggered', orderId: orders.place(command).id, rejection: undefined };
      }
      if (!this.state.loaded.has(memberId)) throw new StaleBalances([memberId]);
      const { code } = new Refusal('insufficient-balance');
      this.record.notPlaced(command, code);
      return rejected(code, missing.needed, missing.available);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.record.notPlaced(command, error.code);
      return rejected(error.code);
    }
  }

  private assertKnown(due: readonly number[]): void {
    const members = new Set(due.map((id) => this.find(id)!.memberId));
    const unknown = [...members].filter((memberId) => !this.state.balances.knows(memberId));
    if (unknown.length > 0) throw new StaleBalances(unknown);
  }

  private compare(watches: ConditionalOrder['watches'], price: Omit<Met, 'at'>): void {
    const book = this.batch.triggers[watches];
    const { met, moved } = book.evaluate(price.price);
    for (const id of met) {
      this.put({ ...this.find(id)!, met: { ...price, at: this.batch.now } });
      this.due.push(id);
    }
    for (const id of moved) {
      this.put({ ...this.find(id)!, bestPrice: price.price, updatedAt: this.batch.now });
    }
  }

  /** The order after this batch so far. */
  private find(id: number): ConditionalOrder | undefined {
    return this.changed.get(id) ?? this.inserted.get(id) ?? this.batch.waitingConditional(id);
  }

  private put(order: ConditionalOrder): ConditionalOrder {
    this.changed.set(order.id, order);
    this.hasMoved = true;
    return order;
  }

  private currentPrice(watches: ConditionalOrder['watches']): Price | undefined {
    const { lastPrice } = this.batch;
    return watches === 'last' ? (this.lastTrade?.price ?? lastPrice) : lastPrice;
  }

  /** The number of the newest price. */
  private newest(watches: ConditionalOrder['watches']): number | undefined {
    return watches === 'last' ? this.lastTrade?.number : this.batch.newestTick;
  }

  /** The number of the newest price that was compared. */
  private compared(watches: ConditionalOrder['watches']): number | undefined {
    return watches === 'last' ? this.lastTrade?.number : this.batch.comparedTick;
  }

  /** @throws limit-reached unless the member may have so many more waiting in this market */
  private assertRoom(memberId: number, more: number): void {
    if (this.countOf(memberId) + more <= CONDITIONAL_ORDERS_MAX) return;
    throw new Refusal('limit-reached', {
      text: 'order.conditionalMost',
      values: { max: CONDITIONAL_ORDERS_MAX },
      data: { max: CONDITIONAL_ORDERS_MAX },
    });
  }

  private countOf(memberId: number): number {
    let count = this.batch.waitingOf(memberId);
    for (const order of this.inserted.values()) count += Number(order.memberId === memberId);
    for (const order of this.changed.values()) {
      const isGone = order.memberId === memberId && order.status !== 'waiting';
      count -= Number(isGone);
    }
    return count;
  }
}

/** The order that a met condition places. */
function orderToPlace(conditional: ConditionalOrder): PlaceCommand {
  const { id, memberId, side, limitPrice, budget, timeInForce, source } = conditional;
  const quantity = quantityLeft(conditional);
  const type = limitPrice === undefined ? 'market' : 'limit';
  return {
    kind: 'place',
    memberId,
    side,
    type,
    limitPrice,
    quantity,
    budget,
    timeInForce,
    source,
    conditional: { id, clientOrderId: conditional.clientOrderId },
    key: undefined,
  };
}
