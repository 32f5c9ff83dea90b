import { type Amount, decimal, type Price } from '@tern/money';
import { expect, it } from 'vitest';
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import type { ApiOrder } from '../../../trading/spot/index.ts';
import { htxOpenOrder, htxOrder } from './order-shape.ts';

const shib = { symbol: 'shibusdt', base: 'SHIB', quote: 'USDT', quoteScale: 6 } as Instrument;

/** 1,000,001 SHIB at 0.000012347 are worth 12.347012347 USDT, which has six places. */
const order = (side: ApiOrder['side']): ApiOrder => ({
  id: 1,
  orderId: 1,
  memberId: 2,
  instrumentId: 15,
  side,
  type: 'limit',
  limitPrice: decimal<Price>('0.000012347'),
  quantity: decimal<Amount>('1000001'),
  budget: undefined,
  filledQuantity: decimal<Amount>('1000001'),
  filledQuote: decimal<Amount>('12.347012347'),
  fee: decimal<Amount>('0'),
  status: 'filled',
  clientOrderId: undefined,
  source: 'api',
  timeInForce: undefined,
  stop: undefined,
  createdAt: 0,
  updatedAt: 0,
});

it('the cash amount of an order is what moved, with the places of its asset', () => {
  expect(htxOrder(order('buy'), shib)['field-cash-amount']).toBe('12.347013');
  expect(htxOrder(order('sell'), shib)['field-cash-amount']).toBe('12.347012');
  expect(htxOpenOrder(order('sell'), shib)['filled-cash-amount']).toBe('12.347012');
});
