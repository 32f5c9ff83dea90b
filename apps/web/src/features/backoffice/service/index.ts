/** Service: a conversation with operators, for members and visitors. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    service: typeof import('../../../locales/backoffice/service/en.json');
  }
}

export const serviceRoutes: readonly RouteDef[] = [
  {
    path: pages.service,
    title: 'service.title',
    // Of records, and of the captcha before a code.
    areas: ['transfer', 'auth'],
    load: async () => (await import('./screens/service-screen.tsx')).ServiceScreen,
  },
];
