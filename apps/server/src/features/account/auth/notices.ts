/** Notices of logins, of the login password, and of a new account. */
import { defineNotices } from '../../../kernel/messaging/notice-kinds.ts';

/** The email is the security alert, with its link to freeze the account. */
const besideAlert = ['push'] as const;

export const authNotices = defineNotices({
  /** From a known device, so no email: `device` is like `Chrome, Windows`; empty if unknown. */
  'security.login': {
    category: 'security',
    values: { address: 'address', device: 'text' },
    isUrgent: true,
    page: '/pages/user/security',
    channels: ['push'],
  },
  'security.newDevice': {
    category: 'security',
    values: { address: 'address', device: 'text' },
    isUrgent: true,
    page: '/pages/user/security',
    channels: besideAlert,
  },
  'security.passwordReset': {
    category: 'security',
    values: { until: 'moment' },
    page: '/pages/user/security',
    channels: besideAlert,
  },
  'security.frozen': {
    category: 'security',
    values: {},
    isUrgent: true,
    page: '/pages/user/security',
    channels: besideAlert,
  },
  /** In live mode; in paper mode `paper.granted` says it. */
  'account.opened': { category: 'service', values: {}, channels: [] },
  /** `funds` is text like `10000 USDT, 0.1 BTC`. */
  'paper.granted': { category: 'money', values: { funds: 'amounts' }, channels: [] },
});

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    auth: typeof authNotices;
  }
}
