/** Swap: one asset for another at the current rate, and the member's swaps. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    swap: typeof import('../../../locales/trading/swap/en.json');
  }
}

/** Records of swaps look like those of funding requests. */
const transferTexts = ['transfer'] as const;

export const swapRoutes: readonly RouteDef[] = [
  {
    path: pages.swap,
    title: 'swap.title',
    areas: transferTexts,
    load: async () => (await import('./screens/exchange-screen.tsx')).ExchangeScreen,
  },
  {
    path: pages.smallBalances,
    title: 'swap.smallTitle',
    areas: transferTexts,
    load: async () => (await import('./screens/small-balances-screen.tsx')).SmallBalancesScreen,
  },
  {
    path: pages.swapHistory,
    title: 'swap.historyTitle',
    areas: transferTexts,
    load: async () => (await import('./screens/swap-records-screen.tsx')).SwapHistoryScreen,
  },
  {
    path: pages.swapDetail,
    title: 'swap.detailTitle',
    areas: transferTexts,
    load: async () => (await import('./screens/swap-records-screen.tsx')).SwapDetailScreen,
  },
];
