/** Staff activity on the member's own account. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    operators: typeof import('../../../locales/backoffice/operators/en.json');
  }
}

export const operatorsRoutes: readonly RouteDef[] = [
  {
    path: pages.staffActions,
    title: 'operators.title',
    load: async () => (await import('./screens/staff-actions-screen.tsx')).StaffActionsScreen,
  },
];
