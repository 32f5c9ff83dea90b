/** Identity: documents with three images, verified or rejected by operators (spec §7 `/user_card/*`, rules §10, ADR 41). */
import type { Feature } from '../../platform/feature.ts';
import type { IdentityDeps } from './deps.ts';
import { reviewIdentities } from './review-identities.ts';
import { identityRoutes } from './routes.ts';

export function createIdentity(deps: IdentityDeps): Feature {
  deps.reviews.register(reviewIdentities(deps));
  return { slug: 'identity', routes: identityRoutes(deps) };
}
