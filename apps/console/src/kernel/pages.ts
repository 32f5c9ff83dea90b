/** Paths of the console's screens. */
export const pages = {
  queue: '/queue',
  customers: '/customers',
  chain: '/chain',
  alarms: '/alarms',
  audit: '/audit',
  limits: '/limits',
  outbox: '/outbox',
  announcements: '/announcements',
  operators: '/operators',
} as const;
