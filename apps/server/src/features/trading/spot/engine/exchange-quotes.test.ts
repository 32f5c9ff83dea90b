import { type Amount, decimal, type Price } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createUnits } from '../rules.ts';
import { bookShapeOf, exchangeQuotes } from './exchange-quotes.ts';

const market = {
  tickSize: decimal<Price>('0.01'),
  lotSize: decimal<Amount>('0.001'),
  minNotional: decimal<Amount>('5'),
  shape: bookShapeOf({ id: 3, class: 'crypto' }),
};
const units = createUnits(market);

describe("the exchange's quotes", () => {
  it('are on both sides of the reference price, never match each other, and widen with depth', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), fc.nat(1_000_000), (ticks, seq) => {
        const quotes = exchangeQuotes(market, units, { price: units.priceOf(ticks), seq });
        const bids = quotes
          .filter((quote) => quote.side === 'buy')
          .map((quote) => quote.priceTicks);
        const asks = quotes
          .filter((quote) => quote.side === 'sell')
          .map((quote) => quote.priceTicks);
        expect(Math.max(...bids)).toBeLessThan(ticks);
        expect(Math.min(...asks)).toBeGreaterThan(ticks);
        expect(bids).toEqual([...new Set(bids)].sort((a, b) => b - a));
        expect(asks).toEqual([...new Set(asks)].sort((a, b) => a - b));
        for (const quote of quotes) {
          expect(Number.isSafeInteger(quote.lots) && quote.lots > 0 && quote.priceTicks > 0).toBe(
            true,
          );
        }
      }),
    );
  });

  it('are at least one lot even if a lot is worth more than a whole level', () => {
    const coarse = { ...market, lotSize: decimal<Amount>('1000') };
    const tick = { price: decimal<Price>('900000'), seq: 7 };
    const quotes = exchangeQuotes(coarse, createUnits(coarse), tick);
    expect(quotes.map((quote) => quote.lots)).toEqual(quotes.map(() => 1));
  });

  it('are the same for the same tick, so that anyone can recompute them', () => {
    const tick = { price: decimal<Price>('3000'), seq: 42 };
    expect(exchangeQuotes(market, units, tick)).toEqual(exchangeQuotes(market, units, tick));
  });
});

describe('units', () => {
  it('convert prices and quantities to ticks and lots and back without loss', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 1, max: 10_000_000 }),
        (ticks, lots) => {
          expect(units.ticksOf(units.priceOf(ticks))).toBe(ticks);
          expect(units.lotsOf(units.quantityOf(lots))).toBe(lots);
          expect(units.quoteOf(ticks, lots)).toBe(
            (units.priceOf(ticks) * units.quantityOf(lots)) / 10n ** 18n,
          );
        },
      ),
    );
  });

  it('refuse a price between two ticks', () => {
    expect(() => units.ticksOf(decimal<Price>('1.005'))).toThrow('whole number');
  });
});

const fineMarket = {
  tickSize: decimal<Price>('0.0001'),
  lotSize: decimal<Amount>('0.01'),
  minNotional: decimal<Amount>('5'),
};
const PRICE = 1_000_000;

/** Spread in ticks, lots on the first ten bid levels, and the share of the first: at a price of a million ticks. */
function bookOf(id: number) {
  const fineUnits = createUnits(fineMarket);
  const tick = { price: fineUnits.priceOf(PRICE), seq: 1_000 };
  const quotes = exchangeQuotes(
    { ...fineMarket, shape: bookShapeOf({ id, class: 'crypto' }) },
    fineUnits,
    tick,
  );
  const bids = quotes.filter(({ side }) => side === 'buy');
  const best = bids[0]!;
  const near = bids.slice(0, 10).reduce((sum, { lots }) => sum + lots, 0);
  return {
    spread: 2 * (PRICE - best.priceTicks),
    depth: near,
    first: best.lots / near,
    reach: (PRICE - bids.at(-1)!.priceTicks) / (PRICE - best.priceTicks),
  };
}

describe('the books of the exchange', () => {
  const books = Array.from({ length: 30 }, (_, index) => bookOf(index + 1));

  it('grow wider and thinner from the first coin to the last', () => {
    const mean = (from: number, key: 'spread' | 'depth') =>
      books.slice(from, from + 10).reduce((sum, book) => sum + book[key], 0) / 10;
    for (const from of [0, 10]) {
      expect(mean(from + 10, 'spread')).toBeGreaterThan(mean(from, 'spread'));
      expect(mean(from + 10, 'depth')).toBeLessThan(mean(from, 'depth'));
    }
    expect(books[0]!.depth).toBeGreaterThan(4 * books[29]!.depth);
    expect(books[29]!.spread).toBeGreaterThan(5 * books[0]!.spread);
  });

  it('all differ in shape', () => {
    const shapes = books.map(({ first, reach }) => `${first.toFixed(3)} ${reach.toFixed(2)}`);
    expect(new Set(shapes).size).toBe(30);
  });
});
