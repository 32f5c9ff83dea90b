import { decimal } from '@tern/money';
import { expect, test } from 'vitest';
import {
  boundOf,
  daysLeft,
  frozenTotal,
  mostOf,
  type Offering,
  passedShare,
  percentOf,
  phaseOf,
  quantityFault,
  shareQuantity,
  soldShare,
  statusOf,
  type Subscription,
  timeLeft,
  withSold,
} from './view-model.ts';

const DAY_MS = 86_400_000;
const OPENS = Date.parse('2026-11-18T00:00:00Z');
const CLOSES = Date.parse('2026-11-24T00:00:00Z');

const offering: Offering = {
  ID: 1,
  version: 1,
  coin: 'VRD',
  name: 'Verdin',
  logo: '',
  about: '',
  payCoin: 'USDT',
  places: 2,
  price: '0.24',
  supply: '50000000',
  cap: '4000',
  sold: '1000',
  min: '10',
  max: '1000',
  memberMax: '1500',
  bought: '0',
  minNow: '10',
  maxNow: '1000',
  lockDays: 49,
  opensAt: OPENS,
  closesAt: CLOSES,
  isProhibited: false,
  current: undefined,
};

test('the window includes its start and excludes its end', () => {
  expect(phaseOf(offering, OPENS - 1)).toBe('coming');
  expect(phaseOf(offering, OPENS)).toBe('open');
  expect(phaseOf(offering, CLOSES - 1)).toBe('open');
  expect(phaseOf(offering, CLOSES)).toBe('ended');
});

test('an open sale can be paused, sold out, or used up by the member', () => {
  const during = OPENS + DAY_MS;
  expect(statusOf(offering, during)).toBe('open');
  expect(statusOf({ ...offering, isProhibited: true }, during)).toBe('paused');
  expect(statusOf({ ...offering, sold: '4000', maxNow: '0' }, during)).toBe('full');
  expect(statusOf({ ...offering, bought: '1500', maxNow: '0' }, during)).toBe('used');
  expect(statusOf({ ...offering, isProhibited: true }, CLOSES)).toBe('ended');
});

test('what others buy lowers what is left for this member', () => {
  const sold = (amount: string) => {
    const { minNow, maxNow, ...after } = withSold(offering, amount);
    return [after.sold, minNow, maxNow];
  };
  expect(sold('1200')).toEqual(['1200', '10', '1000']);
  expect(sold('3960')).toEqual(['3960', '10', '40']);
  expect(sold('3997')).toEqual(['3997', '3', '3']);
  expect(sold('4000')).toEqual(['4000', '0', '0']);
});

test('a figure that arrives late, or that of another offering, changes nothing', () => {
  expect(withSold(offering, '999')).toBe(offering);
  expect(withSold(offering, undefined)).toBe(offering);
});

test('time left has days, and hours only from one hour on', () => {
  expect(timeLeft(2 * DAY_MS + 51_520_000)).toEqual({ days: 2, clock: '14:18:40' });
  expect(timeLeft(3_600_000)).toEqual({ days: 0, clock: '01:00:00' });
  expect(timeLeft(23_000)).toEqual({ days: 0, clock: '00:23' });
  expect(timeLeft(22_001)).toEqual({ days: 0, clock: '00:23' });
  expect(timeLeft(-5)).toEqual({ days: 0, clock: '00:00' });
});

test('shares of bars stay between 0 and 100', () => {
  expect(soldShare(offering)).toBe(25);
  expect(soldShare({ sold: '1380210', cap: '4000000' })).toBe(34.5);
  expect(passedShare(OPENS, CLOSES, OPENS + 3 * DAY_MS)).toBe(50);
  expect(passedShare(OPENS, CLOSES, OPENS - 1)).toBe(0);
  expect(passedShare(OPENS, CLOSES, CLOSES + 1)).toBe(100);
});

test('a started day counts as a day left', () => {
  expect(daysLeft(OPENS + DAY_MS, OPENS)).toBe(1);
  expect(daysLeft(OPENS + DAY_MS + 1, OPENS)).toBe(2);
  expect(daysLeft(OPENS, OPENS + 1)).toBe(0);
});

test('a return ratio is shown in percent, and not at all without a market', () => {
  expect(percentOf('-0.09')).toBe('-9');
  expect(percentOf('0.2222')).toBe('22.22');
  expect(percentOf(undefined)).toBeUndefined();
});

const bought = (coin: string, quantity: string, unfreezesAt: number, isFrozen = true) =>
  ({ coin, quantity, unfreezesAt, isFrozen }) as Subscription;

test('frozen quantities are added up by coin, the next to unfreeze first', () => {
  const rows = [
    bought('VRD', '1000.5', CLOSES + 2),
    bought('KLP', '500', CLOSES),
    bought('VRD', '239.5', CLOSES + 1),
    bought('OST', '80', OPENS, false),
  ];
  expect(frozenTotal(rows)).toEqual({
    coins: [
      { coin: 'KLP', quantity: '500' },
      { coin: 'VRD', quantity: '1240' },
    ],
    nextAt: CLOSES,
  });
  expect(frozenTotal([bought('OST', '80', OPENS, false)])).toBeUndefined();
});

const balance = { available: '100', affordable: '416.66' };

test('a quantity is checked against minimum, maximum and balance', () => {
  expect(quantityFault('', offering, balance)).toEqual({ kind: 'missing' });
  expect(quantityFault('0', offering, balance)).toEqual({ kind: 'missing' });
  expect(quantityFault('9.99', offering, balance)).toEqual({ kind: 'min', limit: '10' });
  expect(quantityFault('1000.01', offering, balance)).toEqual({ kind: 'max', limit: '1000' });
  expect(quantityFault('416.67', offering, balance)).toEqual({ kind: 'balance', limit: '100' });
  expect(quantityFault('416.66', offering, balance)).toBeUndefined();
  expect(quantityFault('1000', offering, undefined)).toBeUndefined();
});

test('the bound that is reached is named: per subscription, per person, or the round', () => {
  expect(boundOf(offering, '1000')).toEqual({ kind: 'max', limit: '1000' });
  expect(boundOf({ ...offering, bought: '1200' }, '300')).toEqual({ kind: 'member', limit: '300' });
  expect(boundOf({ ...offering, sold: '3960' }, '40')).toEqual({ kind: 'cap', limit: '40' });
});

test('the most is within bounds and balance, and its shares are cut to the places', () => {
  expect(mostOf(offering, undefined)).toBe(decimal('1000'));
  expect(mostOf(offering, '416.66')).toBe(decimal('416.66'));
  expect(shareQuantity(mostOf(offering, '416.66'), 50, 2)).toBe('208.33');
  expect(shareQuantity(mostOf(offering, '416.66'), 25, 2)).toBe('104.16');
  expect(shareQuantity(mostOf(offering, '416.66'), 25, 0)).toBe('104');
});
