import { type Amount, decimal, type Price } from '@tern/money';
import { describe, expect, it } from 'vitest';
import { bookShapeOf } from './book-shape.ts';
import { houseQuotes } from './house-quotes.ts';
import { createSteps } from './steps.ts';

const market = {
  tickSize: decimal<Price>('0.0001'),
  lotSize: decimal<Amount>('0.01'),
  minNotional: decimal<Amount>('5'),
};
const PRICE = 1_000_000;
const shapeOf = (id: number) => bookShapeOf({ id, class: 'crypto' });

/** Spread in ticks, lots on ten levels of the bids, the share of the first of them: at a price of a million ticks. */
function bookOf(id: number) {
  const steps = createSteps(market);
  const tick = { price: steps.priceOf(PRICE), seq: 1_000 };
  const quotes = houseQuotes({ ...market, shape: shapeOf(id) }, steps, tick);
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

describe('the books of the house', () => {
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

  it('have no two alike in shape', () => {
    const shapes = books.map(({ first, reach }) => `${first.toFixed(3)} ${reach.toFixed(2)}`);
    expect(new Set(shapes).size).toBe(30);
  });
});
