/** Matches a batch in memory: the exchange quotes, then each command, then what prices triggered, with the resulting orders, trades and entries. */
import { moveBetween, recordTypes } from '@tern/ledger';
import type { Placement } from '@tern/matching';
import { type Amount, add, isMultipleOf, type Price, subtract, ZERO } from '@tern/money';
import type { Fact } from '../../../../kernel/ledger/journal-lines.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { conditionalRow } from '../conditional/conditional-rows.ts';
import type { Amendment, Order, Trade } from '../order.ts';
import { type OrderRow, orderRow } from '../order-rows.ts';
import { feeOfFill } from '../fill-fee.ts';
import { cashFor, protectionPrice, type Side } from '../rules.ts';
import { keyText } from './answers.ts';
import {
  type Batch,
  type EngineState,
  type Outcome,
  type PlannedBatch,
  refuseBarred,
  type StoredAnswer,
} from './batch.ts';
import { checkedOrder, mayTrade } from './check-order.ts';
import { amendedOrder, amendmentOf, reserveOf } from './plan-amend.ts';
import { type Cash, EXCHANGE, type Party, tradeFact } from './trade-fact.ts';
import { TriggerPlanner } from './plan-triggers.ts';
import { StaleBalances } from './stale-balances.ts';
import type { AmendCommand, CancelCommand, MemberCommand, PlaceCommand } from '../commands.ts';

/** Matches the batch on a book that has started it. @throws `StaleBalances` */
export function planBatch(batch: Batch, state: EngineState): PlannedBatch {
  const triggers = new TriggerPlanner(batch, state);
  const planner = new BatchPlanner(batch, state, {
    next: () => batch.tradeIds.take(),
    happened: (trade) => triggers.compareTrade(trade),
    changed: (order) => triggers.orderChanged(order),
    assertAmendable: (order, command) => triggers.assertAmendable(order, command),
  });
  const planners = { orders: planner, triggers };
  triggers.compareTicks();
  replaceQuotes(planner, batch);
  const results: Results = { rows: new Map(), answers: [] };
  try {
    const outcomes = batch.commands.map(
      (command) =>
        answeredBefore(command, state) ?? carryOut(command, planners, { batch, state, results }),
    );
    triggers.placeMet(planner);
    const { facts, trades, amendments } = planner;
    const conditionals = {
      inserted: [...triggers.inserted.values()],
      changed: [...triggers.changed.values()],
      pauses: triggers.pauses,
    };
    const inserted = [...planner.inserted.values()];
    const changed = [...planner.changed.values()];
    const find = (id: number) => planner.inserted.get(id) ?? planner.changed.get(id);
    const { isFresh } = state;
    const orders = { inserted, changed, trades, amendments, facts, find };
    return { batch, outcomes, ...orders, conditionals, ...results, isFresh };
  } catch (error) {
    for (const key of results.answers) state.answers.forget(key);
    throw error;
  }
}

/**
 * Whether new quotes match no order and new prices trigger nothing, so that only memory changes. The book has started the batch.
 */
export function areQuotesQuiet(batch: Batch): boolean {
  let trades = 0;
  const noBalances = { available: () => ZERO, change: () => undefined, knows: () => false };
  const [nobody, none] = [new Map<number, never>(), new Set<number>()];
  const state = { balances: noBalances, isFresh: true, barred: nobody, loaded: none };
  const triggers = new TriggerPlanner(batch, state);
  triggers.compareTicks();
  if (!triggers.isQuiet) return false;
  const nothing = () => undefined;
  const counted = {
    next: () => ++trades,
    happened: nothing,
    changed: nothing,
    assertAmendable: nothing,
  };
  replaceQuotes(new BatchPlanner(batch, state, counted), batch);
  return trades === 0;
}

function replaceQuotes(planner: BatchPlanner, batch: Batch): void {
  for (const id of batch.withdrawn) batch.book.cancel(id);
  batch.quotes.forEach(({ side, priceTicks, lots }, index) => {
    planner.quote(batch.firstQuoteId - index, side, { priceTicks, lots });
  });
}

/** Results of commands beside orders and trades. */
type Results = { rows: Map<Order, OrderRow>; answers: StoredAnswer[] };

/** The first answer to the command's key; a refusal where the key came with another request. */
function answeredBefore({ key }: MemberCommand, state: EngineState): Outcome | undefined {
  const before = key && (state.answers.get(key) ?? state.finished.get(keyText(key)));
  if (before === undefined) return undefined;
  return before.requestHash === key?.requestHash
    ? (before.answer as Outcome)
    : new Refusal('idempotency-key-reused');
}

