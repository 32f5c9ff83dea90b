/** Notices of second factors: added, removed, used up, and wrong too often. */
import { defineNotices } from '../messaging/notice-kinds.ts';

/** The email is the security alert, with its link to freeze the account. */
const beside = {
  category: 'security',
  page: '/pages/user/security/methods',
  channels: ['push'],
} as const;

export const factorNotices = defineNotices({
  'security.passkeyAdded': { ...beside, values: { name: 'text' }, isUrgent: true },
  'security.passkeyRemoved': {
    ...beside,
    values: { name: 'text', until: 'moment' },
    isUrgent: true,
  },
  'security.authenticatorAdded': { ...beside, values: {}, isUrgent: true },
  'security.authenticatorReplaced': { ...beside, values: { until: 'moment' }, isUrgent: true },
  'security.authenticatorRemoved': { ...beside, values: { until: 'moment' }, isUrgent: true },
  'security.recoveryCodesMade': { ...beside, values: {}, isUrgent: true },
  'security.recoveryCodeUsed': { ...beside, values: { left: 'text' }, isUrgent: true },
  /** Too many wrong codes. */
  'security.factorLocked': {
    category: 'security',
    page: '/pages/user/security/methods',
    values: { until: 'moment' },
    isUrgent: true,
  },
});

declare module '../messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    secondFactor: typeof factorNotices;
  }
}
