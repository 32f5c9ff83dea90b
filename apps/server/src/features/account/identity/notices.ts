/** Notices of decisions on documents open the page of the member's identity. */
import { defineNotices } from '../../../kernel/messaging/notice-kinds.ts';

export const identityNotices = defineNotices(
  {},
  { identity: { category: 'security', page: '/pages/user/realName' } },
);