/** A refusal affects this command only. */
function carryOut(
  command: MemberCommand,
  planners: Planners,
  { batch, state, results }: { batch: Batch; state: EngineState; results: Results },
): Outcome {
  const { key } = command;
  try {
    const answer = answerTo(command, planners, { batch, rows: results.rows });
    if (key !== undefined) {
      state.answers.put(key, { requestHash: key.requestHash, answer });
      results.answers.push({ ...key, answer });
    }
    return answer;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

interface Planners {
  readonly orders: BatchPlanner;
  readonly triggers: TriggerPlanner;
}

/** @throws a Refusal */
function answerTo(
  command: MemberCommand,
  { orders, triggers }: Planners,
  { batch, rows }: { batch: Batch; rows: Map<Order, OrderRow> },
): Exclude<Outcome, Refusal> {
  const { instrument } = batch;
  if (command.kind === 'place-conditional') {
    return { conditional: conditionalRow(triggers.place(command, orders), instrument) };
  }
  if (command.kind === 'cancel-conditional') {
    return { conditional: conditionalRow(triggers.cancel(command, orders), instrument) };
  }
  const order = orderAfter(command, { orders, triggers });
  const row = orderRow(order, instrument);
  rows.set(order, row);
  return { order: row };
}

function orderAfter(
  command: PlaceCommand | CancelCommand | AmendCommand,
  { orders, triggers }: Planners,
): Order {
  if (command.kind === 'place') {
    return command.attached === undefined
      ? orders.place(command)
      : triggers.placeWithAttached(command, orders);
  }
  return command.kind === 'amend' ? orders.amend(command) : orders.cancel(command);
}

type PlannerState = Pick<EngineState, 'isFresh' | 'barred'> & {
  balances: Pick<EngineState['balances'], 'available' | 'change'>;
};

class BatchPlanner {
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
    assertAmendable(order: Order, command: AmendCommand): void;
  };

  /** `trading`: draws the id of each trade, hears of it and of each open order that is filled, cancelled or amended, and knows what may not be amended. */
  constructor(batch: Batch, state: PlannerState, trading: BatchPlanner['trading']) {
    this.batch = batch;
    this.state = state;
    this.trading = trading;
  }

  /** The order after this batch so far. */
  private order(id: number): Order | undefined {
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
    const placement = this.match(order);
    return this.put(this.afterMatching(this.order(order.id)!, placement));
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
    const order = this.order(orderId);
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
    if (amended === undefined) return former;
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
    if (placement !== undefined) this.settle(order, side, placement);
    const after = this.put(this.afterMatching(this.order(id)!, placement));
    this.trading.changed(after);
    return after;
  }

  /** Cancels an order if it is open, not the stop that is its other end. */
  withdraw(orderId: number): void {
    const order = this.order(orderId);
    if (order?.status === 'open') this.end(order);
  }

  private end(order: Order): Order {
    this.batch.book.cancel(order.id);
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
  quote(id: number, side: Side, level: { priceTicks: number; lots: number }): void {
    const placement = this.batch.book.place({ id, owner: EXCHANGE, side, kind: 'limit', ...level });
    this.settle(undefined, side, placement);
  }

  private newOrder(command: PlaceCommand): Order {
    const { instrument, now } = this.batch;
    const { memberId, side, type, limitPrice, quantity, budget } = command;
    const id = this.batch.orderIds.take();
    const fees = this.batch.feesOf(memberId);
    return {
      id,
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
  private match(order: Order): Placement | undefined {
    const { book, units, instrument, tick } = this.batch;
    const { id, memberId: owner, side, timeInForce } = order;
    let placement: Placement;
    if (order.type === 'limit') {
      const priceTicks = units.ticksOf(order.limitPrice!);
      const lots = units.lotsOf(order.quantity!);
      const limit = { id, owner, side, priceTicks, lots };
      if (!mayTrade(book, limit, timeInForce)) return undefined;
      const rests = timeInForce === undefined || timeInForce === 'post-only';
      placement = book.place({ ...limit, kind: rests ? 'limit' : 'market' });
    } else {
      const priceTicks = units.ticksOf(protectionPrice(instrument, tick!.price, side));
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
    this.settle(order, side, placement);
    return placement;
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

  private settle(taker: Party, takerSide: Side, placement: Placement): void {
    for (let fill = 0; fill < placement.fillCount; fill += 1) {
      const makerId = placement.fillMakerId(fill);
      const maker = makerId < 0 ? undefined : this.order(makerId);
      const lots = placement.fillLots(fill);
      const priceTicks = placement.fillPriceTicks(fill);
      // Two exchange quotes never match: all old ones are withdrawn first.
      this.settleFill(taker && this.order(taker.id), maker, { takerSide, priceTicks, lots });
      if (maker === undefined) continue;
      const filled = this.order(maker.id)!;
      const isWhole = placement.fillMakerRemaining(fill) === 0;
      this.trading.changed(isWhole ? this.put({ ...filled, status: 'filled' }) : filled);
    }
  }

  private settleFill(
    taker: Party,
    maker: Party,
    fill: { takerSide: Side; priceTicks: number; lots: number },
  ): void {
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
