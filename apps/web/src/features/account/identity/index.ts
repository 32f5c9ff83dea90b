/** Identity: the verification of the member's documents, and the operator's registration. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    identity: typeof import('../../../locales/account/identity/en.json');
  }
}

/** Documents are a reviewed request, like those of funding. */
const transferTexts = ['transfer'] as const;

export const identityRoutes: readonly RouteDef[] = [
  {
    path: pages.realName,
    title: 'identity.title',
    areas: transferTexts,
    load: async () => (await import('./screens/real-name-screen.tsx')).RealNameScreen,
  },
  {
    path: pages.msb,
    title: 'identity.msbTitle',
    areas: transferTexts,
    load: async () => (await import('./screens/msb-screen.tsx')).MsbScreen,
  },
];
