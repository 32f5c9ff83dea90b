import { describe, expect, test } from 'vitest';
import type { Curve, Quote } from './api.ts';
import type { StakeOrder, Terms } from './products.ts';
import {
  coverOf,
  earningDays,
  frozenUntil,
  investedIn,
  lacksToken,
  leastPrice,
  orderNames,
  outlookOf,
  paidDays,
  paidIn,
  purchaseFault,
  releasedOf,
  shareNews,
  unitsOf,
  worthOf,
} from './view-model.ts';

const machine: Terms = {
  name: 'Rig',
  logo: '',
  type: 'sole',
  coin: 'BTC',
  payCoin: 'USDT',
  income: { kind: 'coins', perDay: '0.000128' },
  isFrozen: false,
  days: 365,
  payoutTime: '00:00',
  returnsPrincipal: false,
  penalty: '0',
};
const staked: Terms = {
  ...machine,
  type: 'staking',
  income: { kind: 'value', rate: '0.00035' },
  returnsPrincipal: true,
  penalty: '0.05',
};
const quote: Quote = {
  invested: '1000',
  available: '2000',
  perDay: '0.0000512',
  expected: '0.018688',
  startAt: null,
  expireAt: null,
  penalty: '50',
  price: '64218.5',
  result: '200.11',
  resultAtHalf: '-399.94',
  coverDays: 305,
};
const order = (change: Partial<StakeOrder>): StakeOrder => ({
  ...machine,
  ID: 1,
  CreatedAt: '2026-11-01T00:00:00.000Z',
  UpdatedAt: '2026-11-01T00:00:00.000Z',
  orderNo: 'M-1',
  productId: 1,
  units: 1,
  percent: 100,
  invested: '1000',
  status: 'in-term',
  startAt: '2026-11-02T00:00:00.000Z',
  expireAt: '2026-12-31T00:00:00.000Z',
  nextPayoutAt: null,
  paidDays: 1,
  paid: '0',
  paidValue: '0',
  frozen: '0',
  toCome: '0',
  expected: '0',
  canRefund: false,
  canRedeem: false,
  endedAt: null,
  penaltyPaid: '0',
  returned: '0',
  ...change,
});

describe('a purchase', () => {
  test('needs a whole number of units from 1 to the limit of the order', () => {
    expect(['', '0', '1.5', '-1', '1000000'].map(unitsOf)).toEqual(Array(5).fill(undefined));
    expect(unitsOf('10')).toBe(10);
    expect(purchaseFault({ maxUnits: 10 }, undefined, undefined)).toEqual({ kind: 'missing' });
    expect(purchaseFault({ maxUnits: 10 }, { units: 11 }, undefined)).toEqual({
      kind: 'max',
      max: 10,
    });
    expect(purchaseFault({ maxUnits: 10 }, { units: 10 }, quote)).toBeUndefined();
  });

  test('costs at most what is available, to the last unit', () => {
    const choice = { units: 1 };
    const at = (available: string) =>
      purchaseFault({ maxUnits: 1 }, choice, { invested: '1000', available });
    expect(at('1000')).toBeUndefined();
    expect(at('999.999999')).toEqual({ kind: 'balance', available: '999.999999' });
  });

  test('needs the platform token only where the product names one', () => {
    const token = { coin: 'TRN', min: '20' };
    expect(lacksToken(undefined, '0')).toBe(false);
    expect(lacksToken(token, '19.9')).toBe(true);
    expect(lacksToken(token, '20')).toBe(false);
    expect(lacksToken(token, undefined)).toBe(false);
  });
});

describe('the shares of a machine', () => {
  const free = { percent: 40, price: '1000', heldAt: null };
  const held = { percent: 60, price: '1500', heldAt: '2026-11-19T08:00:00.000Z' };

  test('the last free share starts it', () => {
    expect(shareNews([free, held], 40)).toEqual({ kind: 'last' });
  });

  test('an earlier one waits for the others', () => {
    expect(shareNews([free, { ...held, heldAt: null }], 40)).toEqual({ kind: 'waits', others: 60 });
  });

  test('without a free share it runs since the last one was bought', () => {
    const shares = [{ ...free, heldAt: '2026-11-20T08:00:00.000Z' }, held];
    expect(shareNews(shares, undefined)).toEqual({
      kind: 'all-held',
      since: '2026-11-20T08:00:00.000Z',
    });
  });

  test('the cheapest one is the lowest price of the product', () => {
    expect(leastPrice({ price: '2500', shares: [held, free] })).toBe('1000');
    expect(leastPrice({ price: '2500', shares: [] })).toBe('2500');
  });
});

