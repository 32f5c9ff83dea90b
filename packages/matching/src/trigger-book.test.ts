import { expect, it } from 'vitest';
import { type TrailingCondition, trailingPrice, TriggerBook } from './index.ts';

const fixed = (id: number, operator: 'gte' | 'lte', price: bigint) =>
  ({ kind: 'fixed', id, place: id, operator, price }) as const;

const trailing = (given: Partial<TrailingCondition>): TrailingCondition => ({
  kind: 'trailing',
  id: 1,
  place: 1,
  operator: 'lte',
  ratePpm: 10_000n,
  tickSize: 5n,
  best: undefined,
  start: undefined,
  ...given,
});

it('meets at the exact price and not one unit before it', () => {
  const book = new TriggerBook();
  book.add(fixed(1, 'gte', 100n));
  book.add(fixed(2, 'lte', 90n));
  expect(book.evaluate(99n)).toEqual({ met: [], moved: [] });
  expect(book.evaluate(91n).met).toEqual([]);
  expect(book.evaluate(90n).met).toEqual([2]);
  expect(book.evaluate(100n).met).toEqual([1]);
  expect(book.size).toBe(0);
});

it('meets a changed condition by its new terms, behind the others where it has a new place', () => {
  const book = new TriggerBook();
  for (const id of [1, 2, 3]) book.add(fixed(id, 'lte', 95n));
  book.replace({ ...fixed(1, 'lte', 96n), place: 4 });
  book.replace(fixed(2, 'lte', 90n));
  expect(book.evaluate(95n).met).toEqual([3, 1]);
  expect(book.evaluate(90n).met).toEqual([2]);
  expect(() => book.replace(fixed(2, 'lte', 90n))).toThrow(RangeError);
});

it('returns what one price meets in the order of acceptance, whatever its levels', () => {
  const book = new TriggerBook();
  book.add(fixed(3, 'lte', 95n));
  book.add(fixed(1, 'lte', 90n));
  book.add(fixed(2, 'lte', 99n));
  expect(book.evaluate(80n).met).toEqual([1, 2, 3]);
});

it('follows the price up by whole ticks and is met when it turns by the rate', () => {
  const book = new TriggerBook();
  book.add(trailing({ best: 1_000n }));
  expect(book.priceOf(1)).toBe(990n);
  expect(book.evaluate(1_004n)).toEqual({ met: [], moved: [] });
  expect(book.evaluate(1_005n)).toEqual({ met: [], moved: [1] });
  expect(book.get(1)).toMatchObject({ best: 1_005n });
  expect(book.evaluate(995n).met).toEqual([]);
  expect(book.evaluate(990n).met).toEqual([1]);
});

it('follows the price down for a buy', () => {
  const book = new TriggerBook();
  book.add(trailing({ operator: 'gte', best: 1_000n }));
  expect(book.evaluate(900n).moved).toEqual([1]);
  expect(book.evaluate(908n).met).toEqual([]);
  expect(book.evaluate(910n).met).toEqual([1]);
});

it('begins to follow at its start price only', () => {
  const book = new TriggerBook();
  book.add(trailing({ start: 1_100n }));
  expect(book.evaluate(500n)).toEqual({ met: [], moved: [] });
  expect(book.priceOf(1)).toBeUndefined();
  expect(book.evaluate(1_101n).moved).toEqual([1]);
  expect(book.priceOf(1)).toBe(1_085n);
});

it('rounds the trigger of a trailing condition to a tick against the member', () => {
  expect(trailingPrice(trailing({}), 1_009n)).toBe(995n);
  expect(trailingPrice(trailing({ operator: 'gte' }), 1_009n)).toBe(1_020n);
});

it('refuses a repeated id and a condition without a price', () => {
  const book = new TriggerBook();
  book.add(fixed(1, 'gte', 100n));
  expect(() => book.add(fixed(1, 'gte', 100n))).toThrow(RangeError);
  expect(() => book.add(fixed(2, 'gte', 0n))).toThrow(RangeError);
  expect(() => book.add(trailing({ id: 2 }))).toThrow(RangeError);
});
