import { expect, it } from 'vitest';
import { actionKey, kindKey, untilKey } from './view-model.ts';

it('names every action, including unknown ones of a newer server', () => {
  expect(actionKey({ action: 'review.reject' })).toBe('operators.reviewReject');
  expect(actionKey({ action: 'review.voided' })).toBe('operators.reviewVoided');
  expect(actionKey({ action: 'member.something' })).toBe('operators.otherAct');
  expect(actionKey({ action: 'toString' })).toBe('operators.otherAct');
  expect(kindKey({ kind: 'withdrawal' })).toBe('operators.kindWithdrawal');
  expect(kindKey({ kind: '' })).toBeUndefined();
});

it('a ban ends unless a second operator agrees, a freeze ends', () => {
  expect(untilKey({ action: 'member.ban' })).toBe('operators.untilSecond');
  expect(untilKey({ action: 'member.freeze' })).toBe('operators.until');
});
