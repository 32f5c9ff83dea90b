import { describe, expect, it } from 'vitest';
import { firstMonthKept, monthsToDrop, type StoredMonth } from './keeping.ts';

const NOW = Date.parse('2026-03-15T12:00:00Z');

const stored = (month: string, kind: 'klines' | 'trades', bytes: number): StoredMonth => ({
  month,
  isKlines: kind === 'klines',
  bytes,
  isComplete: month < '2026-03',
});

const months = [
  stored('2025-12', 'klines', 10),
  stored('2025-12', 'trades', 100),
  stored('2026-01', 'klines', 10),
  stored('2026-01', 'trades', 100),
  stored('2026-02', 'klines', 10),
  stored('2026-02', 'trades', 100),
  stored('2026-03', 'klines', 5),
  stored('2026-03', 'trades', 50),
];
const dropped = (bytes: number, kept?: number, of = months) =>
  monthsToDrop(of, { bytes, months: kept }, NOW).map(
    ({ month, isKlines }) => `${month} ${isKlines ? 'klines' : 'trades'}`,
  );

describe('the first month that is kept', () => {
  it('is so many before the running one, also across a year', () => {
    expect(firstMonthKept({ bytes: 1, months: 1 }, NOW)).toBe('2026-02');
    expect(firstMonthKept({ bytes: 1, months: 15 }, NOW)).toBe('2024-12');
    expect(firstMonthKept({ bytes: 1 }, NOW)).toBeUndefined();
  });
});

describe('what is dropped', () => {
  it('is nothing while there is room and no age is set', () => {
    expect(dropped(385)).toEqual([]);
  });

  it('is what is older than the months that are kept', () => {
    expect(dropped(1_000, 2)).toEqual(['2025-12 klines', '2025-12 trades']);
  });

  it('is the oldest trades until the rest has room, and then the oldest candles', () => {
    expect(dropped(384)).toEqual(['2025-12 trades']);
    expect(dropped(284)).toEqual(['2025-12 trades', '2026-01 trades']);
    expect(dropped(84)).toEqual([
      '2025-12 trades',
      '2026-01 trades',
      '2026-02 trades',
      '2025-12 klines',
    ]);
  });

  it('counts what goes by age before anything goes for room', () => {
    expect(dropped(275, 2)).toEqual(['2025-12 klines', '2025-12 trades']);
  });

  it('is never of the running month, nor of one that is not published', () => {
    const unpublished = months.map((each) => ({
      ...each,
      isComplete: each.month !== '2026-02',
    }));
    expect(dropped(1, 1, unpublished)).toEqual([
      '2025-12 klines',
      '2025-12 trades',
      '2026-01 klines',
      '2026-01 trades',
    ]);
  });
});
