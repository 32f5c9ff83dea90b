/** Deposits, withdrawals, wires and payouts: requests to move money in and out, with the address book and bank cards. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    transfer: typeof import('../../../locales/money/transfer/en.json');
    deposit: typeof import('../../../locales/money/deposit/en.json');
    withdrawal: typeof import('../../../locales/money/withdrawal/en.json');
    'member-transfer': typeof import('../../../locales/money/member-transfer/en.json');
    scan: typeof import('../../../locales/money/scan/en.json');
    fiat: typeof import('../../../locales/money/fiat/en.json');
  }
}

/** The texts of all funding requests. */
const transferTexts = ['transfer'] as const;

export const cryptoRoutes: readonly RouteDef[] = [
  {
    path: pages.depositList,
    title: 'deposit.title',
    areas: transferTexts,
    load: async () => (await import('./deposit/screens/deposit-screen.tsx')).DepositListScreen,
  },
  {
    path: pages.deposit,
    title: 'deposit.title',
    areas: transferTexts,
    load: async () => (await import('./deposit/screens/deposit-screen.tsx')).DepositScreen,
  },
  {
    path: pages.depositHistory,
    title: 'deposit.historyTitle',
    areas: transferTexts,
    load: async () =>
      (await import('./deposit/screens/deposit-records-screen.tsx')).DepositHistoryScreen,
  },
  {
    path: pages.depositDetail,
    title: 'deposit.detailTitle',
    areas: transferTexts,
    load: async () =>
      (await import('./deposit/screens/deposit-records-screen.tsx')).DepositDetailScreen,
  },
  {
    path: pages.withdrawList,
    title: 'withdrawal.listTitle',
    areas: transferTexts,
    load: async () => (await import('./withdrawal/screens/withdraw-screen.tsx')).WithdrawListScreen,
  },
  {
    path: pages.withdraw,
    title: 'withdrawal.title',
    areas: transferTexts,
    load: async () => (await import('./withdrawal/screens/withdraw-screen.tsx')).WithdrawScreen,
  },
  {
    path: pages.withdrawHistory,
    title: 'withdrawal.historyTitle',
    areas: transferTexts,
    load: async () =>
      (await import('./withdrawal/screens/withdraw-records-screen.tsx')).WithdrawHistoryScreen,
  },
  {
    path: pages.withdrawDetail,
    title: 'withdrawal.detailTitle',
    areas: transferTexts,
    load: async () =>
      (await import('./withdrawal/screens/withdraw-records-screen.tsx')).WithdrawDetailScreen,
  },
];

export const memberTransferRoutes: readonly RouteDef[] = [
  {
    path: pages.scan,
    title: 'scan.title',
    areas: transferTexts,
    load: async () => (await import('./scan/screens/scan-screen.tsx')).ScanScreen,
  },
  {
    path: pages.send,
    title: 'member-transfer.title',
    areas: transferTexts,
    load: async () => (await import('./member-transfer/screens/send-screen.tsx')).SendScreen,
  },
  {
    path: pages.sendHistory,
    title: 'member-transfer.historyTitle',
    areas: transferTexts,
    load: async () =>
      (await import('./member-transfer/screens/send-records-screen.tsx')).SendHistoryScreen,
  },
  {
    path: pages.sendDetail,
    title: 'member-transfer.detailTitle',
    areas: transferTexts,
    load: async () =>
      (await import('./member-transfer/screens/send-records-screen.tsx')).SendDetailScreen,
  },
];

export const bankRoutes: readonly RouteDef[] = [
  {
    path: pages.fiatWithdraw,
    title: 'fiat.withdrawTitle',
    areas: transferTexts,
    load: async () => (await import('./payout/screens/payout-screen.tsx')).PayoutScreen,
  },
  {
    path: pages.fiatWithdrawDetail,
    title: 'fiat.detailTitle',
    areas: transferTexts,
    load: async () =>
      (await import('./payout/screens/payout-records-screen.tsx')).PayoutDetailScreen,
  },
  {
    path: pages.fiatWithdrawHistory,
    title: 'fiat.historyTitle',
    areas: transferTexts,
    load: async () =>
      (await import('./payout/screens/payout-records-screen.tsx')).PayoutHistoryScreen,
  },
  {
    path: pages.fiatDeposit,
    title: 'fiat.depositTitle',
    areas: transferTexts,
    load: async () => (await import('./wire/screens/wire-screen.tsx')).WireScreen,
  },
];

export const destinationRoutes: readonly RouteDef[] = [
  {
    path: pages.addresses,
    title: 'withdrawal.addressesTitle',
    areas: transferTexts,
    load: async () => (await import('./address-book/screens/addresses-screen.tsx')).AddressesScreen,
  },
  {
    path: pages.addAddress,
    title: 'withdrawal.addAddressTitle',
    areas: transferTexts,
    load: async () =>
      (await import('./address-book/screens/add-address-screen.tsx')).AddAddressScreen,
  },
  {
    path: pages.bankCards,
    title: 'fiat.cardsTitle',
    areas: transferTexts,
    load: async () => (await import('./bank-cards/screens/bank-cards-screen.tsx')).BankCardsScreen,
  },
  {
    path: pages.addBankCard,
    title: 'fiat.addCardTitle',
    areas: transferTexts,
    load: async () =>
      (await import('./bank-cards/screens/add-bank-card-screen.tsx')).AddBankCardScreen,
  },
];
