/** About: version, simulation, prices, policies, help, licences. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    about: typeof import('../../../locales/backoffice/about/en.json');
  }
}

export const aboutRoutes: readonly RouteDef[] = [
  {
    path: pages.about,
    title: 'about.title',
    load: async () => (await import('./screens/about-screen.tsx')).AboutScreen,
  },
];
