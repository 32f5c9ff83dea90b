import { expect, it } from 'vitest';
import { type MemberSigns, riskOf } from './risk.ts';

const none: MemberSigns = {
  isNew: false,
  isUnverified: false,
  isChanged: false,
  isStopped: false,
  isRejected: false,
};

it('is low without a sign, medium with one, high with more, the worst named first', () => {
  expect(riskOf('withdrawal', none)).toEqual({ level: 'low', signs: [] });
  expect(riskOf('withdrawal', { ...none, isNew: true })).toEqual({
    level: 'medium',
    signs: ['newAccount'],
  });
  expect(riskOf('withdrawal', { ...none, isNew: true, isStopped: true })).toEqual({
    level: 'high',
    signs: ['stopped', 'newAccount'],
  });
});

it('does not count a missing verification against those who send their documents', () => {
  const signs = { ...none, isUnverified: true };
  expect(riskOf('withdrawal', signs).level).toBe('medium');
  expect(riskOf('identity', signs).level).toBe('low');
});
