import { type Amount, decimal } from '@tern/money';
import { expect, test } from 'vitest';
import { CallError } from '../../../platform/http/call-error.ts';
import {
  largestStake,
  leftToday,
  type StakeBounds,
  stakeFault,
  refusedStake,
} from './stake-draft.ts';

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
  const refused = (code: number, data: unknown) =>
    new CallError('POST /hyorder/createHyorder', { kind: 'refused', code, data });
  const named = { bound: { name: 'stakeMax', limit: '5000' } };
  expect(refusedStake(refused(4018, named), '1')).toEqual({
    kind: 'maximum',
    limit: '5000',
  });
  expect(refusedStake(refused(4006, { bound: { limit: '10' } }), '1')).toEqual({
    kind: 'minimum',
    limit: '10',
  });
  expect(refusedStake(refused(4020, null), '3')).toEqual({ kind: 'balance', limit: '3' });
  expect(refusedStake(refused(5004, named), '3')).toBeUndefined();
  expect(refusedStake(refused(4018, null), '3')).toBeUndefined();
});
