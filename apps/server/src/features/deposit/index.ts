/** The door of deposits: addresses, what members tell of transfers, and what rails have seen arrive. */
import type { Images } from '../../kernel/images/images.ts';
import type { Feature } from '../../platform/feature.ts';
import type { CreateDeps } from './create-deposit.ts';
import { creditSeen, type SeenDeps } from './credit-seen.ts';
import { reviewDeposits } from './review-deposits.ts';
import { depositRoutes } from './routes.ts';

/** The rails report to it as long as it runs. */
export function createDeposits(deps: CreateDeps & SeenDeps & { images: Images }): Feature {
  deps.reviews.register(reviewDeposits(deps));
  return {
    slug: 'deposit',
    routes: depositRoutes(deps),
    async start() {
      for (const rail of deps.rails.all) rail.watch?.((seen) => creditSeen(deps, seen));
    },
    async stop() {
      for (const rail of deps.rails.all) await rail.stop?.();
    },
  };
}
