/** Bank money: wires in, payouts to a bank card, and the cards. */
import { pages } from '../../kernel/pages.ts';
import { transferTexts } from '../../kernel/transfer/transfer-texts.ts';
import type { RouteDef } from '../../platform/navigation/route.ts';

declare module '../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    fiat: typeof import('../../locales/fiat/en.json');
  }
}

export const fiatRoutes: readonly RouteDef[] = [
  {
    path: pages.fiatWithdraw,
    title: 'fiat.withdrawTitle',
    areas: transferTexts,
    load: async () => (await import('./screens/payout-screen.tsx')).PayoutScreen,
  },
  {
    path: pages.fiatWithdrawDetail,
    title: 'fiat.detailTitle',
    areas: transferTexts,
    load: async () => (await import('./screens/payout-detail-screen.tsx')).PayoutDetailScreen,
  },
  {
    path: pages.fiatWithdrawHistory,
    title: 'fiat.historyTitle',
    areas: transferTexts,
    load: async () => (await import('./screens/payout-history-screen.tsx')).PayoutHistoryScreen,
  },
  {
    path: pages.fiatDeposit,
    title: 'fiat.depositTitle',
    areas: transferTexts,
    load: async () => (await import('./screens/wire-screen.tsx')).WireScreen,
  },
];

export const bankCardRoutes: readonly RouteDef[] = [
  {
    path: pages.bankCards,
    title: 'fiat.cardsTitle',
    areas: transferTexts,
    load: async () => (await import('./screens/bank-cards-screen.tsx')).BankCardsScreen,
  },
  {
    path: pages.addBankCard,
    title: 'fiat.addCardTitle',
    areas: transferTexts,
    load: async () => (await import('./screens/add-bank-card-screen.tsx')).AddBankCardScreen,
  },
];
