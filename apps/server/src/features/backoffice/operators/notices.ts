/** Notices of what staff did to an account. `until` is present for blocks that expire, as a freeze always does. */
import { defineNotices } from '../../../kernel/messaging/notice-kinds.ts';

const page = '/pages/user/staff';
const change = {
  category: 'security',
  values: { reason: 'reason', 'until?': 'moment' },
  page,
} as const;
const entry = {
  category: 'money',
  values: { reason: 'reason', asset: 'text', amount: 'amount' },
  page,
} as const;

export const staffNotices = defineNotices({
  'staff.ban': { ...change, isUrgent: true },
  'staff.unban': change,
  'staff.freeze': { ...change, isUrgent: true },
  'staff.unfreeze': change,
  'staff.verify': change,
  'staff.unverify': { ...change, isUrgent: true },
  'staff.credit': entry,
  'staff.debit': entry,
});

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    operators: typeof staffNotices;
  }
}
