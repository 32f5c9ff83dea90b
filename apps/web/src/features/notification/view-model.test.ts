import { bankIcon, keyIcon, lockIcon, timerIcon, withdrawIcon } from '@tern/ui';
import { expect, test } from 'vitest';
import { pages } from '../../kernel/pages.ts';
import { iconOf, targetOf } from './view-model.ts';

const about = (kind: string, ID = 7) => ({ kind, ID });

test('a notice is drawn by its record, by what happened, or by its family', () => {
  expect(iconOf({ kind: 'review.rejected', about: about('withdrawal') })).toBe(withdrawIcon);
  expect(iconOf({ kind: 'review.held', about: about('payout') })).toBe(bankIcon);
  expect(iconOf({ kind: 'contract.won', about: about('contract') })).toBe(timerIcon);
  expect(iconOf({ kind: 'security.keyMade', about: null })).toBe(keyIcon);
  expect(iconOf({ kind: 'security.login', about: null })).toBe(lockIcon);
  expect(iconOf({ kind: 'something.new', about: null })).not.toBe('');
});

test('a notice leads to the record it is about, or to where something can be done', () => {
  expect(targetOf({ kind: 'contract.lost', about: about('contract') })).toMatchObject({
    path: pages.contractDetail,
    params: { id: '7' },
  });
  expect(targetOf({ kind: 'security.keyRemoved', about: null })?.path).toBe(pages.apiKeys);
  expect(targetOf({ kind: 'security.login', about: null })?.path).toBe(pages.passwords);
});

test('a notice of a record without a page leads nowhere', () => {
  expect(targetOf({ kind: 'review.approved', about: about('unheard') })).toBeUndefined();
  expect(targetOf({ kind: 'staff.credit', about: null })).toBeUndefined();
});
