import { describe, expect, it, test } from 'vitest';
import type { FixedTermOrder } from './api.ts';
import { exampleAmount, exitCost, termOf } from './earn-view.ts';

it.each([
  ['100', '50000', '1000'],
  ['2500', '50000', '2500'],
  ['10', '500', '500'],
])('the example of a product from %s to %s is %s', (min, max, shown) => {
  expect(exampleAmount({ min, max })).toBe(shown);
});

test('leaving early costs penalty and fee together', () => {
  expect(exitCost({ penalty: '250', fee: '5.000001' })).toBe('255.000001');
});

describe('the term of an order', () => {
  const order = {
    days: 60,
    paidDays: 22,
    startAt: '2026-10-31T00:00:00.000Z',
    status: 'in-term',
  } as FixedTermOrder;
  const now = Date.parse('2026-11-22T09:00:00.000Z');

  it('counts the paid days', () => {
    expect(termOf(order, now)).toEqual({ day: 22, daysLeft: 38, hasStarted: true, canLeave: true });
  });

  it('may be left before it has started', () => {
    const bought = { ...order, paidDays: 0, startAt: '2026-11-23T00:00:00.000Z' };
    expect(termOf(bought, now)).toMatchObject({ hasStarted: false, canLeave: true });
  });

  it('is not left on its last day, when the principal returns anyway', () => {
    expect(termOf({ ...order, paidDays: 59 }, now).canLeave).toBe(false);
    expect(termOf({ ...order, paidDays: 58 }, now).canLeave).toBe(true);
  });

  it('is not left twice', () => {
    expect(termOf({ ...order, status: 'redeemed' }, now).canLeave).toBe(false);
    expect(termOf({ ...order, status: 'ended' }, now).canLeave).toBe(false);
  });
});
