/** The orders of a batch, matched in memory: each with its trades, its entries and its line in the record. */
import { moveBetween, recordTypes } from '@tern/ledger';
import type { Placement } from '@tern/matching';
import { type Amount, add, isMultipleOf, type Price, subtract, ZERO } from '@tern/money';
import type { Fact } from '../../../../kernel/ledger/journal-lines.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Amendment, Order, Trade } from '../order.ts';
import { feeOfFill } from '../fill-fee.ts';
import { cashFor, protectionPrice, type Side } from '../rules.ts';
import { type Batch, type EngineState, refuseBarred } from './batch.ts';
import { checkedOrder, mayTrade } from './check-order.ts';
import type { CommandRecord, Matched } from './command-record.ts';
import { amendedOrder, amendmentOf, reserveOf } from './plan-amend.ts';
import { type Cash, EXCHANGE, type Party, tradeFact } from './trade-fact.ts';
import { StaleBalances } from './stale-balances.ts';
import type { AmendCommand, CancelCommand, PlaceCommand } from '../commands.ts';

const NOT_MATCHED: Matched = { fills: [], own: undefined };

export type PlannerState = Pick<EngineState, 'isFresh' | 'barred'> & {
  balances: Pick<EngineState['balances'], 'available' | 'change'>;
};

/** Orders in a batch: places, changes and cancels them, with their trades and entries. */
export class BatchPlanner {
  readonly inserted = new Map<number, Order>();
  readonly changed = new Map<number, Order>();
  readonly trades: Trade[] = [];
  readonly amendments: Amendment[] = [];
  readonly facts: Fact[] = [];
  private readonly batch: Batch;
  private readonly state: PlannerState;
  private readonly trading: {
    next(): number;
    happened(trade: Trade): void;
    changed(resting: Order): void;
    readonly record: CommandRecord;
    assertAmendable(order: Order, command: AmendCommand): void;
  };

  /** `trading`: draws the id of each trade, hears of it and of each open order that is filled, cancelled or amended, and knows what may not be amended. */
  constructor(batch: Batch, state: PlannerState, trading: BatchPlanner['trading']) {
    this.batch = batch;
    this.state = state;
    this.trading = trading;
  }

  /** The order after this batch so far. */
  find(id: number): Order | undefined {
    return this.inserted.get(id) ?? this.changed.get(id) ?? this.batch.openOrder(id);
  }

  private put(order: Order): Order {
    (this.inserted.has(order.id) ? this.inserted : this.changed).set(order.id, order);
    return order;
  }

  /** @throws a Refusal; nothing has changed then */
  place(command: PlaceCommand): Order {
    const { state } = this;
    const { memberId } = command;
    refuseBarred(state.barred, memberId);
    if (this.missingFunds(command) !== undefined) {
      throw state.isFresh ? new Refusal('insufficient-balance') : new StaleBalances([memberId]);
    }
    const order = this.newOrder(command);
    this.inserted.set(order.id, order);
    const { placement, bound, fills } = this.match(order);
    this.trading.record.placed(order, bound, { fills, own: this.ownAt(order, placement) });
    return this.put(this.afterMatching(this.find(order.id)!, placement));
  }

  /** What the order lacks of the asset that it pays with. @throws the refusals of `checkedOrder` */
  missingFunds(command: PlaceCommand): { needed: Amount; available: Amount } | undefined {
    const { instrument } = this.batch;
    const { cost } = checkedOrder(command, this.batch);
    const paid = command.side === 'buy' ? instrument.quote : instrument.base;
    const available = this.state.balances.available(command.memberId, paid);
    return available < cost ? { needed: cost, available } : undefined;
  }

  /** @throws not-found for another member's order, order-closed for one that is not open */
  cancel(command: CancelCommand): Order {
    const cancelled = this.end(this.openOrderOf(command));
    this.trading.changed(cancelled);
    return cancelled;
  }

