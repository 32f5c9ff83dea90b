import {
  add,
  type Amount,
  decimal,
  formatDecimal,
  notional,
  ONE,
  type Price,
  type Rate,
  stepOf,
  sum,
  ZERO,
} from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  averagePrice,
  cashFor,
  heldBy,
  highestBuyPrice,
  limitOrderFault,
  lowestSellPrice,
  marketSellFault,
  protectionPrice,
} from './rules.ts';

const price = (text: string) => decimal<Price>(text);
const amount = (text: string) => decimal<Amount>(text);
const rate = (text: string) => decimal<Rate>(text);

const bounds = {
  tickSize: price('0.01'),
  lotSize: amount('0.001'),
  minNotional: amount('5'),
  maxNotional: amount('1000000'),
  priceBand: rate('0.1'),
  marketBand: rate('0.02'),
};

describe('bounds of an order', () => {
  it('a buy may name at most ten percent above the reference, a sell at least ten percent below', () => {
    expect(formatDecimal(highestBuyPrice(bounds, price('33.33')))).toBe('36.66');
    expect(formatDecimal(lowestSellPrice(bounds, price('33.33')))).toBe('30');
    const order = (side: 'buy' | 'sell', text: string) => ({
      side,
      price: price(text),
      quantity: amount('1'),
    });
    expect(limitOrderFault(bounds, price('33.33'), order('buy', '36.66'))).toBeUndefined();
    expect(limitOrderFault(bounds, price('33.33'), order('buy', '36.67'))).toBe('price-high');
    expect(limitOrderFault(bounds, price('33.33'), order('sell', '30'))).toBeUndefined();
    expect(limitOrderFault(bounds, price('33.33'), order('sell', '29.99'))).toBe('price-low');
    expect(limitOrderFault(bounds, price('33.33'), order('buy', '6'))).toBeUndefined();
  });

  it('the minimum and the maximum value are themselves allowed', () => {
    const worth = (quantity: string) =>
      limitOrderFault(bounds, price('100'), {
        side: 'buy',
        price: price('100'),
        quantity: amount(quantity),
      });
    expect(worth('0.05')).toBeUndefined();
    expect(worth('0.049')).toBe('min-notional');
    expect(worth('10000')).toBeUndefined();
    expect(worth('10000.001')).toBe('max-notional');
  });

  it('a price is a whole number of ticks, and a quantity of lots, also of a sale at market', () => {
    const limit = (at: string, quantity: string) =>
      limitOrderFault(bounds, price('100'), {
        side: 'buy',
        price: price(at),
        quantity: amount(quantity),
      });
    expect(limit('100.01', '1.001')).toBeUndefined();
    expect(limit('100.005', '1')).toBe('tick');
    expect(limit('100', '1.0005')).toBe('lot');
    expect(marketSellFault(bounds, price('100'), amount('1.001'))).toBeUndefined();
    expect(marketSellFault(bounds, price('100'), amount('1.0005'))).toBe('lot');
    expect(marketSellFault(bounds, price('100'), amount('0.049'))).toBe('min-notional');
  });

  it('a market order is protected on the side that would hurt', () => {
    expect(formatDecimal(protectionPrice(bounds, price('100'), 'buy'))).toBe('102');
    expect(formatDecimal(protectionPrice(bounds, price('100'), 'sell'))).toBe('98');
    expect(formatDecimal(protectionPrice(bounds, price('0.01'), 'sell'))).toBe('0.01');
  });
});

describe('holds', () => {
  const order = (side: 'buy' | 'sell') => {
    return { side, price: price('12.34'), open: amount('2'), filledQuote: ZERO };
  };

  it('a buy holds quote, a sell holds base', () => {
    expect(formatDecimal(heldBy(order('buy'), 6))).toBe('24.68');
    expect(formatDecimal(heldBy(order('sell'), 6))).toBe('2');
  });
});

describe('the total of an order in an asset with fewer places than price × quantity', () => {
  const SCALE = 6;
  const fills = fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { minLength: 1, maxLength: 30 });
  const tick = decimal<Price>('0.000000001');

  it('is rounded against the member by less than one smallest unit, however many fills it has', () => {
    fc.assert(
      fc.property(fills, (lots) => {
        const exact = sum(lots.map((each) => notional(tick, (each * ONE) as Amount, 'down')));
        const over = cashFor('buy', exact, SCALE) - exact;
        const under = exact - cashFor('sell', exact, SCALE);
        for (const lost of [over, under]) expect(lost >= 0n && lost < stepOf(SCALE)).toBe(true);
      }),
    );
  });

  it('never charges a buy more than it reserved, and leaves nothing reserved at the end', () => {
    fc.assert(
      fc.property(fills, (lots) => {
        let open = (sum(lots.map((each) => each as Amount)) * ONE) as Amount;
        let filledQuote = ZERO;
        let held = heldBy({ side: 'buy', price: tick, open, filledQuote }, SCALE);
        for (const each of lots) {
          const after = add(filledQuote, notional(tick, (each * ONE) as Amount, 'down'));
          const charged = cashFor('buy', after, SCALE) - cashFor('buy', filledQuote, SCALE);
          [open, filledQuote] = [(open - each * ONE) as Amount, after];
          const left = heldBy({ side: 'buy', price: tick, open, filledQuote }, SCALE);
          expect(held - charged).toBe(left);
          held = left;
        }
        expect(held).toBe(ZERO);
      }),
    );
  });
});

describe('the average price', () => {
  it('is the filled value over the filled quantity, and zero while nothing is filled', () => {
    expect(formatDecimal(averagePrice(amount('495'), amount('1.5')))).toBe('330');
    expect(averagePrice(amount('0'), amount('0'))).toBe(0n);
  });

  // SHIB: a tick of 0.000000001 and a lot of 1, so a value has nine places and USDT six.
  const tick = decimal<Price>('0.000000001');
  const fills = fc.array(
    fc.record({
      ticks: fc.bigInt({ min: 1n, max: 10n ** 6n }),
      lots: fc.bigInt({ min: 1n, max: 10n ** 8n }),
    }),
    { minLength: 1, maxLength: 20 },
  );
  const filled = (each: readonly { ticks: bigint; lots: bigint }[]) => {
    const quantities = each.map(({ lots }) => (lots * ONE) as Amount);
    const values = each.map(({ ticks }, at) =>
      notional((ticks * tick) as Price, quantities[at]!, 'down'),
    );
    return { quantity: sum(quantities), value: sum(values) };
  };

  it('of fills at one price is that price', () => {
    fc.assert(
      fc.property(fills, (each) => {
        const atOne = each.map(({ lots }) => ({ lots, ticks: each[0]!.ticks }));
        const { quantity, value } = filled(atOne);
        expect(averagePrice(value, quantity)).toBe(each[0]!.ticks * tick);
      }),
    );
  });

  it('times the quantity is what was paid or received, to less than a smallest unit', () => {
    fc.assert(
      fc.property(fills, fc.constantFrom('buy' as const, 'sell' as const), (each, side) => {
        const { quantity, value } = filled(each);
        const shown = averagePrice(value, quantity) * quantity;
        const paid = cashFor(side, value, 6) * ONE;
        const difference = shown > paid ? shown - paid : paid - shown;
        // Eighteen places of a price, times the quantity.
        expect(difference).toBeLessThan(stepOf(6) * ONE + quantity);
      }),
    );
  });
});
