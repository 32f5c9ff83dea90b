/** Profile: the member's account page. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    profile: typeof import('../../../locales/account/profile/en.json');
  }
}

export const profileRoutes: readonly RouteDef[] = [
  {
    path: pages.my,
    title: 'profile.title',
    // Of the banner of a freeze.
    areas: ['transfer'],
    load: async () => (await import('./screens/my-screen.tsx')).MyScreen,
    statusBar: 'my',
  },
];
