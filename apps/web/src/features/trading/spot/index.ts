/** Spot: trading, order records, one order. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    spot: typeof import('../../../locales/trading/spot/en.json');
  }
}

/** Has the order form that stands beside a chart; its texts are those of the area `spot`. */
export const loadTradeScreen = () => import('./screens/trade-screen.tsx');

export const spotRoutes: readonly RouteDef[] = [
  {
    path: pages.deal,
    title: 'spot.title',
    load: async () => (await loadTradeScreen()).TradeScreen,
    tab: true,
  },
  {
    path: pages.orderHistory,
    title: 'spot.historyTitle',
    load: async () => (await import('./screens/history-screen.tsx')).HistoryScreen,
  },
  {
    path: pages.orderDetail,
    title: 'spot.detailTitle',
    load: async () => (await import('./screens/detail-screen.tsx')).DetailScreen,
  },
  {
    path: pages.conditionalDetail,
    title: 'spot.conditionalTitle',
    load: async () => (await import('./screens/conditional-screen.tsx')).ConditionalScreen,
  },
];
