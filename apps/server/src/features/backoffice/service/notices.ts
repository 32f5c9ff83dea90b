/** The notice of an answer that was not read for a while. */
import { defineNoticeRecord, defineNotices } from '../../../kernel/messaging/notice-kinds.ts';

const serviceNotices = defineNotices({
  // Without the answer: a mailbox or a locked screen may be read by others.
  'service.answered': { category: 'service', values: {} },
});

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    service: typeof serviceNotices;
  }
}

defineNoticeRecord('service', { category: 'service', page: '/pages/user/service' });
