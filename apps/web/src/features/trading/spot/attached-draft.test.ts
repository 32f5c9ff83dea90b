/** Take profit and stop loss in the order form: what is refused before it is sent, and what each would bring. */
import { decimal, formatDecimal } from '@tern/money';
import { expect, test } from 'vitest';
import {
  type AttachedDraft,
  attachedFaults,
  attachedPlacement,
  emptyAttached,
  resultAt,
} from './attached-draft.ts';
import type { OrderContext, OrderDraft } from './order-arithmetic.ts';

const context: OrderContext = {
  market: {
    base: 'BTC',
    quote: 'USDT',
    tickSize: decimal('0.1'),
    lotSize: decimal('0.00001'),
    minNotional: decimal('5'),
    maxNotional: decimal('1000000'),
    priceBand: decimal('0.2'),
    takerFee: decimal('0.001'),
    pricePlaces: 1,
    lotPlaces: 5,
  },
  wallet: undefined,
  last: decimal('64218.5'),
};
const buy: OrderDraft = {
  side: 'buy',
  type: 'limit',
  price: '63900',
  amount: '0.05',
  share: undefined,
};
const on = (prices: Partial<AttachedDraft>): AttachedDraft => ({
  ...emptyAttached,
  isOn: true,
  ...prices,
});
const faults = (prices: Partial<AttachedDraft>, draft = buy) =>
  attachedFaults(on(prices), draft, context.market);

test('at least one of them is given, on ticks, on its side of the price', () => {
  expect(faults({})).toEqual({ takeProfit: { kind: 'attachedMissing' } });
  expect(faults({ takeProfit: '67000' })).toEqual({});
  expect(faults({ takeProfit: '63900', stopLoss: '63900.05' })).toEqual({
    takeProfit: { kind: 'mustBeAbove', limit: '63900' },
    stopLoss: { kind: 'tickSize', limit: '0.1' },
  });
  const sell = { ...buy, side: 'sell' } as const;
  expect(faults({ takeProfit: '64000', stopLoss: '63000' }, sell)).toEqual({
    takeProfit: { kind: 'mustBeBelow', limit: '63900' },
    stopLoss: { kind: 'mustBeAbove', limit: '63900' },
  });
  const atMarket = { ...buy, type: 'market' } as const;
  expect(faults({ takeProfit: '60000' }, atMarket)).toEqual({});
});

test('each brings its price less both fees, from the price of the order', () => {
  const at = (price: string, draft = buy) => {
    const result = resultAt(price, draft, context);
    return result && [formatDecimal(result.gain), result.unit, result.change.slice(0, 6)];
  };
  expect(at('67000')).toEqual(['148.30335', 'USDT', '4.8513']);
  expect(at('62000')).toEqual(['-101.1969', 'USDT', '-2.973']);
  expect(at('62000', { ...buy, amount: '' })).toBeUndefined();
  const [gain, unit] = at('60000', { ...buy, side: 'sell' })!;
  expect([gain, unit]).toEqual(['0.00313681', 'BTC']);
});

test('only what is typed is sent', () => {
  expect(attachedPlacement(on({ stopLoss: '62000.' }))).toEqual({
    watches: 'reference',
    stopLoss: '62000',
  });
  expect(attachedPlacement({ ...on({ stopLoss: '62000' }), isOn: false })).toBeUndefined();
});
