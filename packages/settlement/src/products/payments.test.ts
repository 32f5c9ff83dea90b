import { type Amount, decimal, formatDecimal, type Rate, sum } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  completedDays,
  DAY_MS,
  dateNumber,
  earlyRedemption,
  endOfTerm,
  obligationsByDay,
  paymentsOf,
  promisedYield,
  redemptionCost,
  type RedemptionTerms,
  reservedYield,
  returnRatio,
  type RunningOrder,
  type TermOrder,
  totalsOf,
} from '../index.ts';
import { timeNaively } from './naive-schedule.ts';
import { roundUpNaively, yieldsNaively } from './naive-yield.ts';

const START = timeNaively({ year: 2026, month: 10, day: 31 }, 0);

const fixed: TermOrder = {
  startsAt: START,
  termDays: 60,
  daily: { base: decimal<Amount>('5000'), rate: decimal<Rate>('0.00035'), scale: 6 },
  principal: decimal<Amount>('5000'),
  outputIsFrozen: false,
};

const terms: RedemptionTerms = {
  penaltyRatio: decimal<Rate>('0.05'),
  feeRatio: decimal<Rate>('0.001'),
  scale: 6,
};

const plain = (figures: object | undefined) =>
  Object.fromEntries(
    Object.entries(figures ?? {}).map(([name, figure]) => [
      name,
      typeof figure === 'bigint' ? formatDecimal(figure) : (figure as unknown),
    ]),
  );

describe('the payments of an order', () => {
  it('are its yields, one a day, and its principal at the end', () => {
    const payments = paymentsOf(fixed);
    expect(payments).toHaveLength(61);
    expect(payments[0]).toEqual({ kind: 'yield', at: START + DAY_MS, amount: decimal('1.75') });
    expect(payments.slice(-2)).toEqual([
      { kind: 'yield', at: endOfTerm(fixed), amount: decimal('1.75') },
      { kind: 'principal', at: endOfTerm(fixed), amount: decimal('5000') },
    ]);
  });

  it('release a frozen output whole at the end, and return nothing for a machine', () => {
    const machine: TermOrder = { ...fixed, principal: decimal('0'), outputIsFrozen: true };
    const payments = paymentsOf(machine);
    expect(payments[0]?.kind).toBe('frozen-yield');
    expect(payments.at(-1)).toEqual({
      kind: 'release',
      at: endOfTerm(machine),
      amount: decimal('105'),
    });
  });

  it('skip the days of a yield that rounds to nothing', () => {
    const yen = { base: decimal<Amount>('1000'), rate: decimal<Rate>('0.0005'), scale: 0 };
    const order = { ...fixed, daily: yen, principal: decimal<Amount>('1000'), termDays: 5 };
    expect(paymentsOf(order).map(({ at }) => (at - START) / DAY_MS)).toEqual([2, 4, 5]);
  });
});

describe('the reservation', () => {
  it('is all yield of the term, and sinks with each payout', () => {
    expect(formatDecimal(reservedYield(fixed, 0))).toBe('105');
    expect(formatDecimal(reservedYield(fixed, 22))).toBe('66.5');
    expect(reservedYield(fixed, 60)).toBe(0n);
  });

  it('is shown by day and asset, with overdue payouts on their own day', () => {
    const running: RunningOrder = {
      ...fixed,
      termDays: 3,
      yieldAsset: 'USDT',
      principalAsset: 'USDT',
      paidDays: 1,
    };
    const other: RunningOrder = { ...running, yieldAsset: 'BTC', paidDays: 2 };
    const first = dateNumber(START);
    expect(obligationsByDay([running, other]).map(plain)).toEqual([
      { date: first + 2, asset: 'USDT', payouts: '1.75', principals: '0' },
      { date: first + 3, asset: 'BTC', payouts: '1.75', principals: '0' },
      { date: first + 3, asset: 'USDT', payouts: '1.75', principals: '10000' },
    ]);
  });
});

describe('early redemption', () => {
  it('costs penalty and fee of the principal and keeps what was paid', () => {
    expect(plain(earlyRedemption(fixed, terms, START + 22 * DAY_MS))).toEqual({
      penalty: '250',
      fee: '5',
      cost: '255',
      returned: '4745',
      daysLeft: 38,
      kept: '38.5',
      forfeited: '0',
      missed: '66.5',
    });
  });

  it('forfeits frozen yield', () => {
    const frozen = { ...fixed, outputIsFrozen: true };
    expect(plain(earlyRedemption(frozen, terms, START + 22 * DAY_MS))).toMatchObject({
      kept: '0',
      forfeited: '38.5',
      missed: '66.5',
    });
  });

  it('is possible before the term starts and until the last millisecond, not at its end', () => {
    expect(earlyRedemption(fixed, terms, START - 1)?.daysLeft).toBe(60);
    expect(earlyRedemption(fixed, terms, endOfTerm(fixed) - 1)?.daysLeft).toBe(1);
    expect(earlyRedemption(fixed, terms, endOfTerm(fixed))).toBeUndefined();
  });

  it('is not possible for a machine, whose price is spent', () => {
    expect(earlyRedemption({ ...fixed, principal: decimal('0') }, terms, START)).toBeUndefined();
  });

  it('never takes more than the principal', () => {
    const cost = redemptionCost({ ...terms, scale: 0 }, decimal<Amount>('1'));
    expect(plain(cost)).toEqual({ penalty: '1', fee: '0', cost: '1', returned: '0' });
  });
});

