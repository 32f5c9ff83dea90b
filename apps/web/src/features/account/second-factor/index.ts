/** Passkeys, authenticator and recovery codes. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    'second-factor': typeof import('../../../locales/account/second-factor/en.json');
  }
}

export const secondFactorRoutes: readonly RouteDef[] = [
  {
    path: pages.secondFactors,
    title: 'second-factor.title',
    load: async () => (await import('./screens/second-factors-screen.tsx')).SecondFactorsScreen,
  },
];
