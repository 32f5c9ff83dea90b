/** Notices of decisions on documents, and of documents that end, open the page of the member's identity. */
import { defineNotices } from '../../../kernel/messaging/notice-kinds.ts';

const PAGE = '/pages/user/realName';
const end = { category: 'security', values: { day: 'date' }, page: PAGE } as const;

export const identityNotices = defineNotices(
  { 'identity.ending': end, 'identity.ended': end },
  { identity: { category: 'security', page: PAGE } },
);

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    identity: typeof identityNotices;
  }
}
