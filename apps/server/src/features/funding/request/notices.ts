/** Notices of funding requests that no review reports, and the pages of the requests. */
import { defineNoticeRecord, defineNotices } from '../../../kernel/messaging/notice-kinds.ts';

const fundingNotices = defineNotices({
  'deposit.credited': {
    category: 'money',
    values: { recordNo: 'text', asset: 'text', amount: 'amount' },
  },
  'withdrawal.completed': {
    category: 'money',
    values: { recordNo: 'text', asset: 'text', amount: 'amount', reason: 'reason' },
  },
});

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    funding: typeof fundingNotices;
  }
}

defineNoticeRecord('deposit', { category: 'money', page: '/pages/bitcoin/paymentDetail' });
defineNoticeRecord('withdrawal', { category: 'money', page: '/pages/bitcoin/withdrawDetail' });
defineNoticeRecord('wire', { category: 'money', page: '/pages/bitcoin/wireTransfer' });
defineNoticeRecord('payout', { category: 'money', page: '/pages/bitcoin/bankDetail' });
