/** Notices of fixed terms. */
import { defineNotices } from '../../../kernel/messaging/notice-kinds.ts';

const paid = { name: 'text', recordNo: 'text', asset: 'text', amount: 'amount' } as const;

export const earnNotices = defineNotices(
  {
    /** `amount` is the last yield, in the asset. */
    'earn.ended': { category: 'yield', values: { ...paid, principal: 'amount' } },
  },
  {
    earn: { category: 'yield', page: '/pages/stake/order?kind=fixed' },
  },
);

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    earn: typeof earnNotices;
  }
}
