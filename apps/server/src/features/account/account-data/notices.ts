/** Notices of exports and of closing. */
import { defineNotices } from '../../../kernel/messaging/notice-kinds.ts';

const page = '/pages/user/account';
const urgent = { category: 'security', page, isUrgent: true } as const;
/** The email is the security alert, with its link to freeze the account. */
const besideAlert = ['push'] as const;

export const accountDataNotices = defineNotices({
  'security.exported': { ...urgent, values: {}, channels: besideAlert },
  'security.closing': { ...urgent, values: { until: 'moment' }, channels: besideAlert },
  'security.closingKept': { category: 'security', page, values: {} },
  'security.closingStopped': { category: 'security', page, values: {} },
  /** On the timeline; nobody can read a notice then. */
  'security.closed': { category: 'security', values: {} },
});

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    accountData: typeof accountDataNotices;
  }
}
