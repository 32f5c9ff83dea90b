/** Notices of subscriptions. */
import { defineNoticeRecord, defineNotices } from '../../../kernel/messaging/notice-kinds.ts';

const offeringNotices = defineNotices({
  'subscription.released': { category: 'money', values: { asset: 'text', amount: 'amount' } },
});

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    offering: typeof offeringNotices;
  }
}

defineNoticeRecord('subscription', { category: 'money', page: '/pages/IEO/history' });
