/** API keys, with which a member's programs trade. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    keys: typeof import('../../../locales/gateway/keys/en.json');
  }
}

export const keysRoutes: readonly RouteDef[] = [
  {
    path: pages.apiKeys,
    title: 'keys.title',
    load: async () => (await import('./screens/keys-screen.tsx')).KeysScreen,
  },
];
