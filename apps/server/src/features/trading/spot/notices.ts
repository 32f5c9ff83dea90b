/** Notices of orders that were filled while they rested, and of conditional orders whose price was reached. */
import { defineNotices } from '../../../kernel/messaging/notice-kinds.ts';

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

/** `price`: the first one that met the trigger. */
const met = { market: 'text', price: 'amount', quote: 'text' } as const;

export const spotNotices = defineNotices(
  {
    'spot.bought': { category: 'spot', values: filled },
    'spot.sold': { category: 'spot', values: filled },
    'spot.partlyBought': { category: 'spot', values: partly },
    'spot.partlySold': { category: 'spot', values: partly },
    'spot.conditionalTriggered': { category: 'spot', values: met },
    'spot.conditionalShort': {
      category: 'spot',
      values: { ...met, needed: 'amount', available: 'amount', coin: 'text' },
      page: '/pages/deal/history',
    },
    'spot.conditionalRefused': { category: 'spot', values: met, page: '/pages/deal/history' },
  },
  {
    spot: { category: 'spot', page: '/pages/deal/detail' },
  },
);

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    spot: typeof spotNotices;
  }
}
