import { expect, test } from 'vitest';
import type { DetailMessage } from '@tern/protocol/client';
import {
  drawLine,
  joinedPoints,
  LINE_MS,
  type LinePoint,
  placeTag,
  pointOf,
  withPoint,
} from './price-line.ts';

const point = (seq: number, at: number, price: string): LinePoint => ({ seq, at, price });
const frame = { width: 100, height: 50, from: 0, to: 10_000 };

test('draws each tick once, whether fetched or live', () => {
  const fetched = [point(1, 1_000, '5'), point(2, 2_000, '6')];
  const live = [point(2, 2_000, '6'), point(3, 3_000, '7')];
  expect(joinedPoints(fetched, live).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(withPoint(live, point(3, 3_000, '7'))).toBe(live);
});

test('drops old ticks as new ones come', () => {
  const known = [point(1, 0, '5'), point(2, LINE_MS, '6')];
  expect(withPoint(known, point(3, LINE_MS + 1, '7')).map(({ seq }) => seq)).toEqual([2, 3]);
});

test('the highest price is at the top and the lowest at the bottom', () => {
  const drawn = drawLine([point(1, 0, '1'), point(2, 10_000, '3')], frame);
  expect(drawn.path).toBe('M0 50L100 0');
  expect(drawn.last).toEqual({ x: 100, y: 0 });
});

test('draws a constant price in the middle, and no line through one point', () => {
  expect(drawLine([point(1, 0, '2'), point(2, 5_000, '2')], frame).path).toBe('M0 25L50 25');
  expect(drawLine([point(1, 0, '2')], frame).path).toBe('');
  expect(drawLine([], frame).last).toBeUndefined();
});

test('keeps the entry in the middle, with equal room above and below', () => {
  const rising = drawLine([point(1, 0, '2'), point(2, 5_000, '3')], frame, '2');
  expect(rising.y('2')).toBe(25);
  expect(rising.y('3')).toBe(0);
  const far = drawLine([point(1, 0, '2'), point(2, 5_000, '3')], frame, '4');
  expect(far.y('4'), 'also an entry that no tick in the frame has').toBe(25);
  expect(far.y('2')).toBe(50);
});

test('keeps the label of the last price above the time labels, as wide as its price', () => {
  const room = { width: 375, height: 98 };
  expect(placeTag(50, '64,218.5', room)).toEqual({ left: 313, width: 60, middle: 50 });
  const lowest = placeTag(98, '64,218.5', room);
  expect(lowest.middle + 10, 'its lower edge').toBeLessThanOrEqual(98);
  const long = placeTag(0, '1,234,567.89', room);
  expect(long.width).toBeGreaterThan(75);
  expect(long.left + long.width).toBe(373);
});

test('draws nothing after the end, and starts outside the left edge', () => {
  const points = [point(1, -5_000, '1'), point(2, 5_000, '2'), point(3, 15_000, '9')];
  expect(drawLine(points, frame).path).toBe('M-50 50L50 0');
});

test('places a live tick in its second, as near to its send time as that allows', () => {
  const message = { id: 10, version: 4, close: 1.5 } as DetailMessage;
  expect(pointOf(message, 10_400)).toEqual(point(4, 10_400, '1.5'));
  expect(pointOf(message, 12_000).at).toBe(10_999);
  expect(pointOf(message, 9_000).at).toBe(10_000);
});
