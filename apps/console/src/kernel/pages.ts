/** The addresses of the console. */
export const pages = {
  queue: '/queue',
  customers: '/customers',
  audit: '/audit',
  limits: '/limits',
  outbox: '/outbox',
  operators: '/operators',
} as const;
