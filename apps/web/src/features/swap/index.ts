/** Swap: one coin for another at the rate of the moment. */
import { pages } from '../../kernel/pages.ts';
import type { RouteDef } from '../../platform/navigation/route.ts';

declare module '../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    swap: typeof import('../../locales/swap/en.json');
  }
}

export const swapRoutes: readonly RouteDef[] = [
  {
    path: pages.swap,
    title: 'swap.title',
    load: async () => (await import('./screens/exchange-screen.tsx')).ExchangeScreen,
  },
];
