import { type Amount, decimal, fitsScale, formatDecimal, type Price, sum } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOf, isOffReference, skipsAfter, splitAmount } from './rules.ts';

const split = (amount: string, shares: number[]) =>
  splitAmount(decimal<Amount>(amount), shares, 6).map(formatDecimal);

describe('the parts of a sum', () => {
  it('are rounded down, and the first largest gets what is left', () => {
    expect(split('100', [70, 30])).toEqual(['70', '30']);
    expect(split('10.000001', [33, 33, 34])).toEqual(['3.3', '3.3', '3.400001']);
    expect(split('5.000001', [50, 50])).toEqual(['2.500001', '2.5']);
  });

  it('add up to it exactly, each within a smallest unit a coin of its share', () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 9 });
    const amounts = fc.bigInt({ min: 5_000_000n, max: 50_000_000_000n });
    fc.assert(
      fc.property(cuts, amounts, (places, units) => {
        const ends = [...places.sort((left, right) => left - right), 100];
        const shares = ends.map((end, at) => end - (ends[at - 1] ?? 0));
        const amount = (units * 10n ** 12n) as Amount;
        const parts = splitAmount(amount, shares, 6);
        expect(sum(parts)).toBe(amount);
        parts.forEach((part, at) => {
          const off = Number(part * 100n - amount * BigInt(shares[at]!)) / 100 / 1e12;
          expect(Math.abs(off)).toBeLessThanOrEqual(shares.length);
          expect(fitsScale(part, 6)).toBe(true);
        });
      }),
    );
  });
});

describe('a price', () => {
  const isOff = (price: string) => isOffReference(decimal<Price>(price), decimal<Price>('64000'));
  it('is off the reference by more than one percent in either direction', () => {
    expect(['64640', '63360'].map(isOff)).toEqual([false, false]);
    expect(['64640.01', '63359.99'].map(isOff)).toEqual([true, true]);
  });
});

describe('skips', () => {
  it('are counted in a row: a buy begins anew, what the member skips does not count', () => {
    const ends = ['skipped', 'declined', 'skipped', 'bought', 'skipped'] as const;
    const counts = ends.map(
      (
        (skips) => (end: (typeof ends)[number]) =>
          (skips = skipsAfter(skips, end))
      )(0),
    );
    expect(counts).toEqual([1, 1, 2, 0, 1]);
  });

  it('of some coins are no skip of the due time', () => {
    expect(endOf([true, false], ['closed'])).toBe('bought');
    expect(endOf([false, false], ['closed', 'price'])).toBe('skipped');
    expect(endOf([false, false], ['member', 'price'])).toBe('skipped');
    expect(endOf([false], ['member'])).toBe('declined');
  });
});
