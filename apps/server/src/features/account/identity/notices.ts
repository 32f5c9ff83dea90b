/** Notices of decisions on documents open the page of the member's identity. */
import { defineNoticeRecord } from '../../../kernel/messaging/notice-kinds.ts';

defineNoticeRecord('identity', { category: 'security', page: '/pages/user/realName' });
