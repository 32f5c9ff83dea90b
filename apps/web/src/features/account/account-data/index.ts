/** The member's data: an export of everything, and closing the account. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    'account-data': typeof import('../../../locales/account/account-data/en.json');
  }
}

export const accountDataRoutes: readonly RouteDef[] = [
  {
    path: pages.accountData,
    title: 'account-data.title',
    load: async () => (await import('./screens/account-data-screen.tsx')).AccountDataScreen,
  },
];
