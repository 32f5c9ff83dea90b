import { expect, test } from 'vitest';
import { addCounts, createCallMeter, quantileMs } from '../../../../platform/http/call-meter.ts';
import { bandOf, unusualSince } from './figures.ts';
import { conditionsOf } from './incidents.ts';
import type { Lines } from './lines.ts';

const minutes = (...values: (number | null)[]) =>
  values.map((value, at) => ({ at: at * 60_000, value }));

test('the usual range is never tighter than what is calm, and few are unusual only where few ever are', () => {
  expect(bandOf('engineQueue', { low: 0, high: 2 })).toEqual({ low: 0, high: 40 });
  expect(bandOf('engineQueue', { low: 1, high: 200 })).toEqual({ low: 0, high: 200 });
  expect(bandOf('orders', { low: 180, high: 640 })).toEqual({ low: 180, high: 640 });
  expect(bandOf('orders', { low: 0.1, high: 0.4 })).toEqual({ low: 0, high: 5 });
});

test('a figure is unusual since the first of the minutes without a pause, and never when it was not measured', () => {
  const band = { low: 10, high: 20 };
  expect(unusualSince(minutes(30, 15, 30, 31), band)).toEqual({ at: 120_000, place: 'above' });
  expect(unusualSince(minutes(15, 30, null, 31), band)).toEqual({ at: 180_000, place: 'above' });
  expect(unusualSince(minutes(30, 5), band)).toEqual({ at: 60_000, place: 'below' });
  expect(unusualSince(minutes(30, 20), band)).toBeUndefined();
  expect(unusualSince(minutes(30, null), band)).toBeUndefined();
});

test('the time of answers is measured to a tenth, and unknown without calls', () => {
  const meter = createCallMeter();
  const note = (durationMs: number, code: number) =>
    meter.answered({ method: 'GET', route: '/api/base/site', status: 200, code, durationMs });
  expect(quantileMs(meter.take(), 0.99)).toBeUndefined();
  for (let at = 0; at < 98; at += 1) note(4, 0);
  note(300, 4_002);
  note(500, 0);
  const counts = meter.take();
  expect([counts.calls, counts.refused]).toEqual([100, 1]);
  expect(quantileMs(counts, 0.5)).toBeGreaterThanOrEqual(4);
  expect(quantileMs(counts, 0.5)).toBeLessThan(4.4);
  expect(quantileMs(counts, 0.99)).toBeGreaterThanOrEqual(300);
  expect(quantileMs(counts, 0.99)).toBeLessThan(330);
  expect(addCounts([counts, counts]).calls).toBe(200);
  expect(meter.take().calls).toBe(0);
});

test('a condition lasts: a figure for five minutes, a source for ten seconds, never in a closed market', () => {
  const line = { from: 0, stepMs: 60_000, values: [], band: undefined, unusual: undefined };
  const late = { at: 0, place: 'above' as const };
  const lines = new Proxy({ outbox: { ...line, unusual: late } } as unknown as Lines, {
    get: (given, key) => given[key as 'outbox'] ?? line,
  });
  const source = { name: 'htx', classes: [], lastQuoteAt: 0, isClosed: false, silent: 0 };
  const seen = { lines, value: () => 70 };
  expect(conditionsOf(10_000, { ...seen, sources: [source] })).toEqual([]);
  expect(conditionsOf(11_000, { ...seen, sources: [{ ...source, isClosed: true }] })).toEqual([]);
  expect(conditionsOf(11_000, { ...seen, sources: [source] })).toEqual([
    { kind: 'source', subject: 'htx', since: 0, worst: 11_000 },
  ]);
  expect(conditionsOf(300_000, { ...seen, sources: [] })).toEqual([
    { kind: 'figure', subject: 'outbox', since: 0, worst: 70_000, isLow: false },
  ]);
});
