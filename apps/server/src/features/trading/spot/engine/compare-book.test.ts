import { type Amount, decimal, type Price } from '@tern/money';
import { expect, it } from 'vitest';
import type { ConditionalOrder } from '../conditional/conditional-order.ts';
import type { Order } from '../order.ts';
import { faultsOfPairs } from './compare-book.ts';

it('a waiting stop of an OCO has an open limit order with the same filled quantity', () => {
  const pair = { orderId: 7, price: decimal<Price>('520'), filled: decimal<Amount>('1') };
  const waiting = [{ id: 8, pair }, { id: 9 }] as ConditionalOrder[];
  const open = (filled: string) =>
    new Map([[7, { filledQuantity: decimal<Amount>(filled) } as Order]]);
  expect(faultsOfPairs(waiting, open('1'))).toEqual([]);
  const fault = 'the limit order 7 of the waiting stop 8 is another than it knows';
  expect(faultsOfPairs(waiting, open('2'))).toEqual([fault]);
  expect(faultsOfPairs(waiting, new Map())).toEqual([fault]);
});
