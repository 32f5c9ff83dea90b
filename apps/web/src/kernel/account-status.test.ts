import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { identityObstacle, withdrawalObstacle } from './account-status.ts';
import type { User } from './session.ts';

// Other files share this process, and with it a module that would be replaced.
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') }),
);
afterEach(() => void vi.useRealTimers());

const member = {
  frozen: false,
  verified: true,
  realNameStatus: 2,
  withdrawalsBlockedUntil: null,
} as User;

it("names the first obstacle, in the server's order", () => {
  const until = '2026-11-22T12:00:01Z';
  const all = { ...member, frozen: true, verified: false, withdrawalsBlockedUntil: until };
  expect(withdrawalObstacle(all)).toBe('frozen');
  expect(withdrawalObstacle({ ...all, frozen: false, realNameStatus: 3 })).toBe('unverified');
  expect(withdrawalObstacle({ ...all, frozen: false, realNameStatus: 1 })).toBe('checking');
  expect(withdrawalObstacle({ ...all, frozen: false, verified: true })).toBe('blocked');
  expect(withdrawalObstacle(member)).toBeUndefined();
  expect(withdrawalObstacle(undefined)).toBeUndefined();
});

it('a pause of withdrawals ends, and does not affect deposits', () => {
  const blocked = { ...member, withdrawalsBlockedUntil: '2026-11-22T12:00:01Z' };
  expect(identityObstacle(blocked)).toBeUndefined();
  const over = { ...member, withdrawalsBlockedUntil: '2026-11-22T12:00:00Z' };
  expect(withdrawalObstacle(over)).toBeUndefined();
});
