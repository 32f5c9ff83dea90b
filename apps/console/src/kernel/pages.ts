/** Paths of the console's screens. */
import { goTo } from '../platform/address.ts';

export const pages = {
  queue: '/queue',
  inbox: '/inbox',
  customers: '/customers',
  chain: '/chain',
  alarms: '/alarms',
  screening: '/screening',
  cases: '/cases',
  monitoring: '/monitoring',
  audit: '/audit',
  limits: '/limits',
  outbox: '/outbox',
  announcements: '/announcements',
  replies: '/replies',
  markets: '/markets',
  products: '/products',
  treasury: '/treasury',
  dayClose: '/day-close',
  operators: '/operators',
  operations: '/operations',
  account: '/account',
} as const;

/** Opens the review that a proposal created. */
export function openReview({ reviewId }: { reviewId: number }): void {
  goTo(pages.queue, { id: String(reviewId) });
}
