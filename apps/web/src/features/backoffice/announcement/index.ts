/** Announcements, help and legal texts, and announced changes of limits and fees. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    announcement: typeof import('../../../locales/backoffice/announcement/en.json');
  }
}

export const announcementRoutes: readonly RouteDef[] = [
  {
    path: pages.announcements,
    title: 'announcement.title',
    load: async () => (await import('./screens/announcements-screen.tsx')).AnnouncementsScreen,
  },
  {
    path: pages.announcementDetail,
    title: 'announcement.detailTitle',
    load: async () =>
      (await import('./screens/announcement-detail-screen.tsx')).AnnouncementDetailScreen,
  },
];
