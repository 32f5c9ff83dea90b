import { expect, test } from 'vitest';
import type { DetailMessage } from '@tern/protocol/client';
import {
  drawLine,
  joinedPoints,
  LINE_MS,
  type LinePoint,
  pointOf,
  withPoint,
} from './price-line.ts';

const point = (seq: number, at: number, price: string): LinePoint => ({ seq, at, price });
const frame = { width: 100, height: 50, from: 0, to: 10_000 };

test('each tick is drawn once, fetched or told', () => {
  const fetched = [point(1, 1_000, '5'), point(2, 2_000, '6')];
  const live = [point(2, 2_000, '6'), point(3, 3_000, '7')];
  expect(joinedPoints(fetched, live).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(withPoint(live, point(3, 3_000, '7'))).toBe(live);
});

test('old ticks are dropped as new ones come', () => {
  const known = [point(1, 0, '5'), point(2, LINE_MS, '6')];
  expect(withPoint(known, point(3, LINE_MS + 1, '7')).map(({ seq }) => seq)).toEqual([2, 3]);
});

test('the highest price is at the top and the lowest at the bottom', () => {
  const drawn = drawLine([point(1, 0, '1'), point(2, 10_000, '3')], frame);
  expect(drawn.path).toBe('M0 50L100 0');
  expect(drawn.last).toEqual({ x: 100, y: 0 });
});

test('a price that stands still is drawn in the middle, and one point is no line', () => {
  expect(drawLine([point(1, 0, '2'), point(2, 5_000, '2')], frame).path).toBe('M0 25L50 25');
  expect(drawLine([point(1, 0, '2')], frame).path).toBe('');
  expect(drawLine([], frame).last).toBeUndefined();
});

test('the entry stays in sight though no tick in the frame has its price', () => {
  const drawn = drawLine([point(1, 0, '2'), point(2, 5_000, '3')], frame, ['4']);
  expect(drawn.y('4')).toBe(0);
  expect(drawn.y('2')).toBe(50);
});

test('nothing after the end is drawn, and the line comes in from before the left edge', () => {
  const points = [point(1, -5_000, '1'), point(2, 5_000, '2'), point(3, 15_000, '9')];
  expect(drawLine(points, frame).path).toBe('M-50 50L50 0');
});

test('a live tick stands in its second, as near to when it was sent as that allows', () => {
  const message = { id: 10, version: 4, close: 1.5 } as DetailMessage;
  expect(pointOf(message, 10_400)).toEqual(point(4, 10_400, '1.5'));
  expect(pointOf(message, 12_000).at).toBe(10_999);
  expect(pointOf(message, 9_000).at).toBe(10_000);
});
