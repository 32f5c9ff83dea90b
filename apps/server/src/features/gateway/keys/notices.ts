/** Notices of API keys. */
import { defineNotices } from '../../../kernel/messaging/notice-kinds.ts';

const change = {
  category: 'security',
  values: { name: 'text' },
  page: '/pages/user/keys',
} as const;

export const keyNotices = defineNotices({
  /** The email is the security alert, with its link to freeze the account. */
  'security.keyMade': { ...change, channels: ['push'] },
  'security.keyRemoved': change,
});

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    keys: typeof keyNotices;
  }
}
