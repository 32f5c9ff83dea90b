/** Invitations: the member's code, the people who registered with it, and rewards. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    invitation: typeof import('../../../locales/account/invitation/en.json');
  }
}

export const invitationRoutes: readonly RouteDef[] = [
  {
    path: pages.invite,
    title: 'invitation.title',
    load: async () => (await import('./screens/invite-screen.tsx')).InviteScreen,
  },
];
