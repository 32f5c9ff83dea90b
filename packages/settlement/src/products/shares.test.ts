import { type Amount, decimal, formatDecimal, sum } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  freeShare,
  isComplete,
  parseShares,
  sharePrice,
  shareRate,
  shareRefund,
  yieldThrough,
} from '../index.ts';
import { roundUpNaively } from './naive-yield.ts';

describe('the shares of a machine', () => {
  it('are whole percents that add up to 100', () => {
    expect(parseShares('40|60')).toEqual([40, 60]);
    expect(parseShares('25|25|50')).toEqual([25, 25, 50]);
    for (const wrong of ['', '100', '40', '40|50', '0|100', '40|60|', '40,60', '040|60', '-1|99']) {
      expect(parseShares(wrong)).toBeUndefined();
    }
    expect(parseShares('10|'.repeat(9).concat('10'))).toHaveLength(10);
    expect(parseShares('9|'.repeat(11).concat('1'))).toBeUndefined();
  });

  it('cost their part of the price', () => {
    const price = decimal<Amount>('2500');
    expect(formatDecimal(sharePrice(price, { percent: 40, scale: 6 }))).toBe('1000');
    expect(formatDecimal(sharePrice(decimal('100.01'), { percent: 33, scale: 2 }))).toBe('33.01');
  });

  it('are sold one by one and refunded in full until all are held', () => {
    const shares = [
      { percent: 25, isHeld: true },
      { percent: 25, isHeld: false },
      { percent: 50, isHeld: true },
    ];
    expect(freeShare(shares, 25)).toBe(1);
    expect(freeShare(shares, 50)).toBeUndefined();
    expect(freeShare(shares, 30)).toBeUndefined();
    expect(isComplete(shares)).toBe(false);
    expect(shareRefund(shares, decimal('625'))).toBe(decimal('625'));
    const held = shares.map((share) => ({ ...share, isHeld: true }));
    expect(isComplete(held)).toBe(true);
    expect(shareRefund(held, decimal('625'))).toBeUndefined();
  });
});

const splits = fc
  .array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 4 })
  .map((parts) => [...parts, 100 - parts.reduce((total, part) => total + part, 0)]);

describe('any split', () => {
  it('is read as it is written', () => {
    fc.assert(
      fc.property(splits, (shares) => {
        expect(parseShares(shares.join('|'))).toEqual(shares);
      }),
      { seed: 51 },
    );
  });

  it('costs at least the machine and less than one smallest unit more for each share', () => {
    fc.assert(
      fc.property(
        splits,
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.integer({ min: 0, max: 8 }),
        (shares, units, scale) => {
          const step = 10n ** BigInt(18 - scale);
          const price = (units * step) as Amount;
          const prices = shares.map((percent) => sharePrice(price, { percent, scale }));
          expect(prices).toEqual(
            shares.map((percent) => roundUpNaively(price, shareRate(percent), scale)),
          );
          const excess = sum(prices) - price;
          expect(excess >= 0n && excess < BigInt(shares.length) * step).toBe(true);
        },
      ),
      { numRuns: 500, seed: 52 },
    );
  });

  it('yields at most what the machine yields, less than one smallest unit less for each share', () => {
    fc.assert(
      fc.property(
        splits,
        fc.bigInt({ min: 1n, max: 10n ** 10n }),
        fc.integer({ min: 1, max: 400 }),
        (shares, units, days) => {
          const base = (units * 10n ** 10n) as Amount;
          const through = (percent: number) =>
            yieldThrough({ base, rate: shareRate(percent), scale: 8 }, days);
          const lost = through(100) - sum(shares.map(through));
          expect(lost >= 0n && lost < BigInt(shares.length) * 10n ** 10n).toBe(true);
        },
      ),
      { numRuns: 500, seed: 53 },
    );
  });
});
