/** One batch of a desk, worked out in memory: what matches, what is posted, what each command is answered. */
import { houseBooks, moveBetween, type Posting, recordTypes } from '@tern/ledger';
import type { Placement } from '@tern/matching';
import { type Amount, add, subtract, ZERO } from '@tern/money';
import type { Fact } from '../../../kernel/journal-lines.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { BatchInputs } from './batch-inputs.ts';
import { checkedOrder } from './check-order.ts';
import { mayMeetBook } from './executions.ts';
import type { CancelCommand, Execution, Order, PlaceCommand, Trade } from '../order.ts';
import { cashFor, feeOn, heldBy, protectionPrice, type Side } from '../rules.ts';

/** Owner of the house's orders in every book. */
const HOUSE = houseBooks.liquidity;

type Party = Order | undefined;

/** A member seems unable to pay, by balances that may be out of date. */
export class StaleBalances extends Error {
  override readonly name = 'StaleBalances';
}

export class BatchPlan {
  readonly inserted = new Map<number, Order>();
  readonly changed = new Map<number, Order>();
  readonly trades: Trade[] = [];
  readonly facts: Fact[] = [];
  private readonly inputs: BatchInputs;

  constructor(inputs: BatchInputs) {
    this.inputs = inputs;
  }

  /** The order as it stands after what this batch did so far. */
  private order(id: number): Order | undefined {
    return this.inserted.get(id) ?? this.changed.get(id) ?? this.inputs.openOrder(id);
  }

  private keep(order: Order): Order {
    (this.inserted.has(order.id) ? this.inserted : this.changed).set(order.id, order);
    return order;
  }

  /** Fails with: a Refusal; nothing has changed then. */
  place(command: PlaceCommand): Order {
    const { inputs } = this;
    if (inputs.frozen.has(command.memberId)) throw new Refusal(4008);
    const checked = checkedOrder(command, inputs);
    const paid = command.side === 'buy' ? inputs.instrument.quote : inputs.instrument.base;
    if (inputs.balances.available(command.memberId, paid) < checked.cost) {
      throw inputs.isFresh ? new Refusal(4020) : new StaleBalances();
    }
    const order = this.newOrder(command);
    this.inserted.set(order.id, order);
    const placement = this.match(order, command.execution);
    return this.keep(this.afterMatching(this.order(order.id)!, placement));
  }

  /** Fails with: a Refusal 5007 for an order that is not the member's, 5014 for one that is done. */
  cancel(command: CancelCommand): Order {
    const order = this.order(command.orderId);
    if (order === undefined || order.status !== 'open') throw new Refusal(5014);
    if (order.memberId !== command.memberId) throw new Refusal(5007);
    this.inputs.book.cancel(order.id);
    this.moveHold(order, 'release');
    return this.keep({ ...order, status: 'cancelled', updatedAt: this.inputs.now });
  }

  /** Puts one of the house's quotes into the book; it may trade with members' orders at their prices. */
  quote(id: number, side: Side, level: { priceTicks: number; lots: number }): void {
    const placement = this.inputs.book.place({ id, owner: HOUSE, side, kind: 'limit', ...level });
    this.settle(undefined, side, placement);
  }

  private newOrder(command: PlaceCommand): Order {
    const { instrument, now } = this.inputs;
    const { memberId, side, type, limitPrice, quantity, budget } = command;
    return {
      id: this.inputs.nextOrderId(),
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
      makerFee: instrument.makerFee,
      takerFee: instrument.takerFee,
      status: 'open',
      clientOrderId: command.clientOrderId,
      source: command.source,
      createdAt: now,
      updatedAt: now,
    };
  }

  /** Undefined for an order that may not meet the book as it stands. */
  private match(order: Order, execution: Execution | undefined): Placement | undefined {
    const { book, steps, instrument, tick } = this.inputs;
    const { id, memberId: owner, side } = order;
    let placement: Placement;
    if (order.type === 'limit') {
      const priceTicks = steps.ticksOf(order.limitPrice!);
      const lots = steps.lotsOf(order.quantity!);
      const limit = { id, owner, side, priceTicks, lots };
      if (!mayMeetBook(book, limit, execution)) return undefined;
      const rests = execution === undefined || execution === 'maker-only';
      placement = book.place({ ...limit, kind: rests ? 'limit' : 'market' });
    } else {
      const priceTicks = steps.ticksOf(protectionPrice(instrument, tick!.price, side));
      placement =
        order.budget === undefined
          ? book.place({
              id,
              owner,
              side,
              kind: 'market',
              priceTicks,
              lots: steps.lotsOf(order.quantity!),
            })
          : book.place({
              id,
              owner,
              side: 'buy',
              kind: 'budget',
              priceTicks,
              budget: steps.budgetOf(order.budget),
            });
    }
    this.settle(order, side, placement);
    return placement;
  }

