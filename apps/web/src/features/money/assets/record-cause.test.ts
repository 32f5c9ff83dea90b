import { expect, it } from 'vitest';
import { pages } from '../../../kernel/pages.ts';
import { causeOf } from './record-cause.ts';

it('links a record to its cause, if that has a page', () => {
  expect(causeOf('withdrawal:20001')).toEqual({ path: pages.withdrawDetail, id: '20001' });
  expect(causeOf('order:12')).toEqual({ path: pages.orderDetail, id: '12' });
  expect(causeOf('subscription:3')).toEqual({ path: pages.offeringHistory, id: '3' });
  for (const none of ['', 'swap:3', 'toString:3', 'order:0', 'order:12x', 'member:8200001']) {
    expect([none, causeOf(none)]).toEqual([none, undefined]);
  }
});
