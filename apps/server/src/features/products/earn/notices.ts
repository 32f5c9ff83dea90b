/** Notices of fixed terms. */
import { defineNoticeRecord, defineNotices } from '../../../kernel/messaging/notice-kinds.ts';

const paid = { name: 'text', recordNo: 'text', asset: 'text', amount: 'amount' } as const;

const earnNotices = defineNotices({
  /** `amount` is the last yield, in the asset. */
  'earn.ended': { category: 'yield', values: { ...paid, principal: 'amount' } },
});

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    earn: typeof earnNotices;
  }
}

defineNoticeRecord('earn', { category: 'yield', page: '/pages/stake/order?kind=fixed' });
