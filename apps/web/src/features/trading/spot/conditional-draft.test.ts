import { decimal, type Price, type Rate } from '@tern/money';
import { expect, test } from 'vitest';
import {
  type ConditionalDraft,
  conditionalFaults,
  emptyConditional,
  figuresOf,
  isBySum,
  waitsAbove,
} from './conditional-draft.ts';
import type { Market } from './order-arithmetic.ts';

const market: Market = {
  base: 'BTC',
  quote: 'USDT',
  tickSize: decimal<Price>('0.1'),
  lotSize: decimal('0.0001'),
  minNotional: decimal('10'),
  maxNotional: decimal('100000'),
  priceBand: decimal<Rate>('0.1'),
  takerFee: decimal<Rate>('0.002'),
  pricePlaces: 1,
  lotPlaces: 4,
};

const draft = (changes: Partial<ConditionalDraft>): ConditionalDraft => ({
  ...emptyConditional('sell', 'stopLimit'),
  trigger: '62800',
  limit: '62625',
  amount: '0.08',
  ...changes,
});

const kindsOf = (changes: Partial<ConditionalDraft>) =>
  Object.entries(conditionalFaults(draft(changes), market)).map(([field, { kind }]) => [
    field,
    kind,
  ]);

test('a stop of a sell waits below, of a buy above; a take profit the other way round', () => {
  const above = (side: 'buy' | 'sell', kind: ConditionalDraft['kind']) =>
    waitsAbove({ side, kind });
  expect([above('sell', 'stopLimit'), above('buy', 'stopMarket')]).toEqual([false, true]);
  expect([above('sell', 'takeProfit'), above('buy', 'takeProfit')]).toEqual([true, false]);
  expect([above('sell', 'trailingStop'), above('buy', 'trailingStop')]).toEqual([false, true]);
});

test('each field that its kind needs is named when it is missing or wrong', () => {
  expect(kindsOf({})).toEqual([]);
  expect(kindsOf({ trigger: '', limit: '', amount: '' })).toEqual([
    ['trigger', 'triggerMissing'],
    ['limit', 'priceMissing'],
    ['amount', 'saleMissing'],
  ]);
  expect(kindsOf({ trigger: '62800.05', limit: '62625.05' })).toEqual([
    ['trigger', 'tickSize'],
    ['limit', 'tickSize'],
  ]);
  expect(kindsOf({ kind: 'stopMarket', limit: '' })).toEqual([]);
  expect(kindsOf({ amount: '0.00005' })).toEqual([['amount', 'lotSize']]);
  expect(kindsOf({ amount: '0.0001' })).toEqual([['amount', 'minNotional']]);
});

test('a trailing stop needs a distance from 0.1 to 20 percent, and no trigger', () => {
  const trailing = { kind: 'trailingStop', trigger: '', limit: '' } as const;
  expect(kindsOf({ ...trailing, distance: '2.5' })).toEqual([]);
  for (const distance of ['', '0.09', '20.01', '2.505']) {
    expect(kindsOf({ ...trailing, distance })).toEqual([['distance', 'distance']]);
  }
  expect(figuresOf(draft({ ...trailing, distance: '2.5' }))).toEqual({
    rate: '0.025',
    quantity: '0.08',
  });
});

test('a market buy names the sum to spend, every other order its quantity', () => {
  expect(isBySum({ side: 'buy', kind: 'stopMarket' })).toBe(true);
  expect(isBySum({ side: 'buy', kind: 'stopLimit' })).toBe(false);
  const buy = draft({ side: 'buy', kind: 'takeProfit', amount: '250.' });
  expect(figuresOf(buy)).toEqual({ triggerPrice: '62800', sum: '250' });
  expect(kindsOf({ side: 'buy', kind: 'takeProfit', amount: '5' })).toEqual([
    ['amount', 'minNotional'],
  ]);
  expect(figuresOf(draft({}))).toEqual({
    triggerPrice: '62800',
    limitPrice: '62625',
    quantity: '0.08',
  });
});
