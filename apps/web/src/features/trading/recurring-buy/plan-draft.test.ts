import { formatDecimal } from '@tern/money';
import { describe, expect, it } from 'vitest';
import {
  addPart,
  amountFault,
  canGrow,
  dayFor,
  firstDate,
  LAST_DAY,
  type Part,
  partOf,
  stepPart,
} from './plan-draft.ts';

const parts = (...shares: number[]): Part[] =>
  shares.map((share, at) => ({ symbol: `coin${at}`, share }));
const shares = (of: readonly Part[]) => of.map(({ share }) => share);

describe('shares', () => {
  it('add up to 100 after each step, which comes from the largest of the others', () => {
    expect(shares(stepPart(parts(50, 30, 20), 2, 1))).toEqual([45, 30, 25]);
    expect(shares(stepPart(parts(50, 30, 20), 0, 1))).toEqual([55, 25, 20]);
    expect(shares(stepPart(parts(50, 30, 20), 0, -1))).toEqual([45, 35, 20]);
  });

  it('of nothing are removed, also those that are no whole step', () => {
    expect(shares(stepPart(parts(95, 5), 1, -1))).toEqual([100]);
    expect(shares(stepPart(parts(97, 3), 1, -1))).toEqual([100]);
  });

  it('of a new coin are half of the largest', () => {
    expect(shares(addPart(parts(100), 'new'))).toEqual([50, 50]);
    expect(shares(addPart(parts(70, 30), 'new'))).toEqual([35, 30, 35]);
    let ten = parts(100);
    for (let count = 1; count < 10; count += 1) ten = addPart(ten, `new${count}`);
    expect(shares(ten).reduce((sum, share) => sum + share, 0)).toBe(100);
    expect(Math.min(...shares(ten))).toBeGreaterThanOrEqual(5);
  });

  it('cannot grow when no other coin has a step to give', () => {
    expect(canGrow(parts(95, 5), 0)).toBe(false);
    expect(canGrow(parts(95, 5), 1)).toBe(true);
    expect(canGrow(parts(100), 0)).toBe(false);
  });

  it('have an exact part of the sum', () => {
    expect(formatDecimal(partOf('100.01', 33))).toBe('33.0033');
    expect(formatDecimal(partOf('', 33))).toBe('0');
  });
});

it('a sum is from 5 to 50,000', () => {
  expect(['', '0', '4.99', '5', '50000', '50000.01'].map(amountFault)).toEqual([
    'missing',
    'missing',
    'bounds',
    undefined,
    undefined,
    'bounds',
  ]);
});

describe('the first date', () => {
  const first = (rhythm: 'day' | 'week' | 'month', day: number, now: string) => {
    const schedule = { rhythm, day, time: '09:00', timeZone: 'Europe/Vienna' } as const;
    return new Date(firstDate(schedule, Date.parse(now))).toISOString().slice(0, 10);
  };

  it('is today before the time on the wall, tomorrow from then on', () => {
    expect(first('day', 0, '2026-11-29T07:59:00Z')).toBe('2026-11-29');
    expect(first('day', 0, '2026-11-29T08:00:00Z')).toBe('2026-11-30');
    expect(first('day', 0, '2026-07-01T06:59:00Z')).toBe('2026-07-01');
  });

  it('is the next weekday, or day of a month', () => {
    expect(first('week', 1, '2026-11-29T12:00:00Z')).toBe('2026-11-30');
    expect(first('week', 7, '2026-11-29T12:00:00Z')).toBe('2026-12-06');
    expect(first('month', 28, '2026-11-29T12:00:00Z')).toBe('2026-12-28');
    expect(first('month', LAST_DAY, '2027-02-01T12:00:00Z')).toBe('2027-02-28');
  });
});

it('a day that another rhythm does not have becomes its first', () => {
  expect(dayFor('week', 28)).toBe(1);
  expect(dayFor('month', 5)).toBe(5);
  expect(dayFor('day', 5)).toBe(0);
});
