import { type Amount, decimal, notional, type Price } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candle, joinCandles } from '../candles/candle.ts';
import { refineCandle } from './refine-candle.ts';

const grids = fc.constantFrom(
  { tickSize: decimal<Price>('0.01'), lotSize: decimal<Amount>('0.0001') },
  { tickSize: decimal<Price>('0.000000001'), lotSize: decimal<Amount>('1000') },
  { tickSize: decimal<Price>('0.001'), lotSize: decimal<Amount>('1000') },
);

const cases = grids.chain((grid) =>
  fc.record({
    grid: fc.constant(grid),
    parent: fc
      .record({
        prices: fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 1, max: 1e7 }))),
        lots: fc.integer({ min: 0, max: 1e9 }),
        count: fc.nat(1e6),
      })
      .map(({ prices, lots, count }): Candle => {
        const [low, open, close, high] = fourOf(prices);
        const price = (ticks: number) => (BigInt(ticks) * grid.tickSize) as Price;
        const amount = (BigInt(lots) * grid.lotSize) as Amount;
        const vol = notional(price(open), amount, 'down');
        return {
          start: 0,
          open: price(open),
          close: price(close),
          low: price(low),
          high: price(high),
          amount,
          vol,
          count,
        };
      }),
    weights: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 60 }),
    seed: fc.integer(),
  }),
);

/** The outer two bound the inner two; open and close come in any order. */
function fourOf(prices: readonly number[]): [number, number, number, number] {
  const [low = 1, second = 1, third = 1, high = 1] = prices.toSorted((a, b) => a - b);
  return (prices[0] ?? 0) % 2 === 0 ? [low, second, third, high] : [low, third, second, high];
}

const partsOf = (weights: readonly number[]) =>
  weights.map((weight, index) => ({ start: index * 60_000, weight }));

describe('a candle split into finer ones', () => {
  it('is exactly what they join to: first open, last close, highest, lowest, sums', () => {
    fc.assert(
      fc.property(cases, ({ parent, weights, grid, seed }) => {
        const children = refineCandle(parent, partsOf(weights), { grid, seed });
        expect(children).toHaveLength(weights.length);
        expect(joinCandles(children, 0)).toEqual(parent);
      }),
      { numRuns: 500 },
    );
  });

  it('gives candles that are possible: on the tick and lot, within bounds, neighbours meeting', () => {
    fc.assert(
      fc.property(cases, ({ parent, weights, grid, seed }) => {
        const children = refineCandle(parent, partsOf(weights), { grid, seed });
        for (const [index, child] of children.entries()) {
          const { open, close, high, low } = child;
          expect(low <= open && low <= close && high >= open && high >= close).toBe(true);
          for (const price of [open, close, high, low]) expect(price % grid.tickSize).toBe(0n);
          expect(child.amount % grid.lotSize).toBe(0n);
          expect(child.amount >= 0n && child.vol >= 0n && child.count >= 0).toBe(true);
          if (index > 0) expect(open).toBe(children[index - 1]?.close);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('adds up even where lot and tick have changed since and nothing lies on the grid', () => {
    const odd = fc.bigInt({ min: 0n, max: 10n ** 30n }) as fc.Arbitrary<Amount>;
    fc.assert(
      fc.property(cases, odd, odd, ({ parent, weights, grid, seed }, amount, vol) => {
        const open = (parent.open + 1n) as Price;
        const high = (parent.high + 2n) as Price;
        const offGrid: Candle = { ...parent, open, high, amount, vol };
        const children = refineCandle(offGrid, partsOf(weights), { grid, seed });
        expect(joinCandles(children, 0)).toEqual(offGrid);
      }),
    );
  });

  it('splits the same way every time, and another way with another seed', () => {
    const grid = { tickSize: decimal<Price>('0.01'), lotSize: decimal<Amount>('0.0001') };
    const parent: Candle = {
      start: 0,
      open: decimal<Price>('100'),
      close: decimal<Price>('101'),
      high: decimal<Price>('103'),
      low: decimal<Price>('98'),
      amount: decimal<Amount>('500'),
      vol: decimal<Amount>('50000'),
      count: 3_600,
    };
    const parts = partsOf(Array.from({ length: 24 }, () => 60));
    const first = refineCandle(parent, parts, { grid, seed: 1 });
    expect(refineCandle(parent, parts, { grid, seed: 1 })).toEqual(first);
    expect(refineCandle(parent, parts, { grid, seed: 2 })).not.toEqual(first);
  });
});
