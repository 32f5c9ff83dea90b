/** New coins: offerings, one of them with its subscription form, and the member's subscriptions. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    offering: typeof import('../../../locales/products/offering/en.json');
  }
}

/** The banner about the account, and the words of records, are those of transfers. */
const transferTexts = ['transfer'] as const;

export const offeringRoutes: readonly RouteDef[] = [
  {
    path: pages.offering,
    title: 'offering.title',
    areas: transferTexts,
    load: async () => (await import('./screens/offerings-screen.tsx')).OfferingsScreen,
    statusBar: 'ieo',
  },
  {
    path: pages.offeringDetail,
    title: 'offering.detailTitle',
    areas: transferTexts,
    load: async () => (await import('./screens/offering-screen.tsx')).OfferingScreen,
  },
  {
    path: pages.offeringHistory,
    title: 'offering.historyTitle',
    areas: transferTexts,
    load: async () => (await import('./screens/subscriptions-screen.tsx')).SubscriptionsScreen,
  },
];