  /** Status and hold of an order that has met the book. */
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
    const { instrument } = this.inputs;
    const asset = order.side === 'buy' ? instrument.quote : instrument.base;
    const open = subtract(order.quantity!, order.filledQuantity);
    const { side, limitPrice, filledQuote } = order;
    const amount = heldBy({ side, price: limitPrice!, open, filledQuote }, instrument.quoteScale);
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
      // Two quotes of the house never meet: it withdraws all before it quotes anew.
      this.settleFill(taker && this.order(taker.id), maker, { takerSide, priceTicks, lots });
      if (maker !== undefined && placement.fillMakerRemaining(fill) === 0) {
        this.keep({ ...this.order(maker.id)!, status: 'filled' });
      }
    }
  }

  private settleFill(
    taker: Party,
    maker: Party,
    fill: { takerSide: Side; priceTicks: number; lots: number },
  ): void {
    const { steps, instrument, now } = this.inputs;
    const { baseScale, quoteScale } = instrument;
    const quantity = steps.quantityOf(fill.lots);
    const quote = steps.quoteOf(fill.priceTicks, fill.lots);
    const isTakerBuying = fill.takerSide === 'buy';
    const cash = this.cashMoved(quote, isTakerBuying ? [taker, maker] : [maker, taker]);
    const feeOf = (party: Party, isBuying: boolean, role: 'maker' | 'taker') => {
      if (party === undefined) return ZERO;
      const ratio = role === 'maker' ? party.makerFee : party.takerFee;
      return isBuying ? feeOn(quantity, ratio, baseScale) : feeOn(cash.received, ratio, quoteScale);
    };
    const takerFee = feeOf(taker, isTakerBuying, 'taker');
    const makerFee = feeOf(maker, !isTakerBuying, 'maker');
    const trade: Trade = {
      id: this.inputs.nextTradeId(),
      instrumentId: instrument.id,
      makerOrderId: maker?.id,
      takerOrderId: taker?.id,
      takerSide: fill.takerSide,
      price: steps.priceOf(fill.priceTicks),
      quantity,
      quoteAmount: quote,
      makerFee,
      takerFee,
      createdAt: now,
    };
    this.trades.push(trade);
    const takerLeg = { party: taker, fee: takerFee, from: 'available' as const };
    const makerLeg = { party: maker, fee: makerFee, from: 'held' as const };
    const [buyer, seller] = isTakerBuying ? [takerLeg, makerLeg] : [makerLeg, takerLeg];
    this.postTrade(trade, cash, { buyer, seller });
    for (const leg of [takerLeg, makerLeg]) {
      if (leg.party === undefined) continue;
      this.keep({
        ...leg.party,
        filledQuantity: add(leg.party.filledQuantity, quantity),
        filledQuote: add(leg.party.filledQuote, quote),
        fee: add(leg.party.fee, leg.fee),
        updatedAt: now,
      });
    }
  }

  /**
   * What the buyer pays and the seller receives, before fees, for a fill of this exact value. The difference is the house's
   * rounding: minus one to two smallest units in a single fill, never below zero over all fills of the two orders.
   * The house itself pays or receives whatever its counterparty does.
   */
  private cashMoved(quote: Amount, [buyer, seller]: readonly [Party, Party]): Cash {
    const { quoteScale } = this.inputs.instrument;
    const change = (order: Order) =>
      subtract(
        cashFor(order.side, add(order.filledQuote, quote), quoteScale),
        cashFor(order.side, order.filledQuote, quoteScale),
      );
    const paid = buyer && change(buyer);
    const received = seller && change(seller);
    return { paid: paid ?? received ?? quote, received: received ?? paid ?? quote };
  }

  private postTrade(
    trade: Trade,
    cash: Cash,
    { buyer, seller }: { buyer: Leg; seller: Leg },
  ): void {
    const { base, quote } = this.inputs.instrument;
    const buyerId = buyer.party?.memberId ?? HOUSE;
    const sellerId = seller.party?.memberId ?? HOUSE;
    const from = (leg: Leg) => (leg.party === undefined ? 'available' : leg.from);
    const { spotBuy, spotSell } = recordTypes;
    const postings: Posting[] = [
      {
        owner: buyerId,
        asset: quote,
        purpose: from(buyer),
        amount: subtract(ZERO, cash.paid),
      },
      {
        owner: buyerId,
        asset: base,
        purpose: 'available',
        amount: subtract(trade.quantity, buyer.fee),
      },
      {
        owner: sellerId,
        asset: base,
        purpose: from(seller),
        amount: subtract(ZERO, trade.quantity),
      },
      {
        owner: sellerId,
        asset: quote,
        purpose: 'available',
        amount: subtract(cash.received, seller.fee),
      },
      { owner: houseBooks.fees, asset: base, purpose: 'available', amount: buyer.fee },
      { owner: houseBooks.fees, asset: quote, purpose: 'available', amount: seller.fee },
      {
        owner: houseBooks.rounding,
        asset: quote,
        purpose: 'available',
        amount: subtract(cash.paid, cash.received),
      },
    ];
    this.post({
      kind: trade.takerSide === 'buy' ? spotBuy : spotSell,
      subjectId: trade.id,
      postings,
      recordTypeOf: new Map([
        [buyerId, spotBuy],
        [sellerId, spotSell],
      ]),
    });
  }

  private post(fact: Fact): void {
    this.facts.push(fact);
    for (const { owner, asset, purpose, amount } of fact.postings) {
      if (owner < 0 || purpose !== 'available') continue;
      this.inputs.balances.change(owner, asset, amount);
    }
  }
}

/** Quote units that change hands in one fill, before fees. */
interface Cash {
  readonly paid: Amount;
  readonly received: Amount;
}

interface Leg {
  party: Party;
  fee: Amount;
  from: 'available' | 'held';
}
