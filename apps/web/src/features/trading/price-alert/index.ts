/** Price alerts: those of the member by market, and the form for a new one. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    'price-alert': typeof import('../../../locales/trading/price-alert/en.json');
  }
}

export const priceAlertRoutes: readonly RouteDef[] = [
  {
    path: pages.priceAlerts,
    title: 'price-alert.title',
    load: async () => (await import('./screens/alerts-screen.tsx')).AlertsScreen,
  },
];
