/** Recurring buys: the member's plans, the form of one, and one with its buys. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    'recurring-buy': typeof import('../../../locales/trading/recurring-buy/en.json');
  }
}

export const recurringBuyRoutes: readonly RouteDef[] = [
  {
    path: pages.recurringBuys,
    title: 'recurring-buy.title',
    load: async () => (await import('./screens/plans-screen.tsx')).PlansScreen,
  },
  {
    path: pages.recurringForm,
    title: 'recurring-buy.newTitle',
    load: async () => (await import('./screens/plan-form-screen.tsx')).PlanFormScreen,
  },
  {
    path: pages.recurringPlan,
    title: 'recurring-buy.planTitle',
    load: async () => (await import('./screens/plan-screen.tsx')).PlanScreen,
  },
];
