/** Crypto withdrawals and the address book. */
import { pages } from '../../kernel/pages.ts';
import { transferTexts } from '../../kernel/transfer/transfer-texts.ts';
import type { RouteDef } from '../../platform/navigation/route.ts';

declare module '../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    withdrawal: typeof import('../../locales/withdrawal/en.json');
  }
}

export const withdrawalRoutes: readonly RouteDef[] = [
  {
    path: pages.withdrawList,
    title: 'withdrawal.listTitle',
    areas: transferTexts,
    load: async () => (await import('./screens/withdraw-list-screen.tsx')).WithdrawListScreen,
  },
  {
    path: pages.withdraw,
    title: 'withdrawal.title',
    areas: transferTexts,
    load: async () => (await import('./screens/withdraw-screen.tsx')).WithdrawScreen,
  },
  {
    path: pages.withdrawHistory,
    title: 'withdrawal.historyTitle',
    areas: transferTexts,
    load: async () => (await import('./screens/withdraw-history-screen.tsx')).WithdrawHistoryScreen,
  },
  {
    path: pages.withdrawDetail,
    title: 'withdrawal.detailTitle',
    areas: transferTexts,
    load: async () => (await import('./screens/withdraw-detail-screen.tsx')).WithdrawDetailScreen,
  },
];

export const addressRoutes: readonly RouteDef[] = [
  {
    path: pages.addresses,
    title: 'withdrawal.addressesTitle',
    areas: transferTexts,
    load: async () => (await import('./screens/addresses-screen.tsx')).AddressesScreen,
  },
  {
    path: pages.addAddress,
    title: 'withdrawal.addAddressTitle',
    areas: transferTexts,
    load: async () => (await import('./screens/add-address-screen.tsx')).AddAddressScreen,
  },
];
