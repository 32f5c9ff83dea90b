import { type Amount, decimal, type Price } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookShapeOf } from './book-shape.ts';
import { houseQuotes } from './house-quotes.ts';
import { createSteps } from './steps.ts';

const market = {
  tickSize: decimal<Price>('0.01'),
  lotSize: decimal<Amount>('0.001'),
  minNotional: decimal<Amount>('5'),
  shape: bookShapeOf({ id: 3, class: 'crypto' }),
};
const steps = createSteps(market);

describe("the house's quotes", () => {
  it('stand on both sides of the reference price, never cross, and widen with depth', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), fc.nat(1_000_000), (ticks, seq) => {
        const quotes = houseQuotes(market, steps, { price: steps.priceOf(ticks), seq });
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

  it('are at least one lot where a lot is worth more than a whole level', () => {
    const coarse = { ...market, lotSize: decimal<Amount>('1000') };
    const tick = { price: decimal<Price>('900000'), seq: 7 };
    const quotes = houseQuotes(coarse, createSteps(coarse), tick);
    expect(quotes.map((quote) => quote.lots)).toEqual(quotes.map(() => 1));
  });

  it('are the same for the same tick, so that anyone can recompute them', () => {
    const tick = { price: decimal<Price>('3000'), seq: 42 };
    expect(houseQuotes(market, steps, tick)).toEqual(houseQuotes(market, steps, tick));
  });
});

describe('steps', () => {
  it('turn prices and quantities into ticks and lots and back without loss', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 1, max: 10_000_000 }),
        (ticks, lots) => {
          expect(steps.ticksOf(steps.priceOf(ticks))).toBe(ticks);
          expect(steps.lotsOf(steps.quantityOf(lots))).toBe(lots);
          expect(steps.quoteOf(ticks, lots)).toBe(
            (steps.priceOf(ticks) * steps.quantityOf(lots)) / 10n ** 18n,
          );
        },
      ),
    );
  });

  it('refuse a price between two ticks', () => {
    expect(() => steps.ticksOf(decimal<Price>('1.005'))).toThrow('whole number');
  });
});
