/** Notices of conversations. */
import { defineNoticeRecord, defineNotices } from '../../kernel/messaging/notice-kinds.ts';

const serviceNotices = defineNotices({
  /** An operator answered, and the answer was not read for a while. The feature sends its own e-mail, also to visitors. */
  'service.answered': { category: 'news', values: {}, channels: ['push'] },
});

declare module '../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    service: typeof serviceNotices;
  }
}

defineNoticeRecord('service', { category: 'news', page: '/pages/user/service' });
