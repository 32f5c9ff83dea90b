/** Location: the system's pages that open and choose a place. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    location: typeof import('../../../locales/account/location/en.json');
  }
}

export const locationRoutes: readonly RouteDef[] = [
  {
    path: pages.openLocation,
    title: 'location.openTitle',
    load: async () => (await import('./screens/open-location-screen.tsx')).OpenLocationScreen,
  },
  {
    path: pages.chooseLocation,
    title: 'location.chooseTitle',
    load: async () => (await import('./screens/choose-location-screen.tsx')).ChooseLocationScreen,
  },
];
