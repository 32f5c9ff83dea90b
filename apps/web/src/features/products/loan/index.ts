/** Loans: products, the application, the member's loans and their repayment. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    loan: typeof import('../../../locales/products/loan/en.json');
  }
}

/** An application is a reviewed request, like those of funding. */
const transferTexts = ['transfer'] as const;

export const loanRoutes: readonly RouteDef[] = [
  {
    path: pages.loan,
    title: 'loan.title',
    areas: transferTexts,
    load: async () => (await import('./screens/loan-screen.tsx')).LoanScreen,
  },
  {
    path: pages.loanApply,
    title: 'loan.applyTitle',
    areas: transferTexts,
    load: async () => (await import('./screens/apply-screen.tsx')).ApplyScreen,
  },
  {
    path: pages.loanHistory,
    title: 'loan.historyTitle',
    areas: transferTexts,
    load: async () => (await import('./screens/history-screen.tsx')).LoanHistoryScreen,
  },
];
