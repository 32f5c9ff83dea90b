import { expect, test } from 'vitest';
import { directionOf, followed } from './pull-down.ts';

test('the page follows a pull, with growing resistance', () => {
  const way = [0, 40, 80, 120, 160, 2000].map(followed);
  const steps = way.slice(1).map((distance, index) => distance - (way[index] ?? 0));
  expect(way[0]).toBe(0);
  expect(steps.every((step) => step > 0)).toBe(true);
  expect(steps.slice(0, 4)).toEqual(steps.slice(0, 4).toSorted((left, right) => right - left));
  expect(way.at(-1)).toBeLessThanOrEqual(112);
});

test('an upward movement moves nothing', () => {
  expect(followed(-30)).toBe(0);
});

test('distinguishes a pull from a tap, a swipe and a scroll', () => {
  expect(directionOf(1, 5)).toBeUndefined();
  expect(directionOf(2, 20)).toBe('down');
  expect(directionOf(20, 12)).toBe('other');
  expect(directionOf(-20, 12)).toBe('other');
  expect(directionOf(0, -20)).toBe('other');
});
