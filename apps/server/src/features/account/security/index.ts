/** Account security: known devices, the timeline, the anti-phishing phrase, freezing one's account and the way back. */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import type { SecurityDeps } from './deps.ts';
import { reviewUnfreezes } from './review-unfreezes.ts';
import { securityRoutes } from './routes.ts';
import { stopFrozen } from './stop-frozen.ts';
import { securityRows } from './export-rows.ts';
import { securityNotices } from './notices.ts';

const STOP_MS = 5_000;

export function createSecurity(deps: SecurityDeps): NotifyingFeature {
  deps.reviews.register(reviewUnfreezes(deps));
  return {
    slug: 'security',
    notices: securityNotices,
    routes: securityRoutes(deps),
    jobs: [{ name: 'security.stop-frozen', everyMs: STOP_MS, run: () => stopFrozen(deps) }],
  };
}

/** What it holds about a member, for exports and closing. */
export const securityAccount: AccountPart = { held: securityRows };
