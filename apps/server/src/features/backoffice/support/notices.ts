/** The notice of an answer that was not read for a while. */
import { defineNotices } from '../../../kernel/messaging/notice-kinds.ts';

export const supportNotices = defineNotices(
  {
    // Without the answer: a mailbox or a locked screen may be read by others.
    'service.answered': { category: 'service', values: {} },
  },
  {
    service: { category: 'service', page: '/pages/user/service' },
  },
);

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    service: typeof supportNotices;
  }
}