  private openOrderOf({ orderId, memberId }: CancelCommand | AmendCommand): Order {
    const order = this.find(orderId);
    if (order === undefined || order.status !== 'open') throw new Refusal('order-closed');
    if (order.memberId !== memberId) throw new Refusal('not-found');
    return order;
  }

  /**
   * Changes an open order. One with a new place meets the book as a new order does.
   * @throws a Refusal; nothing has changed then
   */
  amend(command: AmendCommand): Order {
    const { batch, state } = this;
    const { memberId } = command;
    const former = this.openOrderOf(command);
    refuseBarred(state.barred, memberId);
    this.trading.assertAmendable(former, command);
    const amended = amendedOrder(former, command, batch);
    if (amended === undefined) {
      this.trading.record.amended(former, NOT_MATCHED);
      return former;
    }
    const { instrument, units, book } = batch;
    const paid = former.side === 'buy' ? instrument.quote : instrument.base;
    if (state.balances.available(memberId, paid) < amended.more) {
      throw state.isFresh ? new Refusal('insufficient-balance') : new StaleBalances([memberId]);
    }
    const { keepsPlace } = amended;
    const order = { ...amended.order, place: keepsPlace ? former.place : batch.orderIds.take() };
    const recordId = this.trading.next();
    const record = (rests: boolean) =>
      this.amendments.push(amendmentOf(former, order, { id: recordId, keepsPlace, rests }));
    const lots = units.lotsOf(subtract(order.quantity!, order.filledQuantity));
    this.moveHold(former, 'release');
    this.put(order);
    if (keepsPlace) {
      book.reduce(order.id, lots);
      this.moveHold(order, 'hold');
      record(true);
      this.trading.record.amended(order, NOT_MATCHED);
      return order;
    }
    book.cancel(order.id);
    const { id, side, limitPrice } = order;
    const priceTicks = units.ticksOf(limitPrice!);
    const limit = { id, owner: memberId, side, priceTicks, lots };
    const placement = mayTrade(book, limit, order.timeInForce)
      ? book.place({ ...limit, kind: 'limit' })
      : undefined;
    record(placement !== undefined && placement.restingLots > 0);
    const fills = placement === undefined ? [] : this.settle(order, side, placement);
    this.trading.record.amended(order, { fills, own: this.ownAt(order, placement) });
    const after = this.put(this.afterMatching(this.find(id)!, placement));
    this.trading.changed(after);
    return after;
  }

  /** Cancels an order if it is open, not the stop that is its other end. */
  withdraw(orderId: number): void {
    const order = this.find(orderId);
    if (order?.status === 'open') this.end(order);
  }

  private end(order: Order): Order {
    this.batch.book.cancel(order.id);
    this.trading.record.cancelled(order);
    this.moveHold(order, 'release');
    return this.put({ ...order, status: 'cancelled', updatedAt: this.batch.now });
  }

  /** The best price of the other side of the book, if a limit order at this price would trade with it. */
  offerAt(side: Side, price: Price): Price | undefined {
    const { book, units, instrument } = this.batch;
    const best = side === 'buy' ? book.bestAsk() : book.bestBid();
    if (best === undefined || !isMultipleOf(price, instrument.tickSize)) return undefined;
    const isOffered = side === 'buy' ? best <= units.ticksOf(price) : best >= units.ticksOf(price);
    return isOffered ? units.priceOf(best) : undefined;
  }

  /** Places an exchange quote; it may match members' orders at their prices. */
  quote(id: number, side: Side, level: { priceTicks: number; lots: number }): string[] {
    const placement = this.batch.book.place({ id, owner: EXCHANGE, side, kind: 'limit', ...level });
    return this.settle(undefined, side, placement);
  }

  /** The number of the member's own order at which matching stopped; of a fill-or-kill order that was not placed, the first one that it would meet. */
  private ownAt(order: Order, placement: Placement | undefined): number | undefined {
    const isStopped =
      placement === undefined
        ? order.timeInForce === 'fill-or-kill'
        : placement.stopReason === 'self-trade';
    if (!isStopped) return undefined;
    for (const { id, owner } of this.batch.book.orders(order.side === 'buy' ? 'sell' : 'buy')) {
      if (owner === order.memberId) return this.find(id)?.number;
    }
    return undefined;
  }

