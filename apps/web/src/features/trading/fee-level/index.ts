/** Fee level: what the member's orders pay, and what would change it. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    'fee-level': typeof import('../../../locales/trading/fee-level/en.json');
  }
}

export const feeLevelRoutes: readonly RouteDef[] = [
  {
    path: pages.feeLevel,
    title: 'fee-level.title',
    load: async () => (await import('./screens/fee-level-screen.tsx')).FeeLevelScreen,
  },
];
