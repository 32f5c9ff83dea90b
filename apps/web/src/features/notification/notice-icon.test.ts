import { bankIcon, keyIcon, lockIcon, timerIcon, withdrawIcon } from '@tern/ui';
import { expect, test } from 'vitest';
import { iconOf } from './notice-icon.ts';

const about = (kind: string) => ({ kind, ID: 7 });

test('takes the icon from the record, the event, or the family of a notice', () => {
  expect(iconOf({ kind: 'review.rejected', about: about('withdrawal') })).toBe(withdrawIcon);
  expect(iconOf({ kind: 'review.held', about: about('payout') })).toBe(bankIcon);
  expect(iconOf({ kind: 'contract.won', about: about('contract') })).toBe(timerIcon);
  expect(iconOf({ kind: 'security.keyMade', about: null })).toBe(keyIcon);
  expect(iconOf({ kind: 'security.login', about: null })).toBe(lockIcon);
  expect(iconOf({ kind: 'something.new', about: null })).not.toBe('');
});
