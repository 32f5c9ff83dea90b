import { decimal, formatDecimal, type Price, type Rate } from '@tern/money';
import { describe, expect, test } from 'vitest';
import type { OrderContext, OrderDraft } from './order-arithmetic.ts';
import { bandLimit, orderFaults, orderHints, pickedPrice, smallestAmount } from './order-bounds.ts';
import { CallError } from '../../../platform/http/call-error.ts';
import { boundOf, fieldOf } from './order-refusal.ts';

const market = {
  base: 'ETH',
  quote: 'USDT',
  tickSize: decimal<Price>('0.05'),
  lotSize: decimal('0.001'),
  minNotional: decimal('10'),
  maxNotional: decimal('5000'),
  priceBand: decimal<Rate>('0.1'),
  takerFee: decimal<Rate>('0.001'),
  pricePlaces: 2,
  lotPlaces: 3,
};
const context: OrderContext = {
  market,
  wallet: {
    base: { available: decimal('2'), scale: 8 },
    quote: { available: decimal('1000'), scale: 6 },
  },
  last: decimal<Price>('3000.05'),
};
const buy: OrderDraft = {
  side: 'buy',
  type: 'limit',
  price: '3000',
  amount: '0.1',
  share: undefined,
};
const sell: OrderDraft = { ...buy, side: 'sell' };

test('accepts an order within every bound', () => {
  expect(orderFaults(buy, context)).toEqual({});
  expect(orderFaults(sell, context)).toEqual({});
  expect(orderFaults({ ...buy, type: 'market', amount: '1000' }, context)).toEqual({});
});

describe('missing input', () => {
  test('is reported by side and type on submit', () => {
    expect(orderFaults({ ...buy, price: '', amount: '' }, context)).toEqual({
      price: { kind: 'priceMissing' },
      amount: { kind: 'quantityMissing' },
    });
    expect(orderFaults({ ...sell, amount: '0' }, context).amount).toEqual({ kind: 'saleMissing' });
    const marketBuy = orderFaults({ ...buy, type: 'market', price: '', amount: '' }, context);
    expect(marketBuy).toEqual({ amount: { kind: 'totalMissing' } });
  });

  test('is not reported while typing', () => {
    expect(orderHints({ ...buy, price: '', amount: '' }, context)).toEqual({});
    expect(orderHints({ ...buy, price: undefined, amount: '' }, context)).toEqual({});
  });
});

describe('bounds', () => {
  test('a price between two ticks names the tick size', () => {
    expect(orderFaults({ ...buy, price: '3000.03' }, context).price).toEqual({
      kind: 'tickSize',
      limit: '0.05',
    });
  });

  test('a quantity between two lots names the lot size', () => {
    expect(orderFaults({ ...buy, amount: '0.0105' }, context).amount).toEqual({
      kind: 'lotSize',
      limit: '0.001',
    });
  });

  test('a value below the minimum or above the maximum names the bound and its currency', () => {
    expect(orderFaults({ ...buy, amount: '0.003' }, context).amount).toEqual({
      kind: 'minNotional',
      limit: '10',
      asset: 'USDT',
    });
    expect(orderFaults({ ...buy, amount: '1.667' }, context).amount).toEqual({
      kind: 'maxNotional',
      limit: '5000',
      asset: 'USDT',
    });
    const marketBuy = { ...buy, type: 'market', amount: '9.99' } as const;
    expect(orderFaults(marketBuy, context).amount?.kind).toBe('minNotional');
  });

  test('an amount above the balance names the available balance of the asset that pays', () => {
    expect(orderFaults({ ...buy, amount: '0.334' }, context).amount).toEqual({
      kind: 'balance',
      limit: '1000',
      asset: 'USDT',
    });
    const rich = { ...context, market: { ...market, maxNotional: decimal('100000') } };
    expect(orderFaults({ ...sell, amount: '2.001' }, rich).amount).toEqual({
      kind: 'balance',
      limit: '2',
      asset: 'ETH',
    });
    const marketBuy = { ...buy, type: 'market', amount: '1000.000001' } as const;
    expect(orderFaults(marketBuy, context).amount?.kind).toBe('balance');
  });

  test('checks the price band while typing and leaves it to the server on submit', () => {
    expect(formatDecimal(bandLimit('buy', context.last!, market))).toBe('3300.05');
    expect(formatDecimal(bandLimit('sell', context.last!, market))).toBe('2700.05');
    const dear = { ...buy, price: '3300.1' };
    expect(orderHints(dear, context).price).toEqual({
      kind: 'highestPrice',
      limit: '3300.05',
      asset: 'USDT',
    });
    expect(orderFaults(dear, context).price).toBeUndefined();
    expect(orderHints({ ...sell, price: '2700' }, context).price?.kind).toBe('lowestPrice');
    expect(orderHints({ ...sell, price: '9000' }, context).price).toBeUndefined();
  });

  test('unknown balances block nothing', () => {
    expect(orderFaults({ ...buy, amount: '1.6' }, { ...context, wallet: undefined })).toEqual({});
  });
});

test('the smallest amount is the first lot that reaches the minimum order value', () => {
  expect(smallestAmount(buy, context)).toBe('0.004');
  expect(smallestAmount({ ...buy, type: 'market' }, context)).toBe('10');
  expect(smallestAmount({ ...buy, price: '' }, context)).toBeUndefined();
});

test("writes a price picked from the order book with the market's places", () => {
  expect(pickedPrice('3000.5', market)).toBe('3000.50');
});

describe('a refused order', () => {
  const refused = (code: number, data: unknown = {}) =>
    new CallError('POST /bborder/upbbsell', { kind: 'refused', code, data });

  test('is explained at its field', () => {
    expect(fieldOf(refused(4014, { fields: ['mprice'] }))).toBe('price');
    expect(fieldOf(refused(4013))).toBe('amount');
    expect(fieldOf(refused(4020))).toBe('amount');
    expect(fieldOf(refused(5013, { fields: ['mprice'] }))).toBe('price');
    expect(fieldOf(refused(5013, { fields: ['mnum'] }))).toBe('amount');
    expect(fieldOf(refused(5013))).toBe('amount');
    expect(fieldOf(refused(5001, { fields: ['musdt'] }))).toBe('amount');
  });

  test('goes to a toast when no field is responsible', () => {
    for (const code of [4008, 4019, 4024, 4026, 5001, 5004, 5005, 5006]) {
      expect(fieldOf(refused(code))).toBeUndefined();
    }
    expect(fieldOf(refused(5004, { fields: ['musdt'] }))).toBeUndefined();
  });

  test('shows the bound the server named', () => {
    const data = { bound: { name: 'highestPrice', limit: '3300.05' } };
    expect(boundOf(refused(5013, data), 'USDT')).toEqual({
      kind: 'highestPrice',
      limit: '3300.05',
      asset: 'USDT',
    });
    const minimum = { bound: { name: 'minNotional', limit: '10' } };
    expect(boundOf(refused(4006, minimum), 'USDT')).toBeUndefined();
    expect(boundOf(refused(5013, minimum), 'BTC')?.asset).toBe('BTC');
    expect(boundOf(refused(5013, { bound: { name: 'moon', limit: '1' } }), 'USDT')).toBeUndefined();
    expect(boundOf(refused(5013, null), 'USDT')).toBeUndefined();
  });
});
