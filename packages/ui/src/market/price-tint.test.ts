import { expect, test } from 'vitest';
import { TINT_MS, TintTurns } from './price-tint.ts';

const rows = Array.from({ length: 8 }, (_, index) => `row ${index}`);

test('tints three of all rows whose price changed at the same moment', () => {
  const turns = new TintTurns();
  expect(rows.filter((row) => turns.take(row, 0))).toHaveLength(3);
  expect(
    rows.some((row) => turns.take(row, TINT_MS - 1)),
    'while these fade',
  ).toBe(false);
});

test('gives every row its turn within a few seconds', () => {
  const turns = new TintTurns();
  const tinted = new Set<string>();
  for (let second = 0; second < 3; second += 1) {
    for (const row of rows) if (turns.take(row, second * 1_000)) tinted.add(row);
  }
  expect(tinted.size).toBe(rows.length);
});

test('tints a row again that changes alone', () => {
  const turns = new TintTurns();
  expect(turns.take('a', 0)).toBe(true);
  expect(turns.take('a', 1_000), 'too soon after its last turn').toBe(false);
  expect(turns.take('a', 3_000)).toBe(true);
});
