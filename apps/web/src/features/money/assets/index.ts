/** Assets: balances, and the records of every movement. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    assets: typeof import('../../../locales/money/assets/en.json');
  }
}

export const assetsRoutes: readonly RouteDef[] = [
  {
    path: pages.assets,
    title: 'assets.title',
    // Of the banner of a freeze.
    areas: ['transfer'],
    load: async () => (await import('./screens/assets-screen.tsx')).AssetsScreen,
    tab: true,
  },
  {
    path: pages.coinRecords,
    title: 'assets.recordsTitle',
    load: async () => (await import('./screens/records-screen.tsx')).RecordsScreen,
  },
];
