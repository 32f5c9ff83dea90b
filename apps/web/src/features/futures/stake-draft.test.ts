import { type Amount, decimal } from '@tern/money';
import { expect, test } from 'vitest';
import { largestStake, leftToday, type StakeBounds, stakeFault } from './stake-draft.ts';
import { refusedStake } from './stake-refusal.ts';

const bounds: StakeBounds = {
  min: '10',
  max: '5000',
  places: 2,
  available: '300.129',
  dailyStake: '',
  stakedToday: '40',
};
const stake = (text: string) => decimal<Amount>(text);

test('a stake is at least the minimum, at most the maximum, and at most the available balance', () => {
  expect(stakeFault(undefined, bounds)).toEqual({ kind: 'missing' });
  expect(stakeFault(stake('0'), bounds)).toEqual({ kind: 'missing' });
  expect(stakeFault(stake('9.99'), bounds)).toEqual({ kind: 'minimum', limit: '10' });
  expect(stakeFault(stake('5000.01'), bounds)).toEqual({ kind: 'maximum', limit: '5000' });
  expect(stakeFault(stake('300.13'), bounds)).toEqual({ kind: 'balance', limit: '300.129' });
  expect(stakeFault(stake('10'), bounds)).toBeUndefined();
  expect(stakeFault(stake('300.129'), bounds)).toBeUndefined();
});

test("the member's own limit includes what was staked today", () => {
  const limited = { ...bounds, dailyStake: '100' };
  expect(leftToday(limited)).toBe(decimal('60'));
  expect(stakeFault(stake('60'), limited)).toBeUndefined();
  expect(stakeFault(stake('60.01'), limited)).toEqual({ kind: 'day', limit: '60' });
  expect(leftToday({ dailyStake: '100', stakedToday: '130' })).toBe(0n);
  expect(leftToday({ dailyStake: '0', stakedToday: '0' }), 'nothing may be a limit').toBe(0n);
});

test("the largest stake is cut to the asset's places, never rounded up", () => {
  expect(largestStake(bounds)).toBe('300.12');
  expect(largestStake({ ...bounds, available: '9000' })).toBe('5000');
  expect(largestStake({ ...bounds, dailyStake: '100' })).toBe('60');
  expect(largestStake({ ...bounds, available: undefined })).toBeUndefined();
});

test('shows a refusal of the stake at its field, and no other', () => {
  const named = { bound: { name: 'stakeMax', limit: '5000' } };
  expect(refusedStake({ code: 4018, data: named }, '1')).toEqual({
    kind: 'maximum',
    limit: '5000',
  });
  expect(refusedStake({ code: 4006, data: { bound: { limit: '10' } } }, '1')).toEqual({
    kind: 'minimum',
    limit: '10',
  });
  expect(refusedStake({ code: 4020, data: null }, '3')).toEqual({ kind: 'balance', limit: '3' });
  expect(refusedStake({ code: 5004, data: named }, '3')).toBeUndefined();
  expect(refusedStake({ code: 4018, data: null }, '3')).toBeUndefined();
});
