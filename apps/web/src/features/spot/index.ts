/** Spot: trading, order records, one order. */
import { pages } from '../../kernel/pages.ts';
import { loadArea } from '../../platform/i18n/texts.ts';
import type { RouteDef } from '../../platform/navigation/route.ts';

declare module '../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    spot: typeof import('../../locales/spot/en.json');
  }
}

/** The order form, to stand beside a chart, with its texts. */
export async function loadOrderBeside() {
  const [screen] = await Promise.all([import('./screens/trade-screen.tsx'), loadArea('spot')]);
  return screen.OrderBeside;
}

export const spotRoutes: readonly RouteDef[] = [
  {
    path: pages.deal,
    title: 'spot.title',
    load: async () => (await import('./screens/trade-screen.tsx')).TradeScreen,
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
];
