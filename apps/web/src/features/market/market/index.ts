/** Market: the list of markets, and the chart of one. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    market: typeof import('../../../locales/market/market/en.json');
  }
}

export const marketRoutes: readonly RouteDef[] = [
  {
    path: pages.market,
    title: 'market.title',
    load: async () => (await import('./screens/market-screen.tsx')).MarketScreen,
    tab: true,
  },
  {
    path: pages.chart,
    title: 'market.chartTitle',
    load: async () => (await import('./screens/chart-screen.tsx')).ChartScreen,
  },
];
