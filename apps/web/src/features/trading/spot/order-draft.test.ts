import { decimal, formatDecimal, type Price, type Rate } from '@tern/money';
import { describe, expect, test } from 'vitest';
import {
  largestAmount,
  type Market,
  type OrderContext,
  type OrderDraft,
  orderSums,
  percentOf,
  shownShare,
} from './order-arithmetic.ts';
import {
  afterPlacing,
  emptyDraft,
  placementOf,
  withAmount,
  withFirstPrice,
  withPrice,
  withShare,
  withSide,
  withType,
} from './order-draft.ts';

const market: Market = {
  base: 'BTC',
  quote: 'USDT',
  tickSize: decimal<Price>('0.01'),
  lotSize: decimal('0.0001'),
  minNotional: decimal('10'),
  maxNotional: decimal('1000000'),
  priceBand: decimal<Rate>('0.1'),
  takerFee: decimal<Rate>('0.001'),
  pricePlaces: 2,
  lotPlaces: 3,
};

const context: OrderContext = {
  market,
  wallet: {
    base: { available: decimal('0.2841099'), scale: 8 },
    quote: { available: decimal('12480.223456'), scale: 6 },
  },
  last: decimal<Price>('64218.5'),
};

const limitBuy: OrderDraft = { ...emptyDraft('buy'), price: '64218.40' };
const marketBuy: OrderDraft = { ...limitBuy, type: 'market' };
const text = (value: bigint | undefined) =>
  value === undefined ? undefined : formatDecimal(value);

describe('the largest amount', () => {
  test('of a limit buy is what the balance buys at that price, cut to a lot', () => {
    expect(text(largestAmount(limitBuy, context))).toBe('0.1943');
  });

  test('of a sell is the balance, cut to a lot', () => {
    expect(text(largestAmount(withSide(limitBuy, 'sell', context), context))).toBe('0.2841');
  });

  test('of a market buy is the whole balance in quote', () => {
    expect(text(largestAmount(marketBuy, context))).toBe('12480.223456');
  });

  test("never exceeds the market's largest order value", () => {
    const small = { ...context, market: { ...market, maxNotional: decimal('1000') } };
    expect(text(largestAmount(limitBuy, small))).toBe('0.0155');
    expect(text(largestAmount(marketBuy, small))).toBe('1000');
    expect(text(largestAmount(withSide(limitBuy, 'sell', small), small))).toBe('0.0155');
  });

  test('is unknown while the balance or the price is', () => {
    expect(largestAmount(limitBuy, { ...context, wallet: undefined })).toBeUndefined();
    expect(largestAmount({ ...limitBuy, price: '' }, context)).toBeUndefined();
  });

  test('never costs more than the balance, also at a price that divides it exactly', () => {
    const exact = { ...limitBuy, price: '12480.22' };
    expect(text(largestAmount(exact, context))).toBe('1');
    expect(text(largestAmount({ ...exact, price: '12480.23' }, context))).toBe('0.9999');
  });
});

describe('slider, quantity and total', () => {
  test('a quarter of the slider buys a quarter of the largest amount, cut to a lot', () => {
    const draft = withShare(limitBuy, 25, context);
    expect(draft.amount).toBe('0.0485');
    const sums = orderSums(draft, context);
    expect(text(sums?.total)).toBe('3114.5924');
    expect(shownShare(draft, context)).toBe(25);
  });

  test('the full slider takes the largest amount', () => {
    expect(withShare(limitBuy, 100, context).amount).toBe('0.1943');
    expect(withShare(marketBuy, 100, context).amount).toBe('12480.223456');
    expect(withShare(marketBuy, 50, context).amount).toBe('6240.11');
  });

  test('the slider at zero clears the amount', () => {
    expect(withShare(limitBuy, 0, context).amount).toBe('');
  });

  test('a typed amount moves the slider, up to its end', () => {
    expect(shownShare(withAmount(limitBuy, '0.0971'), context)).toBe(49);
    expect(shownShare(withAmount(limitBuy, '5'), context)).toBe(100);
    expect(shownShare(limitBuy, context)).toBe(0);
  });

  test('a new price changes the amount if the slider was moved last, and keeps a typed one', () => {
    const slid = withPrice(withShare(limitBuy, 50, context), '32109.2', context);
    expect(slid.amount).toBe('0.1943');
    const typed = withPrice(withAmount(limitBuy, '0.05'), '32109.2', context);
    expect(typed.amount).toBe('0.05');
  });

  test("a typed amount replaces the slider's share", () => {
    const draft = withAmount(withShare(limitBuy, 50, context), '0.01');
    expect(withPrice(draft, '1', context).amount).toBe('0.01');
  });

  test('switching to a market buy clears an amount that was in base', () => {
    const typed = withAmount(limitBuy, '0.05');
    expect(withType(typed, 'market', context).amount).toBe('');
    expect(withSide(typed, 'sell', context).amount).toBe('0.05');
    expect(withType(withShare(limitBuy, 50, context), 'market', context).amount).toBe('6240.11');
  });
});

