import { type Amount, decimal, formatDecimal, type Price, sum } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  affordableQuantity,
  DAY_MS,
  type OfferingTerms,
  phaseOf,
  quantityBounds,
  subscriptionCost,
  subscriptionResult,
  unfreezesAt,
} from '../index.ts';
import { sellNaively } from './naive-offering.ts';
import { timeNaively } from './naive-schedule.ts';
import { roundUpNaively } from './naive-yield.ts';

const terms: OfferingTerms = {
  opensAt: 1_000,
  closesAt: 2_000,
  unitPrice: decimal<Price>('0.24'),
  payScale: 6,
  orderMin: decimal<Amount>('10'),
  orderMax: decimal<Amount>('1000'),
  memberMax: decimal<Amount>('1500'),
  cap: decimal<Amount>('4000'),
};

const boundsAfter = (inAll: string, toMember: string) => {
  const { min, max } = quantityBounds(terms, {
    inAll: decimal(inAll),
    toMember: decimal(toMember),
  });
  return [formatDecimal(min), formatDecimal(max)];
};

describe('the window', () => {
  it('opens at its start and has ended at its end', () => {
    expect([999, 1_000, 1_999, 2_000].map((at) => phaseOf(terms, at))).toEqual([
      'coming',
      'open',
      'open',
      'ended',
    ]);
  });
});

describe('the quantity', () => {
  it('is limited per order, per member and in all', () => {
    expect(boundsAfter('0', '0')).toEqual(['10', '1000']);
    expect(boundsAfter('1000', '1000')).toEqual(['10', '500']);
    expect(boundsAfter('3900', '0')).toEqual(['10', '100']);
    expect(boundsAfter('3900', '1450')).toEqual(['10', '50']);
  });

  it('may be a rest below the minimum, and is nothing when nothing is left', () => {
    expect(boundsAfter('3997', '0')).toEqual(['3', '3']);
    expect(boundsAfter('4000', '0')).toEqual(['0', '0']);
    expect(boundsAfter('1500', '1500')).toEqual(['0', '0']);
    expect(boundsAfter('4001', '1501')).toEqual(['0', '0']);
  });
});

describe('a subscription', () => {
  it('costs quantity × price, rounded up, with the remainder for the rounding account', () => {
    const cost = subscriptionCost(terms, decimal('1240'));
    expect([cost.paid, cost.remainder].map(formatDecimal)).toEqual(['297.6', '0']);
    const odd = subscriptionCost({ ...terms, payScale: 2 }, decimal('1.01'));
    expect([odd.paid, odd.remainder].map(formatDecimal)).toEqual(['0.25', '0.0076']);
  });

  it('unfreezes at midnight UTC on its date', () => {
    const bought = timeNaively({ year: 2026, month: 11, day: 21 }, 1_000);
    expect(unfreezesAt(bought, 49)).toBe(timeNaively({ year: 2027, month: 1, day: 9 }, 0));
    expect(unfreezesAt(bought, 0)).toBe(bought);
    const leap = timeNaively({ year: 2028, month: 2, day: 28 }, 1);
    expect(unfreezesAt(leap, 2)).toBe(timeNaively({ year: 2028, month: 3, day: 1 }, 0));
  });

  it('has a result at the current price, and none without a market', () => {
    const bought = {
      unitPrice: decimal<Price>('0.9'),
      payScale: 6,
      quantity: decimal<Amount>('80'),
      paid: decimal<Amount>('72'),
    };
    const result = subscriptionResult(bought, decimal<Price>('1.1'));
    expect(result && Object.values(result).map(formatDecimal)).toEqual([
      '88',
      '16',
      '0.222222222222222222',
    ]);
    expect(formatDecimal(subscriptionResult(bought, decimal('0.819'))?.returnRatio ?? 0n)).toBe(
      '-0.09',
    );
    expect(subscriptionResult(bought, undefined)).toBeUndefined();
  });
});

const wholeCoins = (units: number) => (BigInt(units) * 10n ** 18n) as Amount;

describe('any offering', () => {
  it('sells as unit by unit, within every limit, and to the last unit', () => {
    const limits = fc
      .record({
        orderMin: fc.integer({ min: 1, max: 5 }),
        more: fc.nat(10),
        memberMax: fc.integer({ min: 1, max: 20 }),
        cap: fc.integer({ min: 1, max: 60 }),
      })
      .map(({ orderMin, more, memberMax, cap }) => ({
        orderMin: wholeCoins(orderMin),
        orderMax: wholeCoins(orderMin + more),
        memberMax: wholeCoins(memberMax),
        cap: wholeCoins(cap),
      }));
    const orders = fc.array(
      fc.record({ member: fc.nat(6), units: fc.integer({ min: 0, max: 16 }) }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(limits, orders, (some, asked) => {
        const rules = { ...terms, ...some };
        const bought: { member: number; quantity: Amount }[] = [];
        const accepted = asked.map(({ member, units }) => {
          const own = bought.filter((one) => one.member === member);
          const { min, max } = quantityBounds(rules, {
            inAll: sum(bought.map((one) => one.quantity)),
            toMember: sum(own.map((one) => one.quantity)),
          });
          const quantity = wholeCoins(units);
          const isSold = quantity > 0n && quantity >= min && quantity <= max;
          if (isSold) bought.push({ member, quantity });
          return isSold;
        });
        expect(accepted).toEqual(sellNaively(rules, asked));
        expect(sum(bought.map((one) => one.quantity))).toBeLessThanOrEqual(rules.cap);
      }),
      { numRuns: 1_000, seed: 61 },
    );
  });

  it('is paid its price rounded up, and what a balance affords costs no more than the balance', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 22n }),
        fc.bigInt({ min: 1n, max: 10n ** 24n }),
        fc.integer({ min: 0, max: 8 }),
        (price, amount, scale) => {
          const some = { unitPrice: price as Price, payScale: scale };
          const cost = subscriptionCost(some, amount as Amount);
          expect(cost.paid).toBe(roundUpNaively(price, amount, scale));
          expect(cost.remainder >= 0n && cost.remainder < 10n ** BigInt(18 - scale)).toBe(true);
          const quantity = affordableQuantity(some, amount as Amount, 8);
          expect(subscriptionCost(some, quantity).paid).toBeLessThanOrEqual(amount);
          const more = (quantity + 10n ** 10n) as Amount;
          expect(more * price).toBeGreaterThan(
            (amount - (amount % 10n ** BigInt(18 - scale))) * 10n ** 18n,
          );
        },
      ),
      { numRuns: 1_000, seed: 62 },
    );
  });

  it('unfreezes within its lock-up days, and less than a day sooner', () => {
    fc.assert(
      fc.property(fc.nat(2_000_000_000_000), fc.integer({ min: 1, max: 999 }), (bought, days) => {
        const locked = unfreezesAt(bought, days) - bought;
        expect(locked <= days * DAY_MS && locked > (days - 1) * DAY_MS).toBe(true);
      }),
      { seed: 63 },
    );
  });
});
