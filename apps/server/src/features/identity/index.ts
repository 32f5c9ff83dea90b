/** Identity: documents with three images, verified or rejected by operators (spec §7 `/user_card/*`, rules §10, ADR 41). */
import type { AccountPart } from '../../kernel/account-data/account-part.ts';
import type { Feature } from '../../platform/feature.ts';
import type { IdentityDeps } from './deps.ts';
import { reviewIdentities } from './review-identities.ts';
import { identityRoutes } from './routes.ts';
import { identityRows } from './store-account.ts';

export { verificationRecords } from './member-records.ts';

export function createIdentity(deps: IdentityDeps): Feature {
  deps.reviews.register(reviewIdentities(deps));
  return { slug: 'identity', routes: identityRoutes(deps) };
}

/** What it holds about a member, for exports and closing. */
export const identityAccount: AccountPart = { held: identityRows };
