/** Notices of passwords and phones. */
import { defineNotices } from '../../../kernel/messaging/notice-kinds.ts';

const change = { category: 'security', page: '/pages/login/password' } as const;
/** The email is the security alert, with its link to freeze the account. */
const besideAlert = ['push'] as const;

export const profileNotices = defineNotices({
  'security.password': { ...change, values: { until: 'moment' }, channels: besideAlert },
  'security.payPasswordSet': { ...change, values: {} },
  'security.payPassword': { ...change, values: {} },
  'security.payPasswordReset': { ...change, values: { until: 'moment' }, channels: besideAlert },
  'security.payPasswordLocked': { ...change, values: { until: 'moment' }, isUrgent: true },
  'security.phoneProven': { ...change, values: { phone: 'text' }, channels: besideAlert },
});

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    profile: typeof profileNotices;
  }
}
