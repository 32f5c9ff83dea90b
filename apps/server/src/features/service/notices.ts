/** The notice of an answer that was not read for a while. */
import { defineNoticeRecord, defineNotices } from '../../kernel/messaging/notice-kinds.ts';

const serviceNotices = defineNotices({
  // Service sends its own email, also to visitors.
  'service.answered': { category: 'news', values: {}, channels: ['push'] },
});

declare module '../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    service: typeof serviceNotices;
  }
}

defineNoticeRecord('service', { category: 'news', page: '/pages/user/service' });
