import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  type Amount,
  decimal,
  divideInteger,
  fitsScale,
  isMultipleOf,
  larger,
  negate,
  notional,
  ONE,
  type Price,
  portion,
  quantize,
  type Rate,
  ratio,
  smaller,
  stepOf,
  subtract,
  sum,
} from './index.ts';

const anyInteger = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
const divisor = anyInteger.filter((value) => value !== 0n);
const amount = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }) as fc.Arbitrary<Amount>;
const price = fc.bigInt({ min: 0n, max: 10n ** 26n }) as fc.Arbitrary<Price>;
const share = fc.bigInt({ min: 0n, max: ONE }) as fc.Arbitrary<Rate>;
const scale = fc.nat({ max: 18 });

describe('rounding', () => {
  it.each([
    [7n, 2n, 3n, 4n, 3n],
    [-7n, 2n, -4n, -3n, -3n],
    [7n, -2n, -4n, -3n, -3n],
    [-7n, -2n, 3n, 4n, 3n],
    [6n, 2n, 3n, 3n, 3n],
    [-6n, 2n, -3n, -3n, -3n],
    [1n, 3n, 0n, 1n, 0n],
    [-1n, 3n, -1n, 0n, 0n],
    [0n, -3n, 0n, 0n, 0n],
  ])('%i / %i is %i down, %i up, %i truncated', (numerator, by, down, up, truncated) => {
    expect(divideInteger(numerator, by, 'down')).toBe(down);
    expect(divideInteger(numerator, by, 'up')).toBe(up);
    expect(divideInteger(numerator, by, 'truncate')).toBe(truncated);
  });

  it('down never exceeds the true quotient, up never falls short, and both are within one', () => {
    fc.assert(
      fc.property(anyInteger, divisor, (numerator, by) => {
        const down = divideInteger(numerator, by, 'down');
        const up = divideInteger(numerator, by, 'up');
        const sign = by < 0n ? -1n : 1n;
        expect(down * by * sign <= numerator * sign).toBe(true);
        expect(up * by * sign >= numerator * sign).toBe(true);
        expect(up - down).toBe(numerator % by === 0n ? 0n : 1n);
        const truncated = divideInteger(numerator, by, 'truncate');
        expect(truncated).toBe(numerator < 0n === by < 0n ? down : up);
      }),
    );
  });

  it('refuses to divide by zero', () => {
    expect(() => divideInteger(1n, 0n, 'down')).toThrow(RangeError);
  });
});

describe('price times quantity', () => {
  it('is exact where the places suffice', () => {
    expect(notional(decimal<Price>('100.25'), decimal('0.04'), 'down')).toBe(decimal('4.01'));
    expect(notional(decimal<Price>('0.000000001'), decimal('0.000000001'), 'up')).toBe(1n);
  });

  it('lies between its two roundings, at most one smallest unit apart', () => {
    fc.assert(
      fc.property(price, amount, (at, quantity) => {
        const [down, up] = [notional(at, quantity, 'down'), notional(at, quantity, 'up')];
        expect(down * ONE <= at * quantity && at * quantity <= up * ONE).toBe(true);
        expect(up - down <= 1n).toBe(true);
        expect(notional(at, negate(quantity), 'down')).toBe(negate(up));
      }),
    );
  });
});

describe('a portion', () => {
  it('at rate zero is nothing, and at rate one everything', () => {
    fc.assert(
      fc.property(amount, (whole) => {
        expect(portion(whole, 0n as Rate, 'up')).toBe(0n);
        expect(portion(whole, ONE as Rate, 'down')).toBe(whole);
      }),
    );
  });

  it('never exceeds the whole in any rounding', () => {
    fc.assert(
      fc.property(
        amount,
        share,
        fc.constantFrom('down', 'up', 'truncate'),
        (whole, rate, rounding) => {
          const part = portion(whole, rate, rounding);
          expect(whole >= 0n ? part >= 0n && part <= whole : part <= 0n && part >= whole).toBe(
            true,
          );
        },
      ),
    );
  });

  it('rounds a fee up and the rest down to the step, and both add up to the whole', () => {
    const fee = quantize(portion(decimal('0.00012345'), decimal<Rate>('0.001'), 'up'), 8, 'up');
    expect(fee).toBe(decimal('0.00000013'));
    fc.assert(
      fc.property(amount, share, scale, (some, rate, places) => {
        const whole = quantize(some, places, 'down');
        const up = quantize(portion(whole, rate, 'up'), places, 'up');
        const rest = quantize(portion(whole, subtract(ONE as Rate, rate), 'down'), places, 'down');
        expect(add(up, rest)).toBe(whole);
      }),
    );
  });

  it('creates no money when a whole is divided: shares rounded down leave a remainder, never a debt', () => {
    const cuts = fc.array(share, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(amount, cuts, (some, points) => {
        const whole = larger(some, negate(some));
        const bounds = [0n as Rate, ...points.toSorted((a, b) => (a < b ? -1 : 1)), ONE as Rate];
        const rates = bounds.slice(1).map((bound, at) => subtract(bound, bounds[at]!));
        const shares = rates.map((rate) => portion(whole, rate, 'down'));
        const remainder = subtract(whole, sum(shares));
        expect(remainder >= 0n && remainder < BigInt(rates.length)).toBe(true);
      }),
    );
  });
});

describe('a ratio', () => {
  it('undoes a price times a quantity up to the rounding', () => {
    expect(ratio(decimal('1'), decimal('3'), 'down')).toBe(decimal('0.333333333333333333'));
    expect(ratio(decimal('-1'), decimal('3'), 'down')).toBe(decimal('-0.333333333333333334'));
    expect(ratio(decimal('2'), decimal('3'), 'up')).toBe(decimal('0.666666666666666667'));
  });
});

describe('the step of an asset', () => {
  it('is one in the last place of its scale', () => {
    expect([stepOf(0), stepOf(6), stepOf(18)]).toEqual([ONE, decimal('0.000001'), 1n]);
  });

  it('is the unit quantities are rounded to, and rounding twice changes nothing', () => {
    fc.assert(
      fc.property(amount, scale, (value, places) => {
        const [down, up] = [quantize(value, places, 'down'), quantize(value, places, 'up')];
        expect(down <= value && value <= up && up - down <= stepOf(places)).toBe(true);
        expect(fitsScale(down, places) && isMultipleOf(up, stepOf(places))).toBe(true);
        expect(fitsScale(value, places)).toBe(down === up);
        expect(quantize(down, places, 'up')).toBe(down);
      }),
    );
  });

  it('detects too many places, also of negative amounts', () => {
    expect(fitsScale(decimal('1.5'), 0)).toBe(false);
    expect(fitsScale(decimal('-1.000001'), 6)).toBe(true);
    expect(fitsScale(decimal('-1.0000001'), 6)).toBe(false);
  });
});

describe('sums', () => {
  it('are the same in any order, and a value and its negative sum to zero', () => {
    fc.assert(
      fc.property(fc.array(amount), (values) => {
        expect(sum(values.toReversed())).toBe(sum(values));
        expect(sum([...values, ...values.map(negate)])).toBe(0n);
      }),
    );
  });

  it('find the smaller and the larger of two', () => {
    const [less, more] = [decimal('-2'), decimal('1')];
    expect([smaller(less, more), smaller(more, less)]).toEqual([less, less]);
    expect([larger(less, more), larger(more, less)]).toEqual([more, more]);
  });
});
