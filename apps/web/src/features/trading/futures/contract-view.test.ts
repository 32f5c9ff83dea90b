import { type Amount, decimal } from '@tern/money';
import { expect, test } from 'vitest';
import type { Contract } from './contract-pages.ts';
import {
  breakEvenCalls,
  clockText,
  leftMs,
  percentOf,
  profitOf,
  secondsOf,
  currentResultOf,
  stateOf,
  toneOf,
} from './contract-view.ts';

const DUE = Date.parse('2026-11-21T09:41:50.000Z');
const running = {
  ID: 1,
  status: 'pending',
  outcome: 'open',
  direction: 'up',
  seconds: 60,
  openPrice: '64210.3',
  dueAt: '2026-11-21T09:41:50.000Z',
} as Contract;

test('a contract waits for its entry, runs, waits for its close, then has an outcome', () => {
  expect(stateOf({ ...running, dueAt: '' }, DUE)).toBe('opening');
  expect(stateOf(running, DUE - 1)).toBe('running');
  expect(stateOf(running, DUE)).toBe('closing');
  expect(stateOf({ ...running, status: 'settled', outcome: 'win' }, DUE)).toBe('profit');
  expect(stateOf({ ...running, status: 'settled', outcome: 'loss' }, DUE)).toBe('loss');
  expect(stateOf({ ...running, status: 'settled', outcome: 'tie' }, DUE)).toBe('level');
  expect(stateOf({ ...running, status: 'invalid' }, DUE)).toBe('invalid');
});

test('time left is measured to the due time, is full before the entry and never negative', () => {
  expect(leftMs(running, DUE - 23_000)).toBe(23_000);
  expect(leftMs({ ...running, dueAt: '' }, DUE)).toBe(60_000);
  expect(leftMs(running, DUE + 5_000)).toBe(0);
  expect(leftMs(running, DUE - 61_000), 'a clock that is behind shows no more than all').toBe(
    60_000,
  );
  expect(leftMs({ ...running, status: 'settled' }, DUE - 23_000)).toBe(0);
});

test('a countdown shows the current second', () => {
  expect(secondsOf(22_001)).toBe(23);
  expect(secondsOf(0)).toBe(0);
  expect(clockText(23)).toBe('00:23');
  expect(clockText(3_623)).toBe('1:00:23');
});

test.each([
  ['up', '64218.5', 'ahead', '8.2'],
  ['up', '64210.2', 'behind', '-0.1'],
  ['down', '64210.2', 'ahead', '-0.1'],
  ['down', '64218.5', 'behind', '8.2'],
  ['up', '64210.30', 'level', '0'],
] as const)('direction %s at %s is %s', (direction, price, lead, difference) => {
  expect(currentResultOf({ ...running, direction }, price)).toEqual({ lead, difference });
});

test('the colour shows who is ahead, not where the price went', () => {
  expect(toneOf(currentResultOf({ ...running, direction: 'up' }, '64218.5'))).toBe(1);
  expect(toneOf(currentResultOf({ ...running, direction: 'down' }, '64218.5'))).toBe(-1);
  expect(toneOf(currentResultOf({ ...running, direction: 'down' }, '64210.2'))).toBe(1);
  expect(toneOf(currentResultOf(running, '64210.3'))).toBe(0);
  expect(toneOf(undefined)).toBe(0);
});

test('nobody is ahead without an entry or a price', () => {
  expect(currentResultOf({ ...running, openPrice: '' }, '1')).toBeUndefined();
  expect(currentResultOf(running, undefined)).toBeUndefined();
});

test("a win adds stake × ratio, cut to the asset's places", () => {
  expect(profitOf(decimal<Amount>('100'), '0.08', 2)).toBe(decimal('8'));
  expect(profitOf(decimal<Amount>('0.07'), '0.82', 2)).toBe(decimal('0.05'));
});

test('breaking even takes more than half of the calls, rounded up', () => {
  expect(breakEvenCalls('0.08')).toBe(93);
  expect(breakEvenCalls('0.8')).toBe(56);
  expect(breakEvenCalls('1')).toBe(50);
  expect(percentOf('0.8')).toBe('80');
  expect(percentOf('')).toBeUndefined();
});
