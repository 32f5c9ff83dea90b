/** The public log as this device saw it: checked at each start, and a page that shows the result (ADR 49). */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    'public-log': typeof import('../../../locales/proof/public-log/en.json');
  }
}

export const publicLogRoutes: readonly RouteDef[] = [
  {
    path: pages.publicLog,
    title: 'public-log.title',
    areas: ['log-checkpoints'],
    load: async () => (await import('./screens/public-log-screen.tsx')).PublicLogScreen,
  },
];

/** What runs beside every page; not part of any page's first load. */
export const loadLogWatch = () => import('./log-watch.tsx');
