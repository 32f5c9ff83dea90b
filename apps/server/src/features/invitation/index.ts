/** Invitations: codes, the people who registered with them, and rewards from the fees they pay (rules §10, ADR 44). */
import type { Feature } from '../../platform/feature.ts';
import type { InvitationDeps } from './deps.ts';
import { payRewards } from './reward-fees.ts';
import { invitationRoutes } from './routes.ts';

const REWARD_EVERY_MS = 5_000;

export { publishRegistration } from './publish-registration.ts';

export function createInvitations(deps: InvitationDeps): Feature {
  return {
    slug: 'invitation',
    routes: invitationRoutes(deps),
    jobs: [{ name: 'invitation.reward', everyMs: REWARD_EVERY_MS, run: () => payRewards(deps) }],
  };
}
