import { expect, it } from 'vitest';
import { actWords, kindWords, untilWords } from './view-model.ts';

it('names every action, including unknown ones of a newer server', () => {
  expect(actWords({ action: 'review.reject' })).toBe('operators.reviewReject');
  expect(actWords({ action: 'review.voided' })).toBe('operators.reviewVoided');
  expect(actWords({ action: 'member.something' })).toBe('operators.otherAct');
  expect(actWords({ action: 'toString' })).toBe('operators.otherAct');
  expect(kindWords({ kind: 'withdrawal' })).toBe('operators.kindWithdrawal');
  expect(kindWords({ kind: '' })).toBeUndefined();
});

it('a ban ends unless a second operator agrees, a freeze ends', () => {
  expect(untilWords({ action: 'member.ban' })).toBe('operators.untilSecond');
  expect(untilWords({ action: 'member.freeze' })).toBe('operators.until');
});
