import { expect, it } from 'vitest';
import { actWords, kindWords, untilWords } from './view-model.ts';

it('names every act, also one that a newer server knows', () => {
  expect(actWords({ action: 'review.reject' })).toBe('operators.reviewReject');
  expect(actWords({ action: 'review.voided' })).toBe('operators.reviewVoided');
  expect(actWords({ action: 'member.something' })).toBe('operators.otherAct');
  expect(actWords({ action: 'toString' })).toBe('operators.otherAct');
  expect(kindWords({ kind: 'withdrawal' })).toBe('operators.kindWithdrawal');
  expect(kindWords({ kind: '' })).toBeUndefined();
});

it('says of a ban that it ends unless a second person agrees, of a freeze that it ends', () => {
  expect(untilWords({ action: 'member.ban' })).toBe('operators.untilSecond');
  expect(untilWords({ action: 'member.freeze' })).toBe('operators.until');
});
