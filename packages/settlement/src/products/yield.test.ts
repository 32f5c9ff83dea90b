import { type Amount, decimal, formatDecimal, type Price, type Rate, sum, ZERO } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  coinOutput,
  type DailyYield,
  daysToCover,
  outputOf,
  resultAtPrice,
  shareRate,
  unitsRate,
  yieldOfDay,
  yieldThrough,
} from '../index.ts';
import { yieldsNaively } from './naive-yield.ts';

const daily = (base: string, rate: string, scale: number): DailyYield => ({
  base: decimal<Amount>(base),
  rate: decimal<Rate>(rate),
  scale,
});

const days = (of: DailyYield, count: number) =>
  Array.from({ length: count }, (_, index) => yieldOfDay(of, index + 1));

describe('the yield of a fixed rate', () => {
  it('is principal × rate, simple, each day', () => {
    const fixed = daily('5000', '0.00035', 6);
    expect(formatDecimal(yieldOfDay(fixed, 1))).toBe('1.75');
    expect(formatDecimal(yieldOfDay(fixed, 60))).toBe('1.75');
    expect(formatDecimal(yieldThrough(fixed, 22))).toBe('38.5');
    expect(formatDecimal(yieldThrough(fixed, 60))).toBe('105');
    expect(yieldThrough(fixed, 0)).toBe(0n);
  });

  it('pays a yen rate its whole yens, late but never lost', () => {
    const yen = daily('10000', '0.00018', 0);
    expect(days(yen, 5).map(formatDecimal)).toEqual(['1', '2', '2', '2', '2']);
    expect(formatDecimal(sum(days(yen, 30)))).toBe('54');
  });
});

describe('the yield of a machine', () => {
  it('of constant coins is in proportion to units and share', () => {
    const unit = decimal<Amount>('0.000128');
    const whole = { base: unit, rate: unitsRate(3), scale: 8 };
    expect(formatDecimal(yieldOfDay(whole, 1))).toBe('0.000384');
    const share = { base: unit, rate: shareRate(40), scale: 8 };
    expect(formatDecimal(yieldOfDay(share, 9))).toBe('0.0000512');
  });

  it('of constant value buys coins at the price of its day, rounded down', () => {
    const value = yieldOfDay(daily('1200', '0.00118', 6), 1);
    expect(formatDecimal(value)).toBe('1.416');
    const paid = coinOutput(value, decimal<Price>('3090.11'), { scale: 8, before: ZERO });
    expect(formatDecimal(paid.amount)).toBe('0.00045823');
    expect(formatDecimal(paid.remainder)).toBe('0.000000006114571973');
  });

  it('covers its cost after the days that its coins need at one price', () => {
    const order = {
      daily: { base: decimal<Amount>('0.000128'), rate: shareRate(40), scale: 8 },
      termDays: 365,
      cost: decimal<Amount>('1000'),
      costScale: 6,
    };
    const price = decimal<Price>('64218.5');
    expect(formatDecimal(resultAtPrice(order, price).result)).toBe('200.115328');
    expect(formatDecimal(resultAtPrice(order, decimal<Price>('32109.25')).result)).toBe(
      '-399.942336',
    );
    expect(formatDecimal(resultAtPrice(order, 0n as Price).result)).toBe('-1000');
    expect(daysToCover(order, price)).toBe(305);
    expect(daysToCover(order, 0n as Price)).toBeUndefined();
  });
});

describe('frozen output', () => {
  const paid = [decimal<Amount>('1'), decimal<Amount>('2.5')];

  it('is collected until the end, then available whole', () => {
    expect(outputOf(paid, { outputIsFrozen: true, hasEnded: false })).toEqual({
      available: 0n,
      frozen: decimal('3.5'),
    });
    expect(outputOf(paid, { outputIsFrozen: true, hasEnded: true })).toEqual({
      available: decimal('3.5'),
      frozen: 0n,
    });
    expect(outputOf(paid, { outputIsFrozen: false, hasEnded: false }).frozen).toBe(0n);
  });
});

const yields = fc
  .record({
    scale: fc.integer({ min: 0, max: 12 }),
    units: fc.bigInt({ min: 0n, max: 10n ** 13n }),
    rate: fc.oneof(
      fc.constantFrom('0', '0.00035', '0.00018', '0.000000000000000001', '0.333333333333333333'),
      fc.bigInt({ min: 0n, max: 10n ** 17n }).map(formatDecimal),
    ),
  })
  .map(({ scale, units, rate }): DailyYield => {
    return {
      base: (units * 10n ** BigInt(18 - scale)) as Amount,
      rate: decimal<Rate>(rate),
      scale,
    };
  });

describe('any yield', () => {
  it('is paid as by a purse that gives out whole units', () => {
    fc.assert(
      fc.property(yields, fc.integer({ min: 1, max: 400 }), (of, count) => {
        expect(days(of, count)).toEqual(yieldsNaively(of, count));
      }),
      { numRuns: 500, seed: 31 },
    );
  });

  it('adds up to what was promised, less than one smallest unit below the exact yield', () => {
    fc.assert(
      fc.property(yields, fc.integer({ min: 1, max: 400 }), (of, count) => {
        const total = yieldThrough(of, count);
        const exact = of.base * of.rate * BigInt(count);
        expect(sum(days(of, count))).toBe(total);
        expect(total * 10n ** 18n).toBeLessThanOrEqual(exact);
        expect((total + 10n ** BigInt(18 - of.scale)) * 10n ** 18n).toBeGreaterThan(exact);
      }),
      { numRuns: 500, seed: 32 },
    );
  });

  it('differs between days by at most one smallest unit', () => {
    fc.assert(
      fc.property(yields, (of) => {
        const paid = new Set(days(of, 60).map((amount) => amount / 10n ** BigInt(18 - of.scale)));
        const [least = 0n, most = least] = [...paid].sort((one, other) => (one < other ? -1 : 1));
        expect(paid.size).toBeLessThanOrEqual(2);
        expect(most - least).toBeLessThanOrEqual(1n);
      }),
      { numRuns: 500, seed: 33 },
    );
  });

  it('buys coins that cost no more than all its values, and after any number of days less than one smallest unit less', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            value: fc.bigInt({ min: 0n, max: 10n ** 24n }),
            price: fc.bigInt({ min: 1n, max: 10n ** 24n }),
          }),
          { minLength: 1, maxLength: 40 },
        ),
        fc.integer({ min: 0, max: 18 }),
        (days, scale) => {
          const step = 10n ** BigInt(18 - scale);
          let [bought, paid, before] = [0n, 0n, ZERO];
          for (const { value, price } of days) {
            const day = coinOutput(value as Amount, price as Price, { scale, before });
            bought += (value * 10n ** 18n) / price;
            paid += day.amount;
            before = day.remainder;
            expect(day.amount % step).toBe(0n);
            expect(before >= 0n && before < step).toBe(true);
            expect(paid + before).toBe(bought);
          }
        },
      ),
      { numRuns: 500, seed: 34 },
    );
  });
});
