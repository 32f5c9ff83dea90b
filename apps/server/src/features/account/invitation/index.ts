/** Invitations: codes, the people who registered with them, and rewards from the fees they pay (ADR 44). */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import type { InvitationDeps } from './deps.ts';
import { notifyRewards, rewardNotices } from './notify-rewards.ts';
import { payRewards } from './reward-fees.ts';
import { invitationRoutes } from './routes.ts';
import { pendingRewards } from './store.ts';
import { invitationRows } from './export-rows.ts';

const REWARD_EVERY_MS = 5_000;
const NOTIFY_EVERY_MS = 60_000;

export { publishRegistration } from './publish-registration.ts';

export function createInvitations(deps: InvitationDeps): NotifyingFeature {
  return {
    slug: 'invitation',
    notices: rewardNotices,
    routes: invitationRoutes(deps),
    jobs: [
      { name: 'invitation.reward', everyMs: REWARD_EVERY_MS, run: () => payRewards(deps) },
      { name: 'invitation.notify', everyMs: NOTIFY_EVERY_MS, run: () => notifyRewards(deps) },
    ],
  };
}

/** What the exchange owes and cannot pay yet, by asset, with the time of the oldest reward. */
export const listPendingRewards = (reader: Reader) => reader.many(pendingRewards, []);

/** What it holds about a member, for exports and closing. */
export const invitationAccount: AccountPart = { held: invitationRows };
