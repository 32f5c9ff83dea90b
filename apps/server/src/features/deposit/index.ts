/** The door of deposits: addresses, what members tell of transfers, and what rails have seen arrive. */
import type { Images } from '../../kernel/images/images.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Wires } from '../fiat/index.ts';
import type { CreateDeps } from './create-deposit.ts';
import { creditSeen, type SeenDeps } from './credit-seen.ts';
import { depositOperatorRoutes } from './operator.ts';
import { reviewDeposits } from './review-deposits.ts';
import { depositRoutes } from './routes.ts';
import { strayKind } from './strays/stray-kind.ts';

export { listPlatformCredit } from './list-platform.ts';

interface DepositDeps extends CreateDeps, SeenDeps {
  images: Images;
  /** Wires come and are listed through the same calls, by their cate. */
  wires: Wires;
}

/** The rails report to it as long as it runs. */
export function createDeposits(deps: DepositDeps): Feature {
  deps.reviews.register(reviewDeposits(deps));
  deps.reviews.register(strayKind(deps));
  return {
    slug: 'deposit',
    routes: [...depositRoutes(deps), ...depositOperatorRoutes(deps)],
    async start() {
      for (const rail of deps.rails.all) rail.watch?.((seen) => creditSeen(deps, seen));
    },
    async stop() {
      for (const rail of deps.rails.all) await rail.stop?.();
    },
  };
}
