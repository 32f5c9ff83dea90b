import { describe, expect, it } from 'vitest';
import { type Book, type IncomingOrder, OrderBook, type Placement, type Side } from './index.ts';
import { NaiveBook } from './naive-book.ts';

const limit = (id: number, side: Side, priceTicks: number, lots: number): IncomingOrder => ({
  kind: 'limit',
  id,
  owner: id,
  side,
  priceTicks,
  lots,
});

function fillsOf(placement: Placement) {
  return Array.from({ length: placement.fillCount }, (_, fill) => [
    placement.fillMakerId(fill),
    placement.fillPriceTicks(fill),
    placement.fillLots(fill),
    placement.fillMakerRemaining(fill),
  ]);
}

const idsOf = (book: Book, side: Side) => [...book.orders(side)].map((order) => order.id);

describe.each([
  ['order book', () => new OrderBook()],
  ['naive model', () => new NaiveBook()],
])('%s', (_name, makeBook: () => Book) => {
  it('trades the best price first and, within a price, the earliest order', () => {
    const book = makeBook();
    for (const order of [
      limit(1, 'sell', 102, 5),
      limit(2, 'sell', 101, 5),
      limit(3, 'sell', 101, 5),
    ]) {
      book.place(order);
    }
    const placement = book.place(limit(4, 'buy', 102, 12));
    expect(fillsOf(placement)).toEqual([
      [2, 101, 5, 0],
      [3, 101, 5, 0],
      [1, 102, 2, 3],
    ]);
    expect(placement.filledLots).toBe(12);
    expect(placement.filledQuote).toBe(101 * 10 + 102 * 2);
    expect(placement.stopReason).toBe('none');
    expect(book.get(1)).toEqual({ id: 1, owner: 1, side: 'sell', priceTicks: 102, lots: 3 });
  });

  it('matches buyers and sellers at the price of the order that rested first', () => {
    const book = makeBook();
    book.place(limit(1, 'sell', 100, 1));
    expect(book.place(limit(2, 'buy', 110, 1)).fillPriceTicks(0)).toBe(100);
    book.place(limit(3, 'buy', 110, 1));
    expect(book.place(limit(4, 'sell', 100, 1)).fillPriceTicks(0)).toBe(110);
  });

  it('rests the unfilled part of a limit order at its own price', () => {
    const book = makeBook();
    book.place(limit(1, 'sell', 100, 4));
    const placement = book.place(limit(2, 'buy', 100, 10));
    expect([placement.filledLots, placement.restingLots]).toEqual([4, 6]);
    expect(book.depth('buy', 5)).toEqual([[100, 6]]);
    expect(book.bestAsk()).toBeUndefined();
  });

  it('keeps the queue position of a partly filled order', () => {
    const book = makeBook();
    book.place(limit(1, 'buy', 100, 10));
    book.place(limit(2, 'buy', 100, 10));
    book.place(limit(3, 'sell', 100, 4));
    expect(idsOf(book, 'buy')).toEqual([1, 2]);
    expect(book.get(1)?.lots).toBe(6);
  });

  it('stops a market order at its protection bound and never rests it', () => {
    const book = makeBook();
    book.place(limit(1, 'sell', 100, 1));
    book.place(limit(2, 'sell', 103, 1));
    const buy = { kind: 'market', id: 9, owner: 9, side: 'buy', priceTicks: 102, lots: 5 } as const;
    const placement = book.place(buy);
    expect([placement.filledLots, placement.restingLots]).toEqual([1, 0]);
    expect(placement.stopReason).toBe('bound');
    expect(book.has(9)).toBe(false);
    expect(book.place({ ...buy, priceTicks: 103 }).stopReason).toBe('no-liquidity');
    expect(book.size).toBe(0);
  });

  it('spends a budget on whole lots only, level by level', () => {
    const book = makeBook();
    book.place(limit(1, 'sell', 10, 3));
    book.place(limit(2, 'sell', 12, 9));
    const budget = { kind: 'budget', id: 9, owner: 9, side: 'buy', priceTicks: 20 } as const;
    const placement = book.place({ ...budget, budget: 30 + 12 * 2 + 11 });
    expect(fillsOf(placement)).toEqual([
      [1, 10, 3, 0],
      [2, 12, 2, 7],
    ]);
    expect(placement.stopReason).toBe('none');
    expect(book.place({ ...budget, budget: 11 }).fillCount).toBe(0);
    expect(book.place({ ...budget, budget: 1000 }).stopReason).toBe('no-liquidity');
    book.place(limit(3, 'sell', 21, 1));
    expect(book.place({ ...budget, budget: 1000 }).stopReason).toBe('bound');
  });

  it('cancels the newest when an order would match its own owner, and keeps earlier fills', () => {
    const book = makeBook();
    book.place(limit(1, 'sell', 100, 2));
    book.place({ ...limit(2, 'sell', 100, 2), owner: 7 });
    book.place(limit(3, 'sell', 100, 2));
    const placement = book.place({ ...limit(4, 'buy', 100, 6), owner: 7 });
    expect(fillsOf(placement)).toEqual([[1, 100, 2, 0]]);
    expect(placement.stopReason).toBe('self-trade');
    expect(placement.restingLots).toBe(0);
    expect(idsOf(book, 'sell')).toEqual([2, 3]);
    expect(book.has(4)).toBe(false);
  });

  it('releases the open lots on cancel, and nothing for an order that no longer rests', () => {
    const book = makeBook();
    book.place(limit(-5, 'buy', 100, 10));
    book.place(limit(2, 'sell', 100, 4));
    expect(book.cancel(-5)).toBe(6);
    expect(book.cancel(-5)).toBe(0);
    expect(book.size).toBe(0);
    expect(book.bestBid()).toBeUndefined();
  });

  it('shows depth best first, summed by price', () => {
    const book = makeBook();
    book.place(limit(1, 'buy', 99, 1));
    book.place(limit(2, 'buy', 100, 2));
    book.place(limit(3, 'buy', 99, 4));
    book.place(limit(4, 'buy', 98, 8));
    expect(book.depth('buy', 2)).toEqual([
      [100, 2],
      [99, 5],
    ]);
    expect([book.bestBid(), book.depth('sell', 2)]).toEqual([100, []]);
  });

  it('rolls back placements, fills and cancels, including queue positions', () => {
    const book = makeBook();
    for (const id of [1, 2, 3, 4]) book.place(limit(id, 'sell', 100, 10));
    const before = [...book.orders('sell')];
    book.begin();
    book.cancel(2);
    book.place(limit(5, 'buy', 100, 25));
    book.place(limit(6, 'sell', 99, 1));
    book.place(limit(2, 'sell', 100, 1));
    book.rollback();
    expect([...book.orders('sell')]).toEqual(before);
    expect(book.bestBid()).toBeUndefined();
    book.check();
  });

  it('commits the older transaction and rolls back the newer one on top of it', () => {
    const book = makeBook();
    for (const id of [1, 2]) book.place(limit(id, 'sell', 100, 10));
    book.begin();
    book.place(limit(3, 'buy', 100, 4));
    book.begin();
    book.cancel(1);
    book.place(limit(4, 'buy', 100, 10));
    book.commit();
    book.place(limit(5, 'sell', 101, 1));
    book.rollback();
    expect([...book.orders('sell')].map(({ id, lots }) => [id, lots])).toEqual([
      [1, 6],
      [2, 10],
    ]);
    book.check();
  });

  it('keeps the changes of a commit, and refuses commit and rollback without a begin', () => {
    const book = makeBook();
    book.begin();
    book.place(limit(1, 'sell', 100, 10));
    book.commit();
    expect(book.get(1)?.lots).toBe(10);
    expect(() => book.rollback()).toThrow('not begun');
    expect(() => book.commit()).toThrow('not begun');
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'refuses %s as lots, ticks or budget and changes nothing',
    (bad) => {
      const book = makeBook();
      book.place(limit(1, 'sell', 100, 10));
      const budget = { kind: 'budget', id: 2, owner: 2, side: 'buy', priceTicks: 100 } as const;
      expect(() => book.place(limit(2, 'buy', 100, bad))).toThrow(RangeError);
      expect(() => book.place(limit(2, 'buy', bad, 1))).toThrow(RangeError);
      expect(() => book.place({ ...budget, budget: bad })).toThrow(RangeError);
      expect([book.size, book.get(1)?.lots]).toEqual([1, 10]);
    },
  );

  it('refuses an id that already rests, before it trades', () => {
    const book = makeBook();
    book.place(limit(1, 'sell', 100, 10));
    book.place(limit(2, 'buy', 90, 10));
    expect(() => book.place(limit(2, 'buy', 100, 1))).toThrow(RangeError);
    expect(book.get(1)?.lots).toBe(10);
  });
});

describe('a large order book', () => {
  it('holds 60,000 price levels and ids beyond 32 bits, and finds each of them', () => {
    const book = new OrderBook();
    const idOf = (n: number) => (n % 2 === 0 ? 1 : -1) * (2 ** 40 + n * 4096);
    for (let n = 0; n < 60_000; n++)
      book.place(limit(idOf(n), 'buy', 1 + ((n * 7919) % 60_000), 2));
    expect([book.size, book.bestBid()]).toEqual([60_000, 60_000]);
    expect(book.depth('buy', 3)).toEqual([
      [60_000, 2],
      [59_999, 2],
      [59_998, 2],
    ]);
    book.check();
    for (let n = 0; n < 60_000; n++) expect(book.cancel(idOf(n))).toBe(2);
    expect([book.size, book.bestBid()]).toEqual([0, undefined]);
    book.check();
  });
});
