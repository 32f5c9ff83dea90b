/**
 * Replays the numbered commands of a market: what each of them matches follows from those before it. Orders are known by the number of the
 * command that placed them; quotes of the exchange by their place in the list of quotes, as a number below zero.
 */
import type { LimitOrder, Placement, Side } from './book.ts';
import { OrderBook } from './order-book.ts';

/** How an order takes part: a `market` order trades up to its price, a `budget` spends at most its amount. */
export type ReplayedType =
  | 'limit'
  | 'post-only'
  | 'immediate-or-cancel'
  | 'fill-or-kill'
  | 'market'
  | 'budget';

export interface ReplayedOrder {
  readonly number: number;
  readonly side: Side;
  readonly type: ReplayedType;
  /** Its limit, or the worst price at which it trades. */
  readonly priceTicks: number;
  /** Lots; of a budget ticks × lots. */
  readonly amount: number;
  /** The number of an order of the same owner, at which it stops: nobody trades with themselves. Undefined: it met none. */
  readonly own: number | undefined;
}

export interface ReplayedFill {
  /** The number of the order that rested, or the quote. */
  readonly maker: number;
  readonly priceTicks: number;
  readonly lots: number;
  /** Of a quote that met resting orders: which. */
  readonly quote?: number;
}

export interface ReplayedQuote {
  readonly side: Side;
  readonly priceTicks: number;
  readonly lots: number;
}

export type BookedOrder =
  | (ReplayedQuote & { readonly place: number })
  | (Omit<ReplayedOrder, 'own' | 'amount'> & { readonly lots: number; readonly filled: number });

/** The quote at this place of the list, from 0. */
export const quoteId = (place: number): number => -1 - place;

/** The owner of quotes; orders are their own owners. */
const EXCHANGE = 0;

interface Resting {
  readonly side: Side;
  readonly type: ReplayedType;
  priceTicks: number;
  /** What was ordered, with what is filled. */
  lots: number;
}

export class CommandReplay {
  readonly book = new OrderBook();
  private readonly resting = new Map<number, Resting>();
  private quotes = 0;

  /** An order that rested before the first command. `lots`: what was ordered, of which `filled` are gone. */
  keep(order: Extract<BookedOrder, { number: number }>): void {
    const { number, side, type, priceTicks, lots, filled } = order;
    this.rest({ number, side, priceTicks, lots: lots - filled }, undefined);
    this.resting.set(number, { side, type, priceTicks, lots });
  }

  /** A quote that stood before the first command, at this place of the list. */
  keepQuote(place: number, quote: ReplayedQuote): void {
    this.book.place({ ...quote, id: quoteId(place), owner: EXCHANGE, kind: 'limit' });
    this.quotes = Math.max(this.quotes, place + 1);
  }

  /** What rests in the order of matching: a quote has its place, an order its number, type and what was ordered, with what is filled. */
  *booked(): Generator<BookedOrder> {
    for (const side of ['buy', 'sell'] as const) {
      for (const { id, priceTicks, lots } of this.book.orders(side)) {
        const order = this.resting.get(id);
        if (order === undefined) yield { place: quoteId(id), side, priceTicks, lots };
        else
          yield {
            number: id,
            side,
            type: order.type,
            priceTicks,
            lots: order.lots,
            filled: order.lots - lots,
          };
      }
    }
  }

  /** All quotes of the exchange are replaced by these. */
  quote(quotes: readonly ReplayedQuote[]): ReplayedFill[] {
    for (let place = 0; place < this.quotes; place += 1) this.book.cancel(quoteId(place));
    this.quotes = quotes.length;
    return quotes.flatMap((quote, place) => {
      const order = { ...quote, id: quoteId(place), owner: EXCHANGE, kind: 'limit' } as const;
      return this.fillsOf(this.book.place(order)).map((fill) => ({ ...fill, quote: place }));
    });
  }

