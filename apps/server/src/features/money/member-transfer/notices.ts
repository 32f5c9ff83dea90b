/** Notices of transfers between members. Without the note: it is a stranger's text, and an email would lend it our name. */
import { defineNotices } from '../../../kernel/messaging/notice-kinds.ts';

const moved = {
  category: 'money',
  values: { recordNo: 'text', asset: 'text', amount: 'amount', name: 'text' },
} as const;

export const memberTransferNotices = defineNotices(
  { 'memberTransfer.sent': moved, 'memberTransfer.received': moved },
  { memberTransfer: { category: 'money', page: '/pages/bitcoin/sendDetail' } },
);

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    memberTransfer: typeof memberTransferNotices;
  }
}
