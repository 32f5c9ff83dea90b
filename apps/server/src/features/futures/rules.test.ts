import { type Amount, decimal, formatDecimal, type Rate } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  breakEvenOf,
  changedLimits,
  houseLoss,
  isOpenThrough,
  type LimitChange,
  limitsAt,
  NO_LIMITS,
} from './rules.ts';

const DAY_MS = 86_400_000;
const MONTH_HOURS = 720;

const changes = fc.array(
  fc.record({
    afterMs: fc.integer({ min: 0, max: 2 * DAY_MS }),
    change: fc.oneof(
      fc.record({
        dailyStake: fc.oneof(
          fc.constant(null),
          fc.bigInt({ min: 0n, max: 9n }).map((stake) => stake as Amount),
        ),
      }),
      fc.record({ pauseHours: fc.integer({ min: 0, max: MONTH_HOURS }) }),
    ) as fc.Arbitrary<LimitChange>,
  }),
  { maxLength: 12 },
);

describe("a member's own limits", () => {
  it('never loosen within a day, whatever is asked for', () => {
    const tighter = (left: Amount | null, right: Amount | null) =>
      right === null || (left !== null && left <= right);
    fc.assert(
      fc.property(changes, changes, (before, after) => {
        let now = 1_000 * DAY_MS;
        let limits = NO_LIMITS;
        for (const { afterMs, change } of before) {
          now += afterMs;
          limits = changedLimits(limits, change, now);
        }
        const start = limitsAt(limits, now);
        const startedAt = now;
        // What was already on its way may come; nothing that is asked for now may come sooner.
        const free = { ...start, nextAt: null, nextDailyStake: null };
        let later: typeof limits = free;
        for (const { afterMs, change } of after) {
          now += afterMs % 10_000_000;
          if (now >= startedAt + DAY_MS) break;
          later = changedLimits(later, change, now);
          const held = limitsAt(later, now);
          expect(tighter(held.dailyStake, start.dailyStake)).toBe(true);
          if (start.pausedUntil !== null && now < start.pausedUntil) {
            expect(held.pausedUntil).not.toBeNull();
          }
        }
      }),
    );
  });
});

describe('figures of risk', () => {
  it.each([
    ['0.8', '0.5556'],
    ['0.9', '0.5264'],
    ['1', '0.5'],
  ])(
    'a profit of %s per stake breaks even at a win rate of %s, rounded against hope',
    (ratio, rate) => {
      expect(formatDecimal(breakEvenOf(decimal<Rate>(ratio)))).toBe(rate);
    },
  );

  it('the house loses the profits of one side less the stakes of the other', () => {
    const exposure = {
      upStake: decimal('100'),
      upProfit: decimal('80'),
      downStake: decimal('30'),
      downProfit: decimal('24'),
    };
    expect(formatDecimal(houseLoss(exposure, 'up'))).toBe('50');
    expect(formatDecimal(houseLoss(exposure, 'down'))).toBe('-76');
  });
});

describe('a market that pauses', () => {
  it('is not open through its pause, however long the contract', () => {
    const evening = Date.parse('2026-11-18T21:30:00Z');
    const HOUR = 3_600_000;
    expect(isOpenThrough('metal', evening, evening + HOUR / 2 - 1)).toBe(true);
    expect(isOpenThrough('metal', evening, evening + HOUR)).toBe(false);
    // Open as it is placed and open at its end.
    expect(isOpenThrough('metal', evening, evening + 2 * HOUR)).toBe(false);
    expect(isOpenThrough('metal', evening, evening + 24 * HOUR - HOUR)).toBe(false);
    expect(isOpenThrough('forex', evening, evening + 24 * HOUR)).toBe(true);
    const friday = Date.parse('2026-11-20T21:59:00Z');
    expect(isOpenThrough('forex', friday, friday + 24 * HOUR)).toBe(false);
    expect(isOpenThrough('always', friday, friday + 24 * HOUR)).toBe(true);
  });
});
