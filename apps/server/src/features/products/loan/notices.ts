/** Notices of loans before and on their due date. */
import { defineNotices } from '../../../kernel/messaging/notice-kinds.ts';

/** `left`: what is still owed. */
const collected = { recordNo: 'text', asset: 'text', amount: 'amount', left: 'amount' } as const;

export const loanNotices = defineNotices(
  {
    /** `amount` is to be repaid on the due date. */
    'loan.reminder': {
      category: 'loans',
      values: { recordNo: 'text', asset: 'text', amount: 'amount', dueAt: 'moment' },
      isUrgent: true,
    },
    'loan.collected': { category: 'loans', values: collected },
    'loan.overdue': { category: 'loans', values: collected, isUrgent: true },
  },
  {
    loan: { category: 'loans', page: '/pages/bitcoin/loanHistory' },
  },
);

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    loan: typeof loanNotices;
  }
}