describe('the fee', () => {
  test("is taken from what a buy receives, rounded up to the base asset's scale", () => {
    const sums = orderSums(withAmount(limitBuy, '0.0484'), context);
    expect(sums?.feeAsset).toBe('BTC');
    expect(text(sums?.fee)).toBe('0.0000484');
    expect(text(sums?.received)).toBe('0.0483516');
    const odd = orderSums(withAmount(limitBuy, '0.0001'), {
      ...context,
      market: { ...market, takerFee: decimal<Rate>('0.00015') },
    });
    expect(text(odd?.fee)).toBe('0.00000002');
  });

  test("is taken from what a sell receives, rounded up to the quote asset's scale", () => {
    const sums = orderSums(withAmount(withSide(limitBuy, 'sell', context), '0.0333'), context);
    expect(sums?.feeAsset).toBe('USDT');
    expect(text(sums?.total)).toBe('2138.47272');
    expect(text(sums?.fee)).toBe('2.138473');
    expect(text(sums?.received)).toBe('2136.334247');
  });

  test('is printed in percent', () => {
    expect(formatDecimal(percentOf(decimal<Rate>('0.001')))).toBe('0.1');
  });
});

test('a market buy estimates its quantity at the last price', () => {
  const sums = orderSums(withAmount(marketBuy, '1000'), context);
  expect(text(sums?.quantity)).toBe('0.0155');
  expect(text(sums?.total)).toBe('1000');
  expect(text(sums?.received)).toBe('0.0154845');
});

test('sums are unknown while something is missing', () => {
  expect(orderSums(limitBuy, context)).toBeUndefined();
  expect(orderSums({ ...withAmount(limitBuy, '1'), price: '' }, context)).toBeUndefined();
  expect(orderSums(withAmount(marketBuy, '10'), { ...context, last: undefined })).toBeUndefined();
});

test("prefills the last price once, with all the market's places", () => {
  const filled = withFirstPrice(emptyDraft('buy'), context);
  expect(filled.price).toBe('64218.50');
  const later = { ...context, last: decimal<Price>('70000') };
  expect(withFirstPrice(filled, later).price).toBe('64218.50');
  expect(withFirstPrice({ ...filled, price: '' }, later).price).toBe('');
});

test('keeps the price and clears the amount after a placed order', () => {
  const draft = afterPlacing(withShare(limitBuy, 50, context));
  expect(draft).toEqual({ ...limitBuy, amount: '', share: undefined });
});

describe('the placement', () => {
  const symbol = 'btcusdt';

  test('of a limit buy has price, quantity and the exact total', () => {
    expect(placementOf(symbol, withAmount(limitBuy, '0.0484'))).toEqual({
      symbol,
      side: 'buy',
      type: 'limit',
      price: '64218.4',
      quantity: '0.0484',
      total: '3108.17056',
    });
  });

  test('of a market buy has only its budget', () => {
    const budget = { symbol, side: 'buy', type: 'market', total: '50.5' };
    expect(placementOf(symbol, withAmount(marketBuy, '50.5'))).toEqual(budget);
  });

  test('of a sell has its quantity, and the price if there is one', () => {
    const draft = withAmount(withSide(limitBuy, 'sell', context), '0.1');
    const sell = { symbol, side: 'sell', quantity: '0.1' };
    const limit = { ...sell, type: 'limit', price: '64218.4' };
    expect(placementOf(symbol, draft)).toEqual(limit);
    const market = { ...sell, type: 'market' };
    expect(placementOf(symbol, { ...draft, type: 'market' })).toEqual(market);
  });
});
