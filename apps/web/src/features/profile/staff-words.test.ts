import { expect, it } from 'vitest';
import { actWords, kindWords, ruleWords, untilWords } from './staff-words.ts';

it('names every act, also one that a newer server knows', () => {
  expect(actWords({ action: 'review.reject' })).toBe('staff.reviewReject');
  expect(actWords({ action: 'member.something' })).toBe('staff.otherAct');
  expect(actWords({ action: 'toString' })).toBe('staff.otherAct');
  expect(kindWords({ kind: 'withdrawal' })).toBe('staff.kindWithdrawal');
  expect(kindWords({ kind: '' })).toBeUndefined();
});

it("says the program's reasons itself, and leaves people's reasons as they wrote them", () => {
  expect(ruleWords({ office: 'rule', action: 'member.unban' })).toBe('staff.notConfirmed');
  expect(ruleWords({ office: 'rule', action: 'member.unfreeze' })).toBe('staff.freezeOver');
  expect(ruleWords({ office: 'support', action: 'member.unban' })).toBeUndefined();
});

it('says of a ban that it ends unless a second person agrees, of a freeze that it ends', () => {
  expect(untilWords({ action: 'member.ban' })).toBe('staff.untilSecond');
  expect(untilWords({ action: 'member.freeze' })).toBe('staff.until');
});
