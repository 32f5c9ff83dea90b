import { type Amount, decimal } from '@tern/money';
import { expect, it } from 'vitest';
import { fitsFrom, isLower, outOf } from './rules.ts';

const HOUR = 3_600_000;
const NOW = 100 * HOUR;
const amount = (text: string) => decimal<Amount>(text);
const left = (text: string, hoursAgo: number) => ({
  amount: amount(text),
  at: NOW - hoursAgo * HOUR,
});
const cap = amount('100');

it('counts what left within 24 hours, not what left exactly 24 hours ago', () => {
  const all = [left('5', 25), left('7', 24), left('11', 23), left('13', 0)];
  expect(outOf(all, NOW)).toBe(amount('24'));
});

it('fits once enough has become older than 24 hours, in the order in which it left', () => {
  const all = [left('30', 2), left('40', 20), left('20', 10)];
  const from = (text: string) => fitsFrom(all, { amount: amount(text), cap, now: NOW });
  expect(from('10')).toBe(NOW);
  expect(from('10.000001')).toBe(NOW + 4 * HOUR);
  expect(from('50')).toBe(NOW + 4 * HOUR);
  expect(from('51')).toBe(NOW + 14 * HOUR);
  expect(from('100')).toBe(NOW + 22 * HOUR);
  expect(from('100.000001')).toBeUndefined();
});

it.each([
  [null, '5', false],
  [null, null, false],
  ['5', null, true],
  ['5', '5', false],
  ['5', '4.999999', false],
  ['0', '5', true],
])('a cap of %s after %s is set by one: %s', (next, before, isSo) => {
  const of = (text: string | null) => (text === null ? null : amount(text));
  expect(isLower(of(next), of(before))).toBe(isSo);
});