describe('the totals', () => {
  it('count orders in term, the payouts due yesterday, and all payouts, by asset', () => {
    const now = START + 22 * DAY_MS + 35_000_000;
    const paid = (asset: string, amount: string, daysAgo: number) => ({
      asset,
      amount: decimal<Amount>(amount),
      dueAt: START + (22 - daysAgo) * DAY_MS,
    });
    const orders = [
      { asset: 'USDT', invested: decimal<Amount>('5000'), isInTerm: true },
      { asset: 'USDT', invested: decimal<Amount>('700'), isInTerm: false },
      { asset: 'EUR', invested: decimal<Amount>('100'), isInTerm: true },
    ];
    const payouts = [paid('USDT', '1.75', 0), paid('USDT', '1.7', 1), paid('USDT', '1.6', 2)];
    expect(totalsOf(orders, payouts, now).map(plain)).toEqual([
      { asset: 'EUR', invested: '100', yesterday: '0', inAll: '0' },
      { asset: 'USDT', invested: '5000', yesterday: '1.7', inAll: '5.05' },
    ]);
  });

  it('have a return ratio unless nothing was invested', () => {
    expect(formatDecimal(returnRatio(decimal('105'), decimal('5000')) ?? 0n)).toBe('0.021');
    expect(returnRatio(decimal('105'), decimal('0'))).toBeUndefined();
  });
});

const orders = fc
  .record({
    offset: fc.integer({ min: 0, max: 400 * DAY_MS }),
    termDays: fc.integer({ min: 1, max: 120 }),
    scale: fc.integer({ min: 0, max: 8 }),
    units: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    rate: fc.bigInt({ min: 0n, max: 10n ** 16n }),
    outputIsFrozen: fc.boolean(),
    isMachine: fc.boolean(),
  })
  .map(({ offset, termDays, scale, units, rate, outputIsFrozen, isMachine }): TermOrder => {
    const base = (units * 10n ** BigInt(18 - scale)) as Amount;
    return {
      startsAt: START + offset,
      termDays,
      daily: { base, rate: rate as Rate, scale },
      principal: isMachine ? (0n as Amount) : base,
      outputIsFrozen,
    };
  });

const totalOf = (order: TermOrder, ...kinds: readonly string[]) =>
  sum(
    paymentsOf(order)
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ amount }) => amount),
  );

describe('any order', () => {
  it('is paid what it was promised: yields of the naive model, the principal, and all frozen output', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const naive = yieldsNaively(order.daily, order.termDays);
        const promised = promisedYield(order);
        expect(promised).toBe(naive.reduce((total, amount) => total + amount, 0n));
        expect(totalOf(order, 'yield', 'frozen-yield')).toBe(promised);
        expect(totalOf(order, 'release')).toBe(order.outputIsFrozen ? promised : 0n);
        expect(totalOf(order, 'principal')).toBe(order.principal);
      }),
      { numRuns: 500, seed: 41 },
    );
  });

  it('has obligations that add up to its reservation and principal, however many days were paid', () => {
    fc.assert(
      fc.property(orders, fc.nat(120), (order, days) => {
        const paidDays = Math.min(days, order.termDays);
        const running = { ...order, yieldAsset: 'A', principalAsset: 'B', paidDays };
        const due = obligationsByDay([running]);
        expect(sum(due.map(({ payouts }) => payouts))).toBe(reservedYield(order, paidDays));
        expect(sum(due.map(({ principals }) => principals))).toBe(order.principal);
      }),
      { numRuns: 500, seed: 42 },
    );
  });

  it('returns on redemption what was not kept, and rounds its cost up by less than one unit each', () => {
    fc.assert(
      fc.property(
        orders,
        fc.integer({ min: -DAY_MS, max: 130 * DAY_MS }),
        fc.bigInt({ min: 0n, max: 10n ** 18n }),
        fc.bigInt({ min: 0n, max: 10n ** 17n }),
        (order, elapsed, penaltyRatio, feeRatio) => {
          const { scale } = order.daily;
          const ratios = { penaltyRatio: penaltyRatio as Rate, feeRatio: feeRatio as Rate, scale };
          const at = order.startsAt + elapsed;
          const redemption = earlyRedemption(order, ratios, at);
          const hasEnded = at >= endOfTerm(order);
          expect(redemption === undefined).toBe(hasEnded || order.principal === 0n);
          if (redemption === undefined) return;
          const { penalty, fee, returned, kept, forfeited, missed } = redemption;
          expect(returned + penalty + fee).toBe(order.principal);
          expect(returned >= 0n && fee >= 0n).toBe(true);
          expect(kept + forfeited + missed).toBe(promisedYield(order));
          const paid = yieldsNaively(order.daily, completedDays(order, at));
          expect(kept + forfeited).toBe(paid.reduce((total, amount) => total + amount, 0n));
          const asked = roundUpNaively(order.principal, penaltyRatio, scale);
          const askedFee = roundUpNaively(order.principal, feeRatio, scale);
          expect(penalty).toBe(asked < order.principal ? asked : order.principal);
          expect(fee === askedFee || returned === 0n).toBe(true);
        },
      ),
      { numRuns: 1_000, seed: 43 },
    );
  });
});
