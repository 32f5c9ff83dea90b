import { type Amount, decimal, formatDecimal, type Rate, sum } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  collect,
  costOn,
  DAY_MS,
  dueTime,
  loanDay,
  type LoanState,
  type LoanTerms,
  loanWorstCase,
  openLoan,
  overdueOn,
  owedOn,
  repay,
  yearlyRate,
} from '../index.ts';
import { loanNaively, type NaivePayment } from './naive-loan.ts';

const terms: LoanTerms = {
  dailyRate: decimal<Rate>('0.0005'),
  freeDays: 3,
  termDays: 30,
  scale: 6,
};
const amount = (text: string) => decimal<Amount>(text);
const opened = openLoan(amount('2000'));

const texts = (figures: object | undefined) =>
  Object.fromEntries(
    Object.entries(figures ?? {})
      .filter(([, figure]) => typeof figure === 'bigint')
      .map(([name, figure]) => [name, formatDecimal(figure as bigint)]),
  );

describe('the days of a loan', () => {
  it('count from its credit, a started day whole', () => {
    expect([0, 1, DAY_MS, DAY_MS + 1, 30 * DAY_MS].map((ms) => loanDay(7, 7 + ms))).toEqual([
      0, 1, 1, 2, 30,
    ]);
    expect(loanDay(7, 0)).toBe(0);
    expect(loanDay(7, dueTime(terms, 7))).toBe(30);
  });
});

describe('the interest of a loan', () => {
  it('starts after the interest-free days and is simple', () => {
    const on = (day: number) => formatDecimal(owedOn(terms, opened, day).interest);
    expect([0, 3, 4, 19, 30, 31].map(on)).toEqual(['0', '0', '1', '16', '27', '28']);
    expect(texts(owedOn(terms, opened, 19))).toEqual({
      principal: '2000',
      interest: '16',
      total: '2016',
    });
  });

  it('is the cost shown before applying, with its worst case', () => {
    const cost = (day: number) => formatDecimal(costOn(terms, amount('1000'), day).interest);
    expect([7, 14, 30].map(cost)).toEqual(['2', '5.5', '13.5']);
    expect(formatDecimal(yearlyRate(terms.dailyRate))).toBe('0.1825');
    const worst = loanWorstCase(terms, amount('1000'));
    expect(texts(worst.due)).toEqual({ interest: '13.5', total: '1013.5' });
    expect(formatDecimal(worst.perDay)).toBe('0.5');
  });

  it('rounds its total up, not each day', () => {
    const yen = { ...terms, freeDays: 0, scale: 0 };
    expect(formatDecimal(costOn(yen, amount('900'), 1).interest)).toBe('1');
    expect(formatDecimal(costOn(yen, amount('900'), 10).interest)).toBe('5');
  });
});

describe('a repayment', () => {
  it('pays interest first, then principal, and lowers the interest of later days', () => {
    const part = repay(terms, opened, { day: 19, amount: amount('1016') });
    expect(texts(part)).toEqual({ interest: '16', principal: '1000' });
    expect(part?.isRepaid).toBe(false);
    expect(texts(part && owedOn(terms, part.state, 20))).toEqual({
      principal: '1000',
      interest: '0.5',
      total: '1000.5',
    });
    const small = repay(terms, opened, { day: 19, amount: amount('10') });
    expect(texts(small)).toEqual({ interest: '10', principal: '0' });
    expect(texts(small && owedOn(terms, small.state, 19))).toMatchObject({ interest: '6' });
  });

  it('of everything ends the loan', () => {
    const whole = repay(terms, opened, { day: 19, amount: amount('2016') });
    expect(whole?.isRepaid).toBe(true);
    expect(texts(whole && owedOn(terms, whole.state, 40))).toEqual({
      principal: '0',
      interest: '0',
      total: '0',
    });
  });

  it('is neither nothing nor more than is owed', () => {
    const of = (text: string) => repay(terms, opened, { day: 19, amount: amount(text) });
    expect(of('0')).toBeUndefined();
    expect(of('2016.000001')).toBeUndefined();
  });

  it('after the clock went back owes no less than before', () => {
    const { state } = repay(terms, opened, { day: 19, amount: amount('1') }) ?? { state: opened };
    expect(owedOn(terms, state, 5)).toEqual(owedOn(terms, state, 19));
  });
});