describe('the two cases before a purchase', () => {
  test('of staking are the yield of the term and the penalty of leaving', () => {
    expect(outlookOf(staked, quote)).toEqual({
      kind: 'leave-early',
      gain: '0.018688',
      loss: '-50',
    });
  });

  test('of a machine that pays coins are the results at today’s price and at half of it', () => {
    expect(outlookOf(machine, quote)).toEqual({
      kind: 'at-prices',
      price: '64218.5',
      gain: '200.11',
      loss: '-399.94',
    });
  });

  test('without a price are the output and the whole price, which is not returned', () => {
    const unpriced = { ...quote, price: '', result: '', resultAtHalf: '' };
    expect(outlookOf(machine, unpriced)).toEqual({
      kind: 'spent',
      gain: '0.018688',
      loss: '-1000',
    });
  });

  test('the output reaches the price within the term, or not', () => {
    expect(coverOf(machine, quote)).toEqual({ kind: 'within', days: 305 });
    expect(coverOf(machine, { ...quote, coverDays: 366 })).toEqual({ kind: 'beyond' });
    expect(coverOf(machine, { ...quote, coverDays: null })).toEqual({ kind: 'beyond' });
    expect(coverOf(machine, { ...quote, price: '', coverDays: null })).toEqual({ kind: 'unknown' });
  });
});

describe('the summary', () => {
  test('adds orders in term of one coin, and counts those of several', () => {
    const ended = order({ status: 'ended', invested: '7' });
    expect(investedIn([order({}), order({ invested: '0.5' }), ended])).toEqual({
      amount: '1000.5',
      coin: 'USDT',
    });
    expect(investedIn([order({}), order({ payCoin: 'SOL' }), ended])).toEqual({ count: 2 });
  });

  test('adds what the curves paid, in all and today', () => {
    const curve = (total: string, date: string): Curve => ({
      payCoin: 'USDT',
      days: [{ date, value: '2.12', isPaid: true }],
      total,
      average: '0',
      frozen: '0',
    });
    expect(paidIn([curve('30', '2026-11-22'), curve('4.62', '2026-11-21')], '2026-11-22')).toEqual({
      total: '34.62',
      today: '2.12',
    });
  });
});

describe('earnings', () => {
  test('count the days that were paid, of those that were due', () => {
    const day = { date: '2026-11-22', value: '1' };
    expect(
      paidDays([
        { ...day, isPaid: true },
        { ...day, isPaid: false },
      ]),
    ).toEqual({ paid: 1, due: 2 });
  });

  test('are in the balance unless they are frozen', () => {
    expect(releasedOf({ total: '34.62', frozen: '27.51' })).toBe('7.11');
    const frozen = order({ frozen: '1' });
    const later = order({ frozen: '1', expireAt: '2027-01-31T00:00:00.000Z' });
    expect(frozenUntil([frozen, later, order({})])).toBe('2027-01-31T00:00:00.000Z');
    expect(frozenUntil([order({})])).toBeUndefined();
  });

  test('belong to the UTC day they were due on', () => {
    const rows = [
      '2026-11-22T23:59:00.000Z',
      '2026-11-22T00:00:00.000Z',
      '2026-11-21T00:00:00.000Z',
    ];
    const days = earningDays(rows.map((dueAt) => ({ dueAt })));
    expect(days.map(({ date, rows: ofDay }) => [date, ofDay.length])).toEqual([
      ['2026-11-22', 2],
      ['2026-11-21', 1],
    ]);
  });

  test('are chosen by the product’s name, with the number where a product was bought twice', () => {
    const names = orderNames([
      order({ ID: 1, orderNo: 'M-1' }),
      order({ ID: 2, orderNo: 'M-2' }),
      order({ ID: 3, name: 'Other' }),
      order({ ID: 4, name: 'Not complete', startAt: null }),
    ]);
    expect(names).toEqual([
      { id: 1, name: 'Rig · M-1' },
      { id: 2, name: 'Rig · M-2' },
      { id: 3, name: 'Other' },
    ]);
  });
});

test('a value is cut, never rounded up, and none without a price', () => {
  expect(worthOf('0.0000512', '64218.5', 2)).toBe('3.28');
  expect(worthOf('1', '', 2)).toBeUndefined();
});
