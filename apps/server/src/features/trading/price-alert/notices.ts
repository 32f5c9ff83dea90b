/** Notices of price alerts: `market` like `BTC/USDT`, prices in `quote`, `level` of a change in percent. */
import { defineNotices } from '../../../kernel/messaging/notice-kinds.ts';

const reached = {
  category: 'prices',
  values: {
    market: 'text',
    base: 'text',
    quote: 'text',
    level: 'amount',
    price: 'amount',
    at: 'moment',
  },
  page: '/pages/market/alerts',
} as const;

export const priceAlertNotices = defineNotices({
  'priceAlert.above': reached,
  'priceAlert.below': reached,
  'priceAlert.risen': reached,
  'priceAlert.fallen': reached,
});

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    priceAlert: typeof priceAlertNotices;
  }
}
