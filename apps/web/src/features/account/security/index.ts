/** Account security: how to log in, what may leave, known devices, freezing the account, the timeline. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    security: typeof import('../../../locales/account/security/en.json');
  }
}

export const securityRoutes: readonly RouteDef[] = [
  {
    path: pages.security,
    title: 'security.title',
    // Of the banner of a freeze.
    areas: ['transfer'],
    load: async () => (await import('./screens/security-screen.tsx')).SecurityScreen,
  },
  {
    path: pages.securityEvents,
    title: 'security.eventsTitle',
    load: async () => (await import('./screens/security-events-screen.tsx')).SecurityEventsScreen,
  },
];
