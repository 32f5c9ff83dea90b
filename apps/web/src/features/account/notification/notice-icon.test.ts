import { bankIcon, keyIcon, lockIcon, sproutIcon, timerIcon, withdrawIcon } from '@tern/ui';
import { expect, test } from 'vitest';
import { iconOf } from './notice-icon.ts';

const about = (kind: string) => ({ kind, ID: 7 });

test('takes the icon from the record, the event, or the category of a notice', () => {
  const money = 'money' as const;
  expect(iconOf({ kind: 'review.rejected', about: about('withdrawal'), category: money })).toBe(
    withdrawIcon,
  );
  expect(iconOf({ kind: 'review.held', about: about('payout'), category: money })).toBe(bankIcon);
  expect(iconOf({ kind: 'contract.won', about: about('contract'), category: 'contracts' })).toBe(
    timerIcon,
  );
  expect(iconOf({ kind: 'security.keyMade', about: null, category: 'security' })).toBe(keyIcon);
  expect(iconOf({ kind: 'security.login', about: null, category: 'security' })).toBe(lockIcon);
  expect(iconOf({ kind: 'something.new', about: null, category: 'yield' })).toBe(sproutIcon);
});
