import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Amount,
  decimal,
  formatDecimal,
  formatFixed,
  negate,
  type Price,
  type Rate,
} from '@tern/money';
import { describe, expect, it } from 'vitest';
import {
  coinOutput,
  collect,
  costOn,
  DAY_MS,
  daysToCover,
  earlyRedemption,
  endOfTerm,
  type LoanTerms,
  loanWorstCase,
  openLoan,
  overdueOn,
  owedOn,
  parseShares,
  payoutAt,
  promisedYield,
  quantityBounds,
  repay,
  reservedYield,
  resultAtPrice,
  returnRatio,
  sharePrice,
  shareRate,
  startOfTerm,
  subscriptionCost,
  subscriptionResult,
  unfreezesAt,
  yearlyRate,
  yieldOfDay,
  yieldThrough,
} from '../index.ts';
import { dateNaively, timeNaively } from './naive-schedule.ts';

const page = readFileSync(
  fileURLToPath(new URL('../../../../docs/features/products/products.md', import.meta.url)),
  'utf8',
);

/** The examples under one heading, without their marks. */
const examplesUnder = (heading: string): readonly string[] => {
  const section = page.split(/^## /mu).find((part) => part.startsWith(heading)) ?? '';
  return section.split('\n').flatMap((line) => {
    const [, example] = /^> Example: (.+)$/u.exec(line) ?? [];
    return example === undefined ? [] : [example];
  });
};

const amount = (text: string) => decimal<Amount>(text);
const rate = (text: string) => decimal<Rate>(text);
const price = (text: string) => decimal<Price>(text);
const n = (value: bigint | undefined) => (value === undefined ? '---' : formatDecimal(value));

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const on = (at: number) => {
  const { day, month, year } = dateNaively(at);
  return `${day} ${MONTHS[month - 1]} ${year}`;
};

const fixed = {
  startsAt: timeNaively({ year: 2026, month: 10, day: 31 }, 0),
  termDays: 60,
  daily: { base: amount('5000'), rate: rate('0.00035'), scale: 6 },
  principal: amount('5000'),
  outputIsFrozen: false,
};
const share = { base: amount('0.000128'), rate: shareRate(40), scale: 8 };
const loan: LoanTerms = { dailyRate: rate('0.0005'), freeDays: 3, termDays: 30, scale: 6 };

describe('the examples of docs/features/products/products.md', () => {
  it('of days', () => {
    const bought = timeNaively({ year: 2026, month: 10, day: 30 }, 14 * 60 + 18);
    const startsAt = startOfTerm(bought, 0);
    expect(examplesUnder('Days')).toEqual([
      `bought on ${on(bought)} at 14:18 with payout time 00:00 and a term of 60 days: starts on ${on(startsAt)}, first payout on ${on(payoutAt({ startsAt }, 1))}, ends on ${on(endOfTerm({ startsAt, termDays: 60 }))}.`,
    ]);
  });

  it('of yield', () => {
    const { daily } = fixed;
    const yen = { base: amount('10000'), rate: rate('0.00018'), scale: 0 };
    const yens = [1, 2, 3, 4, 5].map((day) => n(yieldOfDay(yen, day))).join(', ');
    const value = yieldOfDay({ base: amount('1200'), rate: rate('0.00118'), scale: 6 }, 1);
    const paid = coinOutput(value, price('3090.11'), { scale: 8, before: amount('0') });
    expect(examplesUnder('Yield')).toEqual([
      `5000 USDT at 0.035 % a day: ${n(yieldOfDay(daily, 1))} a day, ${n(yieldThrough(daily, 60))} in 60 days.`,
      `10000 JPY at 0.018 % a day, without decimal places: ${yens} on the first five days, ${n(yieldThrough(yen, 30))} in 30 days.`,
      `40 % of a machine that yields 0.000128 BTC a day: ${n(yieldOfDay(share, 1))} BTC a day, ${n(yieldThrough(share, 365))} BTC in 365 days.`,
      `0.118 % of 1200 USDT is ${n(value)} USDT; at 3090.11 USDT it is paid as ${n(paid.amount)} ETH.`,
    ]);
  });

  it('of early redemption', () => {
    const terms = { penaltyRatio: rate('0.05'), feeRatio: rate('0.001'), scale: 6 };
    const redeemed = earlyRedemption(fixed, terms, fixed.startsAt + 22 * DAY_MS);
    expect(examplesUnder('Early redemption')).toEqual([
      `5000 USDT redeemed after 22 of 60 days with 5 % penalty and 0.1 % fee: ${n(redeemed?.penalty)} penalty, ${n(redeemed?.fee)} fee, ${n(redeemed?.returned)} returned, ${n(redeemed?.kept)} kept, ${n(redeemed?.missed)} missed.`,
    ]);
  });

  it('of machines', () => {
    const prices = parseShares('40|60')?.map((percent) =>
      n(sharePrice(amount('2500'), { percent, scale: 6 })),
    );
    expect(examplesUnder('Shared machines')).toEqual([
      `a machine of 2500 USDT with the shares 40|60 costs ${prices?.join(' and ')}.`,
    ]);
    const order = { daily: share, termDays: 365, cost: amount('1000'), costScale: 6 };
    const { result } = resultAtPrice(order, price('64218.5'));
    const half = resultAtPrice(order, price('32109.25')).result;
    expect(examplesUnder('Worst case of a machine')).toEqual([
      `that 40 % share for 1000 USDT over 365 days gains ${n(result)} USDT if BTC stays at 64218.5, and loses ${n(negate(half))} USDT at half of it. At 64218.5 it is covered after ${daysToCover(order, price('64218.5'))} days.`,
    ]);
  });

  it('of reservation and totals', () => {
    expect(examplesUnder('Reservation')).toEqual([
      `5000 USDT at 0.035 % a day for 60 days reserves ${n(promisedYield(fixed))} USDT; after 22 payouts ${n(reservedYield(fixed, 22))} USDT are still reserved.`,
    ]);
    expect(examplesUnder('Totals')).toEqual([
      `105 USDT on 5000 USDT are a return ratio of ${n(returnRatio(amount('105'), amount('5000')))}.`,
    ]);
  });

  it('of new coins', () => {
    const terms = {
      opensAt: 0,
      closesAt: 1,
      unitPrice: price('0.24'),
      payScale: 6,
      orderMin: amount('10'),
      orderMax: amount('1000'),
      memberMax: amount('4000'),
      cap: amount('4000'),
    };
    const bounds = quantityBounds(terms, { inAll: amount('3997'), toMember: amount('0') });
    const bought = timeNaively({ year: 2026, month: 11, day: 21 }, 600);
    const earlier = {
      unitPrice: price('0.9'),
      payScale: 6,
      quantity: amount('80'),
      paid: amount('72'),
    };
    const result = subscriptionResult(earlier, price('1.1'));
    expect(examplesUnder('New coins')).toEqual([
      `minimum 10, maximum 1000, cap 4000: with 3997 sold, the bounds are ${n(bounds.min)} and ${n(bounds.max)}.`,
      `1240 VRD at 0.24 USDT cost ${n(subscriptionCost(terms, amount('1240')).paid)} USDT. Bought on ${on(bought)} with 49 lock-up days, they unfreeze on ${on(unfreezesAt(bought, 49))}.`,
      `80 OST for 72 USDT at 0.9 are worth ${n(result?.worth)} USDT at 1.1: profit ${n(result?.profit)}, return ratio ${formatFixed(result?.returnRatio ?? 0n, 4)}.`,
    ]);
  });

  it('of loans', () => {
    const [week, fortnight, due] = [7, 14, 30].map((day) => costOn(loan, amount('1000'), day));
    const opened = openLoan(amount('2000'));
    const owed = owedOn(loan, opened, 19);
    const part = repay(loan, opened, { day: 19, amount: amount('1016') });
    const later = part && owedOn(loan, part.state, 20);
    const taken = collect(loan, opened, { day: 30, available: amount('527') });
    const overdue = taken && overdueOn(loan, taken.state, 32);
    const rest = taken && owedOn(loan, taken.state, 32);
    const worst = loanWorstCase(loan, amount('1000'));
    expect(examplesUnder('Loans')).toEqual([
      `1000 USDT at 0.05 % a day, 3 days free, repaid after 7, 14 and 30 days: interest ${n(week?.interest)}, ${n(fortnight?.interest)} and ${n(due?.interest)}, in all ${n(due?.total)}. Yearly cost ${n(yearlyRate(loan.dailyRate))}.`,
      `2000 USDT on day 19: interest ${n(owed.interest)}, to repay ${n(owed.total)}. A repayment of 1016 pays ${n(part?.interest)} interest and ${n(part?.principal)} principal; on day 20 ${n(later?.interest)} interest is owed.`,
      `2000 USDT on the due date with 527 available: ${n(taken?.interest)} interest and ${n(taken?.principal)} principal are taken. Two days later ${n(rest?.total)} are owed, ${n(overdue?.interest)} of it for overdue days.`,
      `at worst, 1000 USDT cost ${n(worst.due.interest)} by the due date and ${n(worst.perDay)} for each further day until all is repaid.`,
    ]);
  });

  it('are all computed here', () => {
    const headings = ['Days', 'Yield', 'Early redemption', 'Shared machines'];
    const others = ['Worst case', 'Reservation', 'Totals', 'New coins', 'Loans'];
    const computed = [...headings, ...others].flatMap(examplesUnder);
    expect(computed).toHaveLength(page.match(/Example:/gu)?.length ?? 0);
  });
});
