/** Notices of subscriptions. */
import { defineNotices } from '../../../kernel/messaging/notice-kinds.ts';

export const offeringNotices = defineNotices(
  {
    'subscription.released': { category: 'money', values: { asset: 'text', amount: 'amount' } },
  },
  {
    subscription: { category: 'money', page: '/pages/IEO/history' },
  },
);

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    offering: typeof offeringNotices;
  }
}
