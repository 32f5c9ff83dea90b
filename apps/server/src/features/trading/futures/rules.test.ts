import { type Amount, decimal, formatDecimal, type Rate } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  breakEvenOf,
  changedLimits,
  exchangeLoss,
  type LimitChange,
  limitsAt,
  NO_LIMITS,
} from './rules.ts';
import { DAY_MS } from '../../../platform/durations.ts';

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
  it('never loosen within a day of any change', () => {
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
        // Changes pending before may apply; changes made now may not apply sooner.
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

describe('risk figures', () => {
  it.each([
    ['0.8', '0.5556'],
    ['0.9', '0.5264'],
    ['1', '0.5'],
  ])('a profit of %s per stake breaks even at a win rate of %s, rounded up', (ratio, rate) => {
    expect(formatDecimal(breakEvenOf(decimal<Rate>(ratio)))).toBe(rate);
  });

  it('the loss of the exchange is the profits of one side less the stakes of the other', () => {
    const exposure = {
      upStake: decimal('100'),
      upProfit: decimal('80'),
      downStake: decimal('30'),
      downProfit: decimal('24'),
    };
    expect(formatDecimal(exchangeLoss(exposure, 'up'))).toBe('50');
    expect(formatDecimal(exchangeLoss(exposure, 'down'))).toBe('-76');
  });
});
