/** Notices to the member, each with a link to its record. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    notification: typeof import('../../../locales/account/notification/en.json');
  }
}

export const notificationRoutes: readonly RouteDef[] = [
  {
    path: pages.notifications,
    title: 'notification.title',
    load: async () => (await import('./screens/notifications-screen.tsx')).NotificationsScreen,
  },
  {
    path: pages.notificationDetail,
    title: 'notification.detailTitle',
    load: async () =>
      (await import('./screens/notification-detail-screen.tsx')).NotificationDetailScreen,
  },
  {
    path: pages.notificationPreferences,
    title: 'notification.preferencesTitle',
    load: async () =>
      (await import('./screens/notification-preferences-screen.tsx')).NotificationPreferencesScreen,
  },
];