  private newOrder(command: PlaceCommand): Order {
    const { instrument, now } = this.batch;
    const { memberId, side, type, limitPrice, quantity, budget } = command;
    const id = this.batch.orderIds.take();
    const fees = this.batch.feesOf(memberId);
    return {
      id,
      number: this.trading.record.next,
      place: id,
      memberId,
      instrumentId: instrument.id,
      side,
      type,
      limitPrice,
      quantity,
      budget,
      filledQuantity: ZERO,
      filledQuote: ZERO,
      fee: ZERO,
      receivedAsTaker: ZERO,
      makerFee: fees.maker,
      takerFee: fees.taker,
      status: 'open',
      clientOrderId: command.clientOrderId,
      source: command.source,
      timeInForce: type === 'limit' ? command.timeInForce : undefined,
      conditional: command.conditional,
      createdAt: now,
      updatedAt: now,
    };
  }

  /** Undefined when the time in force does not let the order trade with this book. */
  private match(order: Order): {
    placement: Placement | undefined;
    bound: Price;
    fills: readonly string[];
  } {
    const { book, units, instrument, tick } = this.batch;
    const { id, memberId: owner, side, timeInForce } = order;
    let placement: Placement;
    let bound = order.limitPrice!;
    if (order.type === 'limit') {
      const priceTicks = units.ticksOf(order.limitPrice!);
      const lots = units.lotsOf(order.quantity!);
      const limit = { id, owner, side, priceTicks, lots };
      if (!mayTrade(book, limit, timeInForce)) return { placement: undefined, bound, fills: [] };
      const rests = timeInForce === undefined || timeInForce === 'post-only';
      placement = book.place({ ...limit, kind: rests ? 'limit' : 'market' });
    } else {
      bound = protectionPrice(instrument, tick!.price, side);
      const priceTicks = units.ticksOf(bound);
      placement =
        order.budget === undefined
          ? book.place({
              id,
              owner,
              side,
              kind: 'market',
              priceTicks,
              lots: units.lotsOf(order.quantity!),
            })
          : book.place({
              id,
              owner,
              side: 'buy',
              kind: 'budget',
              priceTicks,
              budget: units.budgetOf(order.budget),
            });
    }
    return { placement, bound, fills: this.settle(order, side, placement) };
  }

  /** Sets the status and hold of an order after matching. */
  private afterMatching(order: Order, placement: Placement | undefined): Order {
    if (placement === undefined) return { ...order, status: 'cancelled' };
    if (placement.restingLots > 0) {
      this.moveHold(order, 'hold');
      return order;
    }
    const isDone = placement.stopReason === 'none' && order.filledQuantity > ZERO;
    return { ...order, status: isDone ? 'filled' : 'cancelled' };
  }

  private moveHold(order: Order, direction: 'hold' | 'release'): void {
    const { instrument } = this.batch;
    const asset = order.side === 'buy' ? instrument.quote : instrument.base;
    const amount = reserveOf(order, instrument.quoteScale);
    const [from, to] =
      direction === 'hold' ? (['available', 'held'] as const) : (['held', 'available'] as const);
    this.post({
      kind: direction === 'hold' ? recordTypes.orderHold : recordTypes.orderRelease,
      subjectId: order.id,
      postings: moveBetween({ owner: order.memberId, asset, from, to, amount }),
    });
  }

