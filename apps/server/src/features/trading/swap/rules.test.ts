import { type Amount, decimal, fitsScale, formatDecimal, type Price, type Rate } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundIn, crossRate, offeredRate, swapAmounts } from './rules.ts';

const price = (text: string) => decimal<Price>(text);
const rate = (text: string) => decimal<Rate>(text);
const UNIT = 10n ** 18n;

describe('the rate of a swap', () => {
  it('multiplies along pairs, divides against them, and rounds once', () => {
    const viaDollar = [
      { price: price('64000.5'), isInverse: false },
      { price: price('3200'), isInverse: true },
    ];
    expect(formatDecimal(crossRate(viaDollar))).toBe('20.00015625');
    expect(formatDecimal(crossRate([{ price: price('3'), isInverse: true }]))).toBe(
      '0.333333333333333333',
    );
    expect(formatDecimal(crossRate([]))).toBe('1');
  });

  it('never returns more on a round trip', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 24n }), (raw) => {
        const leg = raw as Price;
        const there = crossRate([{ price: leg, isInverse: false }]);
        const home = crossRate([{ price: leg, isInverse: true }]);
        expect((there * home) / UNIT).toBeLessThanOrEqual(UNIT);
      }),
    );
  });

  it('is below the reference rate by the spread, rounded down', () => {
    expect(formatDecimal(offeredRate(rate('64000.5'), rate('0.001')))).toBe('63936.4995');
    expect(offeredRate(1n as Rate, rate('0.001'))).toBe(0n);
  });
});

describe('the amounts of a swap', () => {
  const terms = { rate: rate('0.000015625'), feeRatio: rate('0.001') };

  it('round the received amount down and the fee up, and include the remainder', () => {
    const amounts = swapAmounts(decimal<Amount>('123.456789'), terms, 8);
    expect(Object.values(amounts).map(formatDecimal)).toEqual([
      '0.001929012328125',
      '0.00192901',
      '0.00000193',
      '0.00192708',
    ]);
  });

  it('add up at every scale, with a remainder below one smallest unit', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 26n }),
        fc.bigInt({ min: 1n, max: 10n ** 24n }),
        fc.bigInt({ min: 0n, max: UNIT - 1n }),
        fc.integer({ min: 0, max: 18 }),
        (given, at, feeRatio, scale) => {
          const { exact, gross, fee, received } = swapAmounts(
            given as Amount,
            { rate: at as Rate, feeRatio: feeRatio as Rate },
            scale,
          );
          expect(exact).toBe((given * at) / UNIT);
          expect(received + fee).toBe(gross);
          expect(fee * UNIT).toBeGreaterThanOrEqual(gross * feeRatio);
          expect(exact - gross).toBeGreaterThanOrEqual(0n);
          expect(exact - gross).toBeLessThan(10n ** BigInt(18 - scale));
          expect([gross, fee, received].every((amount) => fitsScale(amount, scale))).toBe(true);
        },
      ),
    );
  });

  it('convert a bound from USDT to coins', () => {
    const worth = rate('64000');
    const least = boundIn(decimal<Amount>('1'), worth, { scale: 8, rounding: 'up' });
    const most = boundIn(decimal<Amount>('1'), worth, { scale: 8, rounding: 'down' });
    expect([least, most].map(formatDecimal)).toEqual(['0.00001563', '0.00001562']);
  });
});