  /** @throws Error when it does not stop at the order that it names */
  place(order: ReplayedOrder): ReplayedFill[] {
    const { number, side, type, priceTicks, amount, own } = order;
    const owner = own ?? number;
    if (type === 'budget') {
      const budget = {
        id: number,
        owner,
        side: 'buy',
        kind: 'budget',
        priceTicks,
        budget: amount,
      } as const;
      return this.stopped(this.book.place(budget), own);
    }
    const limit = { number, side, priceTicks, lots: amount };
    if (type === 'limit' || type === 'post-only') {
      this.resting.set(number, { side, type, priceTicks, lots: amount });
      return this.restOrEnd(limit, own);
    }
    const asked = { id: number, owner, side, priceTicks, lots: amount };
    if (type === 'fill-or-kill' && !this.isFilledWhole(asked, own)) return [];
    return this.stopped(this.book.place({ ...asked, kind: 'market' }), own);
  }

  /** @throws Error when it does not rest */
  cancel(number: number): void {
    if (this.book.cancel(number) === 0) throw new Error(`order ${number} does not rest`);
    this.resting.delete(number);
  }

  /** `lots`: with what is filled. @throws Error when it does not rest, or has nothing left */
  amend(order: { number: number; priceTicks: number; lots: number; own: number | undefined }) {
    const { number, priceTicks, lots, own } = order;
    const before = this.resting.get(number);
    const left = this.book.get(number)?.lots;
    if (before === undefined || left === undefined)
      throw new Error(`order ${number} does not rest`);
    const open = lots - (before.lots - left);
    const isSamePrice = priceTicks === before.priceTicks;
    if (isSamePrice && lots === before.lots) return [];
    const keepsPlace = isSamePrice && lots < before.lots;
    Object.assign(before, { priceTicks, lots });
    if (keepsPlace) {
      this.book.reduce(number, open);
      return [];
    }
    this.book.cancel(number);
    return this.restOrEnd({ number, side: before.side, priceTicks, lots: open }, own);
  }

  /** Whether it waits in the book after its command. */
  rests(number: number): boolean {
    return this.book.has(number);
  }

  private restOrEnd(
    limit: { number: number; side: Side; priceTicks: number; lots: number },
    own: number | undefined,
  ): ReplayedFill[] {
    const { number, side, priceTicks } = limit;
    const best = side === 'buy' ? this.book.bestAsk() : this.book.bestBid();
    const meets = best !== undefined && (side === 'buy' ? best <= priceTicks : best >= priceTicks);
    if (meets && this.resting.get(number)?.type === 'post-only') {
      this.resting.delete(number);
      return [];
    }
    const fills = this.rest(limit, own);
    if (!this.book.has(number)) this.resting.delete(number);
    return fills;
  }

  private rest(
    { number, ...limit }: { number: number; side: Side; priceTicks: number; lots: number },
    own: number | undefined,
  ): ReplayedFill[] {
    const order: LimitOrder = { ...limit, id: number, owner: own ?? number, kind: 'limit' };
    return this.stopped(this.book.place(order), own);
  }

  private isFilledWhole(
    { side, priceTicks, lots }: { side: Side; priceTicks: number; lots: number },
    own: number | undefined,
  ): boolean {
    let found = 0;
    for (const maker of this.book.orders(side === 'buy' ? 'sell' : 'buy')) {
      const isBeyond =
        side === 'buy' ? maker.priceTicks > priceTicks : maker.priceTicks < priceTicks;
      if (isBeyond || maker.id === own) return false;
      found += maker.lots;
      if (found >= lots) return true;
    }
    return false;
  }

  private stopped(placement: Placement, own: number | undefined): ReplayedFill[] {
    if ((placement.stopReason === 'self-trade') !== (own !== undefined)) {
      throw new Error(`it does not stop at order ${own}`);
    }
    return this.fillsOf(placement);
  }

  private fillsOf(placement: Placement): ReplayedFill[] {
    const fills: ReplayedFill[] = [];
    for (let fill = 0; fill < placement.fillCount; fill += 1) {
      const maker = placement.fillMakerId(fill);
      fills.push({
        maker,
        priceTicks: placement.fillPriceTicks(fill),
        lots: placement.fillLots(fill),
      });
      if (placement.fillMakerRemaining(fill) === 0) this.resting.delete(maker);
    }
    return fills;
  }
}
