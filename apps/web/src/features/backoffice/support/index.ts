/** Support: a conversation with operators, for members and visitors. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    support: typeof import('../../../locales/backoffice/support/en.json');
  }
}

export const supportRoutes: readonly RouteDef[] = [
  {
    path: pages.support,
    title: 'support.title',
    // Of records, and of the captcha before a code.
    areas: ['transfer', 'auth'],
    load: async () => (await import('./screens/support-screen.tsx')).SupportScreen,
  },
];
