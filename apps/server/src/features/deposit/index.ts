/** The door of deposits: addresses, what members tell of transfers, and what rails have seen arrive. */
import type { Images } from '../../kernel/images/images.ts';
import type { TransferRange } from '../../kernel/requests/page.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Wires } from '../fiat/index.ts';
import type { CreateDeps } from './create-deposit.ts';
import { creditSeen, type SeenDeps } from './credit-seen.ts';
import { depositsIn } from './list-deposits.ts';
import { depositOperatorRoutes } from './operator.ts';
import { type Place, showAddress } from './own-address.ts';
import { reviewDeposits } from './review-deposits.ts';
import { depositRoutes } from './routes.ts';
import type { Deposit } from './store.ts';
import { unmatchedKind } from './unmatched/unmatched-kind.ts';

export { listPlatformCredit } from './list-platform.ts';

interface DepositDeps extends CreateDeps, SeenDeps {
  images: Images;
  /** Wires come and are listed through the same calls, by their cate. */
  wires: Wires;
}

/** What a member's programs may read of deposits. */
export interface DepositApi {
  list(range: TransferRange): Promise<Deposit[]>;
  /** Fails with: 4008, 4019, 4025, 5011. */
  address(memberId: number, place: Place): Promise<{ address: string }>;
}

/** The rails report to it as long as it runs. */
export function createDeposits(deps: DepositDeps): Feature & { programs: DepositApi } {
  deps.reviews.register(reviewDeposits(deps));
  deps.reviews.register(unmatchedKind(deps));
  return {
    slug: 'deposit',
    programs: {
      list: (range) => depositsIn(deps.database, range),
      address: (memberId, place) => showAddress(deps, memberId, place),
    },
    routes: [...depositRoutes(deps), ...depositOperatorRoutes(deps)],
    async start() {
      for (const rail of deps.rails.all) rail.watch?.((seen) => creditSeen(deps, seen));
    },
    async stop() {
      for (const rail of deps.rails.all) await rail.stop?.();
    },
  };
}
