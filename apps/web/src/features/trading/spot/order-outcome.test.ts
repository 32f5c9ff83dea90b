/** The message after placing or cancelling an order. */
import { expect, test } from 'vitest';
import { cancelOutcome, placeOutcome } from './order-outcome.ts';

const order = {
  side: 'buy',
  type: 'limit',
  status: 'open',
  limitPrice: '64000',
  quantity: '0.01',
  filledQuantity: '0',
  averagePrice: '0',
} as const;

test('a filled order says what was bought or sold, at its average price', () => {
  const filled = {
    ...order,
    status: 'filled',
    filledQuantity: '0.01',
    averagePrice: '63999.5',
  } as const;
  expect(placeOutcome(filled)).toEqual({
    key: 'bought',
    quantity: '0.01',
    price: '63999.5',
  });
  expect(placeOutcome({ ...filled, side: 'sell' })).toMatchObject({ key: 'sold' });
  // A market buy has no requested quantity.
  expect(placeOutcome({ ...filled, type: 'market', quantity: '0', limitPrice: '0' })).toMatchObject(
    {
      key: 'bought',
      quantity: '0.01',
    },
  );
});

test('a partly filled order says what happened to the rest', () => {
  const part = { ...order, filledQuantity: '0.004', averagePrice: '64000' };
  expect(placeOutcome(part)).toEqual({
    key: 'bought',
    quantity: '0.004',
    price: '64000',
    rest: 'restOpen',
  });
  expect(
    placeOutcome({ ...part, side: 'sell', type: 'market', status: 'cancelled' }),
  ).toMatchObject({
    key: 'sold',
    quantity: '0.004',
    rest: 'restReleased',
  });
});

test('a resting order names its price; an unfilled market order says so', () => {
  expect(placeOutcome(order)).toEqual({ key: 'buyRests', quantity: '0.01', price: '64000' });
  expect(placeOutcome({ ...order, side: 'sell' })).toMatchObject({ key: 'sellRests' });
  expect(placeOutcome({ ...order, type: 'market', status: 'cancelled' })).toEqual({
    key: 'nothingFilled',
  });
});

test('cancelling names the unfilled quantity', () => {
  const cancelled = { ...order, status: 'cancelled' } as const;
  expect(cancelOutcome(cancelled)).toEqual({
    key: 'buyCancelled',
    quantity: '0.01',
    price: '64000',
  });
  expect(cancelOutcome({ ...cancelled, side: 'sell', filledQuantity: '0.004' })).toEqual({
    key: 'sellCancelled',
    quantity: '0.006',
    price: '64000',
  });
});
