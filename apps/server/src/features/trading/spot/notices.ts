/** Notices of orders that were filled while they rested. */
import { defineNoticeRecord, defineNotices } from '../../../kernel/messaging/notice-kinds.ts';

/** `price` is the average, in `quote`. */
const filled = {
  market: 'text',
  base: 'text',
  quote: 'text',
  quantity: 'amount',
  price: 'amount',
} as const;
/** `total` is the quantity of the order. */
const partly = { ...filled, total: 'amount' } as const;

const spotNotices = defineNotices({
  'spot.bought': { category: 'spot', values: filled },
  'spot.sold': { category: 'spot', values: filled },
  'spot.partlyBought': { category: 'spot', values: partly },
  'spot.partlySold': { category: 'spot', values: partly },
});

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    spot: typeof spotNotices;
  }
}

defineNoticeRecord('spot', { category: 'spot', page: '/pages/deal/detail' });
