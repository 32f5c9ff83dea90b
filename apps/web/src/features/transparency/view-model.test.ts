import { expect, test } from 'vitest';
import { isFlat, percentOf, scaleOf, winPoints } from './view-model.ts';

test('a share is cut, never rounded up, and nothing has no share', () => {
  expect(percentOf(2, 3)).toBe('66.66');
  expect(percentOf(29, 100)).toBe('29.00');
  expect(percentOf(5, 5)).toBe('100.00');
  expect(percentOf(0, 0)).toBeUndefined();
});

test('groups that win alike are what chance explains; one that loses far more is not', () => {
  const fair = [4_900, 4_950, 4_880].map((wins) => ({ wins, settled: 10_000 }));
  expect(isFlat(winPoints(fair))).toBe(true);
  expect(isFlat(winPoints([...fair, { wins: 4_300, settled: 10_000 }]))).toBe(false);
});

test('the scale of the chart covers all points and bands', () => {
  const points = winPoints([
    { wins: 40, settled: 100 },
    { wins: 520, settled: 1_000 },
  ]);
  const scale = scaleOf(points);
  for (const { share, low, high } of points) {
    for (const each of [share, low, high]) {
      expect(each * 100).toBeGreaterThanOrEqual(scale[0]!);
      expect(each * 100).toBeLessThanOrEqual(scale.at(-1)!);
    }
  }
});
