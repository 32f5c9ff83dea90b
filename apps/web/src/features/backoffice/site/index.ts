/** Site: home and language. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';
import { HomeScreen } from './screens/home-screen.tsx';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    site: typeof import('../../../locales/backoffice/site/en.json');
  }
}

export const siteRoutes: readonly RouteDef[] = [
  {
    path: pages.home,
    title: 'site.homeTitle',
    // Not a file of its own: whatever is opened, it is loaded.
    load: async () => HomeScreen,
    tab: true,
  },
  {
    path: pages.language,
    title: 'site.languageTitle',
    load: async () => (await import('./screens/language-screen.tsx')).LanguageScreen,
  },
];
