/** Transparency: the public figures, for members and visitors. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    transparency: typeof import('../../../locales/proof/transparency/en.json');
  }
}

export const transparencyRoutes: readonly RouteDef[] = [
  {
    path: pages.transparency,
    title: 'transparency.title',
    areas: ['log-checkpoints'],
    isWide: true,
    load: async () => (await import('./screens/transparency-screen.tsx')).TransparencyScreen,
  },
];
