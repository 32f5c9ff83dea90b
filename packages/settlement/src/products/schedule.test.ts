import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  completedDays,
  DAY_MS,
  dateNumber,
  dueDays,
  endOfTerm,
  nextPayout,
  payoutAt,
  startOfTerm,
} from '../index.ts';
import { payoutsNaively, timeNaively } from './naive-schedule.ts';

const time = (year: number, month: number, day: number, minute = 0) =>
  timeNaively({ year, month, day }, minute);

const paymentTimes = (startsAt: number, termDays: number) =>
  Array.from({ length: termDays }, (_, index) => payoutAt({ startsAt }, index + 1));

describe('a term', () => {
  it('starts at the first payout time at or after the purchase', () => {
    const midnight = time(2026, 11, 22);
    expect(startOfTerm(midnight, 0)).toBe(midnight);
    expect(startOfTerm(midnight + 1, 0)).toBe(time(2026, 11, 23));
    expect(startOfTerm(time(2026, 11, 22, 479), 480)).toBe(time(2026, 11, 22, 480));
    expect(startOfTerm(time(2026, 11, 22, 481), 480)).toBe(time(2026, 11, 23, 480));
    expect(startOfTerm(time(2026, 12, 31, 1_439) + 1, 1_439)).toBe(time(2027, 1, 1, 1_439));
  });

  it('pays first after 24 hours and last at its end', () => {
    const schedule = { startsAt: time(2026, 10, 31), termDays: 60 };
    const first = time(2026, 11, 1);
    expect(nextPayout(schedule, schedule.startsAt)).toEqual({ day: 1, at: first });
    expect(nextPayout(schedule, first - 1)).toEqual({ day: 1, at: first });
    expect(nextPayout(schedule, first)).toEqual({ day: 2, at: time(2026, 11, 2) });
    expect(endOfTerm(schedule)).toBe(time(2026, 12, 30));
    expect(nextPayout(schedule, time(2026, 12, 30))).toBeUndefined();
    expect(completedDays(schedule, time(2026, 11, 22, 581))).toBe(22);
  });

  it('has completed no day before it starts and no more than its days ever', () => {
    const schedule = { startsAt: time(2026, 1, 1), termDays: 3 };
    expect(completedDays(schedule, schedule.startsAt - 5 * DAY_MS)).toBe(0);
    expect(completedDays(schedule, schedule.startsAt + 500 * DAY_MS)).toBe(3);
    expect(dueDays(schedule, 3, schedule.startsAt + 500 * DAY_MS)).toEqual([]);
  });

  it('runs over a leap day, a month end and a year end without a rule', () => {
    expect(paymentTimes(time(2028, 2, 27, 990), 4)).toEqual([
      time(2028, 2, 28, 990),
      time(2028, 2, 29, 990),
      time(2028, 3, 1, 990),
      time(2028, 3, 2, 990),
    ]);
    expect(paymentTimes(time(2027, 2, 28), 1)).toEqual([time(2027, 3, 1)]);
    expect(paymentTimes(time(2026, 12, 31, 1), 1)).toEqual([time(2027, 1, 1, 1)]);
  });

  it('has the date of its UTC day', () => {
    expect(dateNumber(time(1970, 1, 1))).toBe(0);
    expect(dateNumber(time(2026, 11, 22, 1_439) + 59_999)).toBe(dateNumber(time(2026, 11, 22)));
    expect(dateNumber(time(2026, 11, 23))).toBe(dateNumber(time(2026, 11, 22)) + 1);
  });
});

const purchases = fc.record({
  on: fc.record({
    year: fc.integer({ min: 2024, max: 2032 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
  }),
  msOfDay: fc.oneof(
    fc.constantFrom(0, 1, 28_800_000, DAY_MS - 1),
    fc.integer({ min: 0, max: DAY_MS - 1 }),
  ),
  payoutMinute: fc.oneof(fc.constantFrom(0, 480, 1_439), fc.integer({ min: 0, max: 1_439 })),
  termDays: fc.integer({ min: 1, max: 400 }),
});

describe('any purchase', () => {
  it('is paid at the times of a calendar', () => {
    fc.assert(
      fc.property(purchases, ({ on, msOfDay, payoutMinute, termDays }) => {
        const boughtAt = timeNaively(on, 0) + msOfDay;
        const naive = payoutsNaively(on, { msOfDay, payoutMinute, termDays });
        const startsAt = startOfTerm(boughtAt, payoutMinute);
        expect(startsAt).toBe(naive.startsAt);
        expect(startsAt - boughtAt).toBeLessThan(DAY_MS);
        expect(paymentTimes(startsAt, termDays)).toEqual(naive.payouts);
        expect(endOfTerm({ startsAt, termDays })).toBe(naive.payouts.at(-1));
      }),
      { numRuns: 1_000, seed: 21 },
    );
  });

  it('is paid each day exactly once and never early, whatever downtime and clock jumps there are', () => {
    const steps = fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: 1, max: 2 * DAY_MS }) },
        { weight: 1, arbitrary: fc.integer({ min: DAY_MS, max: 40 * DAY_MS }) },
        { weight: 2, arbitrary: fc.integer({ min: -3 * DAY_MS, max: -1 }) },
      ),
      { minLength: 20, maxLength: 120 },
    );
    fc.assert(
      fc.property(purchases, steps, (purchase, jumps) => {
        const { on, msOfDay, payoutMinute, termDays } = purchase;
        const boughtAt = timeNaively(on, 0) + msOfDay;
        const { payouts } = payoutsNaively(on, { msOfDay, payoutMinute, termDays });
        const schedule = { startsAt: startOfTerm(boughtAt, payoutMinute), termDays };
        const posted: number[] = [];
        let now = boughtAt;
        for (const jump of [...jumps, 500 * DAY_MS]) {
          now += jump;
          for (const day of dueDays(schedule, posted.length, now)) {
            const at = payoutAt(schedule, day);
            expect(at).toBeLessThanOrEqual(now);
            posted.push(at);
          }
        }
        const end = payouts.at(-1) ?? 0;
        expect(posted).toEqual(now >= end ? payouts : payouts.slice(0, posted.length));
      }),
      { numRuns: 500, seed: 22 },
    );
  });
});
