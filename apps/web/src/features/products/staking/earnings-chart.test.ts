import { describe, expect, test } from 'vitest';
import { datedDays, dayAt, drawChart } from './earnings-chart.ts';

const SIZE = { width: 375, height: 208 };
const days = (...values: (string | undefined)[]) =>
  values.map((value, index) => ({
    date: `2026-11-${String(index + 1).padStart(2, '0')}`,
    value: value ?? '0',
    isPaid: value !== undefined,
  }));

describe('the earnings chart', () => {
  test('begins at zero and has round lines above every value', () => {
    const chart = drawChart(days('1.47', '2.44', '2.12'), SIZE);
    expect(chart.grid.map(({ label }) => label)).toEqual(['0.00', '1.00', '2.00', '3.00']);
    expect(chart.grid[0]?.y).toBe(chart.zero);
    expect(chart.y(2.44)).toBeGreaterThan(chart.top);
  });

  test('labels small values exactly', () => {
    const labels = drawChart(days('0.0013', '0.0021'), SIZE).grid.map(({ label }) => label);
    expect(labels).toEqual(['0.000', '0.001', '0.002', '0.003']);
  });

  test('leaves a gap for a day that is not paid yet', () => {
    const { line, points } = drawChart(days('1', undefined, '2', '3'), SIZE);
    expect(line.match(/M/g)).toHaveLength(2);
    expect(points[1]?.y).toBeUndefined();
  });

  test('draws one day, and none', () => {
    expect(drawChart(days('1'), SIZE).points).toHaveLength(1);
    expect(drawChart([], SIZE).line).toBe('');
  });

  test('a finger chooses the nearest day, also beyond the edges', () => {
    const chart = drawChart(days('1', '2', '3'), SIZE);
    expect([-50, chart.points[1]!.x + 3, 900].map((x) => dayAt(chart, x))).toEqual([0, 1, 2]);
  });

  test('no date is written under the one of the chosen day', () => {
    const chart = drawChart(days(...Array.from({ length: 21 }, () => '1')), SIZE);
    const dated = datedDays(chart, 20, 62);
    expect(dated).toContain(0);
    for (const index of dated) {
      expect(chart.points[20]!.x - chart.points[index]!.x).toBeGreaterThanOrEqual(62);
    }
  });
});
