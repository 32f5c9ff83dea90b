/** Timed contracts: markets, placing, records, and one contract with its evidence. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    futures: typeof import('../../../locales/trading/futures/en.json');
  }
}

export const futuresRoutes: readonly RouteDef[] = [
  {
    path: pages.contract,
    title: 'futures.contractTitle',
    load: async () => (await import('./screens/contract-screen.tsx')).ContractScreen,
  },
  {
    path: pages.futures,
    title: 'futures.title',
    load: async () => (await import('./screens/futures-screen.tsx')).FuturesScreen,
  },
  {
    path: pages.contractHistory,
    title: 'futures.historyTitle',
    load: async () => (await import('./screens/history-screen.tsx')).HistoryScreen,
  },
  {
    path: pages.contractDetail,
    title: 'futures.detailTitle',
    load: async () => (await import('./screens/detail-screen.tsx')).DetailScreen,
  },
];