describe('the due date', () => {
  it('takes what is available; the rest is overdue at the same rate', () => {
    const taken = collect(terms, opened, { day: 30, available: amount('527') });
    expect(texts(taken)).toEqual({ interest: '27', principal: '500' });
    expect(texts(taken && owedOn(terms, taken.state, 32))).toEqual({
      principal: '1500',
      interest: '1.5',
      total: '1501.5',
    });
    expect(taken && overdueOn(terms, taken.state, 32)).toEqual({
      days: 2,
      interest: amount('1.5'),
    });
  });

  it('takes no more than is owed, and nothing from nothing', () => {
    const all = collect(terms, opened, { day: 30, available: amount('9000') });
    expect(all?.isRepaid).toBe(true);
    expect(all && sum([all.interest, all.principal])).toBe(amount('2027'));
    expect(collect(terms, opened, { day: 30, available: amount('0') })).toBeUndefined();
  });
});

const loans = fc
  .record({
    scale: fc.integer({ min: 0, max: 8 }),
    units: fc.bigInt({ min: 1n, max: 10n ** 11n }),
    rate: fc.bigInt({ min: 0n, max: 10n ** 8n }),
    freeDays: fc.nat(10),
    termDays: fc.integer({ min: 10, max: 90 }),
    parts: fc.array(fc.tuple(fc.nat(120), fc.integer({ min: 1, max: 1_100 })), { maxLength: 8 }),
    lastDay: fc.nat(150),
  })
  .map(({ scale, units, rate, freeDays, termDays, parts, lastDay }) => ({
    // Ten places, so that interest is exact at every scale.
    terms: { dailyRate: (rate * 10n ** 8n) as Rate, freeDays, termDays, scale },
    approved: (units * 10n ** BigInt(18 - scale)) as Amount,
    parts: [...parts].sort(([one], [other]) => one - other),
    lastDay,
  }));

describe('any loan', () => {
  it('owes and splits its payments as day by day', () => {
    fc.assert(
      fc.property(loans, ({ terms: some, approved, parts, lastDay }) => {
        const step = 10n ** BigInt(18 - some.scale);
        const payments: NaivePayment[] = [];
        const splits: { interest: bigint; principal: bigint }[] = [];
        let state: LoanState = openLoan(approved);
        for (const [day, permille] of parts) {
          const owed = owedOn(some, state, day).total;
          const part = ((owed * BigInt(permille)) / 1_000n / step) * step;
          const paid = repay(some, state, { day, amount: part as Amount });
          expect(paid === undefined).toBe(part === 0n || part > owed);
          if (paid === undefined) continue;
          payments.push({ day, amount: part });
          splits.push({ interest: paid.interest, principal: paid.principal });
          expect(paid.interest + paid.principal).toBe(part);
          expect(paid.isRepaid).toBe(owedOn(some, paid.state, day).total === 0n);
          state = paid.state;
        }
        const end = Math.max(lastDay, state.countedDays);
        const naive = loanNaively(some, approved, { payments, lastDay: end });
        expect(splits).toEqual(naive.splits);
        const { principal, interest } = owedOn(some, state, end);
        expect({ principal, interest }).toEqual({
          principal: naive.principal,
          interest: naive.interest,
        });
        expect(sum(splits.map((split) => split.principal as Amount)) + principal).toBe(approved);
      }),
      { numRuns: 1_000, seed: 71 },
    );
  });

  it('costs a smallest unit at most more than its exact interest, however often it is repaid', () => {
    fc.assert(
      fc.property(loans, ({ terms: some, approved }) => {
        const step = 10n ** BigInt(18 - some.scale);
        let state = openLoan(approved);
        for (let day = 1; day <= some.termDays; day += 1) {
          const interest = owedOn(some, state, day).interest;
          state = repay(some, state, { day, amount: interest })?.state ?? state;
        }
        const chargeable = BigInt(Math.max(some.termDays - some.freeDays, 0));
        const exact = approved * some.dailyRate * chargeable;
        const paid = state.interestPaid * 10n ** 18n;
        expect(paid >= exact && paid - exact < step * 10n ** 18n).toBe(true);
        expect(state.interestPaid).toBe(costOn(some, approved, some.termDays).interest);
      }),
      { numRuns: 300, seed: 72 },
    );
  });

  it('is collected like a repayment of as much as there is', () => {
    fc.assert(
      fc.property(loans, fc.bigInt({ min: 0n, max: 10n ** 12n }), (some, units) => {
        const available = (units * 10n ** BigInt(18 - some.terms.scale)) as Amount;
        const state = openLoan(some.approved);
        const day = some.terms.termDays;
        const { total } = owedOn(some.terms, state, day);
        const taken = collect(some.terms, state, { day, available });
        const rest = taken === undefined ? total : owedOn(some.terms, taken.state, day).total;
        expect(total - rest).toBe(available < total ? available : total);
      }),
      { numRuns: 500, seed: 73 },
    );
  });
});
