import { describe, expect, it } from 'vitest';
import type { Loan } from './api.ts';
import { interestDays, isOwed, partsOf, repaymentFault, sumsOf, termDaysOf } from './loan-view.ts';

/** docs/features/products/products.md: 2000 USDT on day 19. */
const loan = {
  freeDays: 3,
  termDays: 30,
  day: 19,
  principal: '2000',
  interest: '16',
  total: '2016',
  dueInterest: '27',
  interestPaid: '0',
  principalPaid: '0',
} as Loan;

describe('the days of a loan', () => {
  it('are interest-free, then with interest, then to come, and add up to the term', () => {
    expect(termDaysOf(loan, 19)).toEqual({ free: 3, paid: 16, left: 11 });
    expect(termDaysOf(loan, 2)).toEqual({ free: 2, paid: 0, left: 28 });
    expect(termDaysOf(loan, 35)).toEqual({ free: 3, paid: 27, left: 0 });
    expect(termDaysOf(loan)).toEqual({ free: 3, paid: 27, left: 0 });
    expect(termDaysOf({ freeDays: 40, termDays: 30 })).toEqual({ free: 30, paid: 0, left: 0 });
  });

  it('bear interest after the interest-free ones', () => {
    expect(interestDays(loan)).toBe(16);
    expect(interestDays({ ...loan, day: 2 })).toBe(0);
  });
});

it('a loan is owed from its credit until it is repaid, also when it is overdue', () => {
  const owed = (['underReview', 'active', 'overdue', 'repaid', 'rejected'] as const).filter(
    (status) => isOwed({ status }),
  );
  expect(owed).toEqual(['active', 'overdue']);
});

describe('the sums of a loan', () => {
  it('lead from what was borrowed to what is due', () => {
    expect(sumsOf(loan)).toEqual({ interestSoFar: '16', repaid: '0', toCome: '11' });
  });

  it('count the interest that was paid', () => {
    const paid = { ...loan, interest: '0.5', interestPaid: '16', principalPaid: '1000' };
    expect(sumsOf(paid)).toEqual({ interestSoFar: '16.5', repaid: '1016', toCome: '26.5' });
  });

  it('have nothing to come once the due date has passed', () => {
    expect(sumsOf({ ...loan, interest: '28.5' }).toCome).toBe('0');
  });
});

describe('a repayment', () => {
  it('pays the interest first, then the principal', () => {
    expect(partsOf(loan, '1016')).toEqual({ interest: '16', principal: '1000', left: '1000' });
    expect(partsOf(loan, '10.5')).toEqual({ interest: '10.5', principal: '0', left: '2005.5' });
    expect(partsOf(loan, '2016')).toEqual({ interest: '16', principal: '2000', left: '0' });
  });

  it.each([
    ['', '500', { kind: 'missing' }],
    ['0', '500', { kind: 'missing' }],
    ['2016.01', '5000', { kind: 'max', limit: '2016' }],
    ['500.01', '500', { kind: 'balance', limit: '500' }],
    ['500', '500', undefined],
    ['2016', undefined, undefined],
  ])('of %j with %j available has the fault %j', (typed, available, fault) => {
    expect(repaymentFault(typed, loan, available)).toEqual(fault);
  });
});