  /** Returns the fills as the record has them. */
  private settle(taker: Party, takerSide: Side, placement: Placement): string[] {
    const fills: string[] = [];
    for (let fill = 0; fill < placement.fillCount; fill += 1) {
      const makerId = placement.fillMakerId(fill);
      const maker = makerId < 0 ? undefined : this.find(makerId);
      const lots = placement.fillLots(fill);
      const priceTicks = placement.fillPriceTicks(fill);
      // Two exchange quotes never match: all old ones are withdrawn first.
      const trade = this.settleFill(taker && this.find(taker.id), maker, {
        takerSide,
        priceTicks,
        lots,
      });
      fills.push(this.trading.record.fillOf(trade, maker, makerId));
      if (maker === undefined) continue;
      const filled = this.find(maker.id)!;
      const isWhole = placement.fillMakerRemaining(fill) === 0;
      this.trading.changed(isWhole ? this.put({ ...filled, status: 'filled' }) : filled);
    }
    return fills;
  }

  private settleFill(
    taker: Party,
    maker: Party,
    fill: { takerSide: Side; priceTicks: number; lots: number },
  ): Trade {
    const { units, instrument, now } = this.batch;
    const { baseScale, quoteScale } = instrument;
    const quantity = units.quantityOf(fill.lots);
    const quote = units.quoteOf(fill.priceTicks, fill.lots);
    const isTakerBuying = fill.takerSide === 'buy';
    const cash = this.cashMoved(quote, isTakerBuying ? [taker, maker] : [maker, taker]);
    const chargeOf = (party: Party, isTaker: boolean) => {
      if (party === undefined) return { fee: ZERO, receivedAsTaker: undefined };
      const { side, filledQuantity, filledQuote } = party;
      return feeOfFill(party, {
        isTaker,
        ...(side === 'buy'
          ? { received: quantity, receivedBefore: filledQuantity, scale: baseScale }
          : {
              received: cash.received,
              receivedBefore: cashFor('sell', filledQuote, quoteScale),
              scale: quoteScale,
            }),
      });
    };
    const takerLeg = { party: taker, ...chargeOf(taker, true), from: 'available' as const };
    const makerLeg = { party: maker, ...chargeOf(maker, false), from: 'held' as const };
    const trade: Trade = {
      id: this.trading.next(),
      instrumentId: instrument.id,
      makerOrderId: maker?.id,
      takerOrderId: taker?.id,
      takerSide: fill.takerSide,
      price: units.priceOf(fill.priceTicks),
      quantity,
      quoteAmount: quote,
      makerFee: makerLeg.fee,
      takerFee: takerLeg.fee,
      createdAt: now,
    };
    this.trades.push(trade);
    const [buyer, seller] = isTakerBuying ? [takerLeg, makerLeg] : [makerLeg, takerLeg];
    this.post(tradeFact(trade, { instrument, cash, buyer, seller }));
    for (const leg of [takerLeg, makerLeg]) {
      if (leg.party === undefined) continue;
      this.put({
        ...leg.party,
        filledQuantity: add(leg.party.filledQuantity, quantity),
        filledQuote: add(leg.party.filledQuote, quote),
        fee: add(leg.party.fee, leg.fee),
        receivedAsTaker: leg.receivedAsTaker,
        updatedAt: now,
      });
    }
    this.trading.happened(trade);
    return trade;
  }

  /**
   * Amounts that the buyer pays and the seller receives for a fill of this exact value, before fees. The difference
   * goes to the exchange's rounding account: minus one to two smallest units in a single fill, never below zero over all
   * fills of the two orders. As a party, the exchange pays or receives the same as its counterparty.
   */
  private cashMoved(quote: Amount, [buyer, seller]: readonly [Party, Party]): Cash {
    const { quoteScale } = this.batch.instrument;
    const change = (order: Order) =>
      subtract(
        cashFor(order.side, add(order.filledQuote, quote), quoteScale),
        cashFor(order.side, order.filledQuote, quoteScale),
      );
    const paid = buyer && change(buyer);
    const received = seller && change(seller);
    return { paid: paid ?? received ?? quote, received: received ?? paid ?? quote };
  }

  private post(fact: Fact): void {
    this.facts.push(fact);
    for (const { owner, asset, purpose, amount } of fact.postings) {
      if (owner < 0 || purpose !== 'available') continue;
      this.state.balances.change(owner, asset, amount);
    }
  }
}
