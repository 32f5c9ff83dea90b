/** The treasury: what the exchange has and earned, and how two people take revenue out or add capital. */
import type { Feature } from '../../../platform/feature.ts';
import type { TreasuryDeps } from './deps.ts';
import { moveKind } from './move-kind.ts';
import { treasuryRoutes } from './operator.ts';

export function createTreasury(deps: TreasuryDeps): Feature {
  deps.reviews.register(moveKind(deps));
  return { slug: 'treasury', routes: treasuryRoutes(deps) };
}
