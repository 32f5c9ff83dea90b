/** The proof that the published total of what is owed to all members counts the member's balances. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    liabilities: typeof import('../../../locales/proof/liabilities/en.json');
  }
}

export const liabilitiesRoutes: readonly RouteDef[] = [
  {
    path: pages.balanceProof,
    title: 'liabilities.title',
    load: async () => (await import('./screens/balance-proof-screen.tsx')).BalanceProofScreen,
  },
];
