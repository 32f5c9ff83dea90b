import { expect, test } from 'vitest';
import { pages } from '../../kernel/pages.ts';
import { targetOf } from './notice-target.ts';

const about = (kind: string) => ({ kind, ID: 7 });

test('links a notice to its record, or to the page where the member can act', () => {
  expect(targetOf({ kind: 'contract.lost', about: about('contract') })).toMatchObject({
    path: pages.contractDetail,
    params: { id: '7' },
  });
  expect(targetOf({ kind: 'subscription.released', about: about('subscription') })).toMatchObject({
    path: pages.offeringHistory,
    params: { id: '7' },
  });
  expect(targetOf({ kind: 'loan.overdue', about: about('loan') })).toMatchObject({
    path: pages.loanHistory,
    params: { id: '7' },
  });
  expect(targetOf({ kind: 'earn.paid', about: about('earn') })).toMatchObject({
    path: pages.stakeOrder,
    params: { kind: 'fixed', id: '7' },
  });
  expect(targetOf({ kind: 'staking.ended', about: about('machine') })).toMatchObject({
    path: pages.stakeOrder,
    params: { kind: 'machines', id: '7' },
  });
  expect(targetOf({ kind: 'staking.paid', about: null })?.path).toBe(pages.earningsList);
  expect(targetOf({ kind: 'security.keyRemoved', about: null })?.path).toBe(pages.apiKeys);
  expect(targetOf({ kind: 'security.login', about: null })?.path).toBe(pages.security);
  expect(targetOf({ kind: 'review.approved', about: about('unfreeze') })?.path).toBe(
    pages.security,
  );
  expect(targetOf({ kind: 'staff.credit', about: null })?.path).toBe(pages.staffActions);
});

test('a notice whose record has no page has no link', () => {
  expect(targetOf({ kind: 'review.approved', about: about('unheard') })).toBeUndefined();
});
