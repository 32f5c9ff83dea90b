import { expect, test } from 'vitest';
import { pages } from '../../kernel/pages.ts';
import { targetOf } from './notice-target.ts';

const about = (kind: string) => ({ kind, ID: 7 });

test('a notice leads to the record it is about, or to where something can be done', () => {
  expect(targetOf({ kind: 'contract.lost', about: about('contract') })).toMatchObject({
    path: pages.contractDetail,
    params: { id: '7' },
  });
  expect(targetOf({ kind: 'security.keyRemoved', about: null })?.path).toBe(pages.apiKeys);
  expect(targetOf({ kind: 'security.login', about: null })?.path).toBe(pages.passwords);
  expect(targetOf({ kind: 'staff.credit', about: null })?.path).toBe(pages.staffActions);
});

test('a notice of a record without a page leads nowhere', () => {
  expect(targetOf({ kind: 'review.approved', about: about('unheard') })).toBeUndefined();
});
