/** Notices of funding requests that no review reports and of the address book, and the pages of the requests. */
import { defineNotices } from '../../../../kernel/messaging/notice-kinds.ts';

const address = {
  category: 'security',
  values: { asset: 'text', target: 'text' },
  page: '/pages/user/address',
} as const;
const lock = { category: 'security', page: '/pages/user/security' } as const;
/** The email is the security alert, with its link to freeze the account. */
const besideAlert = ['push'] as const;

export const fundingNotices = defineNotices(
  {
    /** `target` is a shortened address: `TR7NHq…jLj6t`. */
    'security.addressAdded': { ...address, isUrgent: true, channels: besideAlert },
    'security.addressRemoved': address,
    /** `target` is the end of its number: `**** 4821`. */
    'security.cardAdded': {
      category: 'security',
      values: { bank: 'text', target: 'text' },
      page: '/pages/user/bank',
      isUrgent: true,
      channels: besideAlert,
    },
    'security.addressLockOn': { ...lock, values: {} },
    'security.addressLockOff': {
      ...lock,
      values: { until: 'moment' },
      isUrgent: true,
      channels: besideAlert,
    },
    'deposit.credited': {
      category: 'money',
      values: { recordNo: 'text', asset: 'text', amount: 'amount' },
    },
    'withdrawal.completed': {
      category: 'money',
      values: { recordNo: 'text', asset: 'text', amount: 'amount', reason: 'reason' },
    },
    /** `amount` is what arrives, in the currency. */
    'payout.sent': {
      category: 'money',
      values: { recordNo: 'text', asset: 'text', amount: 'amount', reference: 'text' },
    },
    'payout.returned': {
      category: 'money',
      values: { recordNo: 'text', asset: 'text', amount: 'amount' },
      isUrgent: true,
    },
  },
  {
    deposit: { category: 'money', page: '/pages/bitcoin/paymentDetail' },
    withdrawal: { category: 'money', page: '/pages/bitcoin/withdrawDetail' },
    wire: { category: 'money', page: '/pages/bitcoin/wireTransfer' },
    payout: { category: 'money', page: '/pages/bitcoin/bankDetail' },
  },
);

declare module '../../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    funding: typeof fundingNotices;
  }
}
