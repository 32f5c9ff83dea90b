/** Notices of recurring buys: why coins were skipped at `at`, and that a plan was paused after three skips in a row. */
import { defineNotices } from '../../../kernel/messaging/notice-kinds.ts';

/** `coins` like `BTC, ETH`; sums in `quote`. */
const skipped = {
  category: 'spot',
  values: { coins: 'text', quote: 'text', at: 'moment' },
} as const;

export const recurringNotices = defineNotices(
  {
    'recurring.short': {
      category: 'spot',
      values: { ...skipped.values, needed: 'amount', available: 'amount' },
    },
    'recurring.closed': skipped,
    'recurring.offPrice': skipped,
    'recurring.wrongSize': skipped,
    'recurring.notAllowed': skipped,
    'recurring.missed': skipped,
    'recurring.delisted': {
      category: 'spot',
      values: { amount: 'amount', quote: 'text', market: 'text' },
    },
    'recurring.paused': { category: 'spot', values: { amount: 'amount', quote: 'text' } },
  },
  { recurring: { category: 'spot', page: '/pages/recurring/plan' } },
);

/** Those of a coin that was skipped, but for missing funds. */
export type RecurringNotice = Exclude<
  keyof typeof recurringNotices.kinds,
  'recurring.short' | 'recurring.paused' | 'recurring.delisted'
>;

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    recurring: typeof recurringNotices;
  }
}
