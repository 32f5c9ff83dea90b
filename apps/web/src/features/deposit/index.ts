/** Crypto deposits, submitted by the member with a proof or detected on the network. */
import { pages } from '../../kernel/pages.ts';
import { transferTexts } from '../../kernel/transfer/transfer-texts.ts';
import type { RouteDef } from '../../platform/navigation/route.ts';

declare module '../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    deposit: typeof import('../../locales/deposit/en.json');
  }
}

export const depositRoutes: readonly RouteDef[] = [
  {
    path: pages.depositList,
    title: 'deposit.title',
    areas: transferTexts,
    load: async () => (await import('./screens/deposit-list-screen.tsx')).DepositListScreen,
  },
  {
    path: pages.deposit,
    title: 'deposit.title',
    areas: transferTexts,
    load: async () => (await import('./screens/deposit-screen.tsx')).DepositScreen,
  },
  {
    path: pages.depositHistory,
    title: 'deposit.historyTitle',
    areas: transferTexts,
    load: async () => (await import('./screens/deposit-history-screen.tsx')).DepositHistoryScreen,
  },
  {
    path: pages.depositDetail,
    title: 'deposit.detailTitle',
    areas: transferTexts,
    load: async () => (await import('./screens/deposit-detail-screen.tsx')).DepositDetailScreen,
  },
];
