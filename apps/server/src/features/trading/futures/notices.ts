/** Notices of ended contracts: amounts of USDT, and a market like `BTC/USDT`. */
import { defineNotices } from '../../../kernel/messaging/notice-kinds.ts';

const ended = {
  category: 'contracts',
  values: { market: 'text', stake: 'amount', profit: 'amount', payout: 'amount' },
} as const;

export const contractNotices = defineNotices(
  {
    'contract.won': ended,
    'contract.lost': ended,
    'contract.tied': ended,
    'contract.void': ended,
    'contract.invalid': ended,
  },
  {
    contract: { category: 'contracts', page: '/pages/contract/detail' },
  },
);

declare module '../../../kernel/messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    futures: typeof contractNotices;
  }
}
