import { expect, test } from 'vitest';
import { isFlat, percentOf, scaleOf, timeScale, winPoints } from './view-model.ts';

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

test('the line of times begins and ends at marks around all of them', () => {
  const scale = timeScale([3 * 60_000, 41 * 60_000, 22 * 3_600_000])!;
  expect(scale.marks.map(({ ms }) => ms / 60_000)).toEqual([1, 10, 60, 1_440]);
  expect([scale.marks[0]!.place, scale.marks.at(-1)!.place]).toEqual([0, 1]);
  expect(scale.place(10 * 60_000)).toBe(scale.marks[1]!.place);
  expect(timeScale([])).toBeUndefined();
});

test('a time of nothing, one beyond all marks, and equal times have a place on the line', () => {
  const scale = timeScale([0, 40 * 86_400_000])!;
  expect([scale.place(0), scale.place(40 * 86_400_000)]).toEqual([0, 1]);
  const { marks } = timeScale([60_000, 60_000])!;
  expect(marks.map(({ ms }) => ms)).toEqual([60_000, 600_000]);
  expect(timeScale([500 * 86_400_000])!.marks.at(-1)!.place).toBe(1);
});
