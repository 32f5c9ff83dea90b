/** What a start that takes long says, that a short one says nothing, and how long its steps took. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStartReport } from './start-report.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a start says each ten seconds what it waits for, and since when', () => {
  const lines: string[] = [];
  const report = createStartReport((line) => lines.push(line));
  vi.advanceTimersByTime(9_000);
  expect(lines).toEqual([]);
  report.does('pricing');
  vi.advanceTimersByTime(6_000);
  report.does('pricing');
  vi.advanceTimersByTime(5_000);
  expect(lines).toEqual([
    'Starting for 10 s: pricing, for 1 s.',
    'Starting for 20 s: pricing, for 11 s.',
  ]);
  report.end();
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(2);
});

it('a start knows at its end how long each step took, loading the server first', () => {
  let now = 300;
  const report = createStartReport(
    () => undefined,
    () => now,
  );
  now += 500;
  report.does('the database');
  now += 1_000;
  report.does('pricing');
  now += 20;
  report.does('the database');
  now += 7;
  expect(report.end()).toEqual({
    'the server': 300,
    'the rest of the server': 500,
    'the database': 1_007,
    pricing: 20,
  });
});
