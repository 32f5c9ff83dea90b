/** Notices of account security. */
import { defineNotices } from '../../../kernel/messaging/notice-kinds.ts';

const change = { category: 'security', page: '/pages/user/security' } as const;
/** The email is the security alert, with its link to freeze the account. */
const besideAlert = ['push'] as const;

export const securityNotices = defineNotices(
  {
    'security.mailWord': { ...change, values: {}, channels: besideAlert },
    'security.unfreezeRequested': {
      ...change,
      values: { until: 'moment' },
      isUrgent: true,
      channels: besideAlert,
    },
    /** On the timeline; its notice is that of the review. */
    'security.unfrozen': { ...change, values: { until: 'moment' } },
  },
  {
    unfreeze: { category: 'security', page: '/pages/user/security' },
  },
);

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    security: typeof securityNotices;
  }
}
