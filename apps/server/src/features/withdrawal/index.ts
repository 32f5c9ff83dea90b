/** The door of withdrawals: the address book, and money on its way out through two people's eyes. */
import type { TransferRange } from '../../kernel/requests/page.ts';
import type { Feature } from '../../platform/feature.ts';
import type { CreateDeps } from './create-withdrawal.ts';
import { withdrawalsIn } from './list-withdrawals.ts';
import { withdrawalOperatorRoutes } from './operator.ts';
import { reviewWithdrawals } from './review-withdrawals.ts';
import { withdrawalRoutes } from './routes.ts';
import { type Wallet, walletsOfMember, type Withdrawal } from './store.ts';
import { type SendDeps, sendWithdrawals } from './send-withdrawals.ts';
import { discrepancyKind } from './manual-resolution/discrepancy-kind.ts';
import { resolutionKind } from './manual-resolution/resolution-kind.ts';
import { watchResolutions } from './manual-resolution/watch-resolutions.ts';

const SWEEP_MS = 1_000;
const WATCH_MS = 10_000;

/** Of one member's address book more is never asked at once. */
const ADDRESSES_MAX = 500;

/** What a member's programs may read of withdrawals. */
export interface ProgramWithdrawals {
  list(range: TransferRange): Promise<Withdrawal[]>;
  /** The address book, newest first. */
  addresses(memberId: number): Promise<Wallet[]>;
}

export function createWithdrawals(
  deps: CreateDeps & SendDeps,
): Feature & { programs: ProgramWithdrawals } {
  let underWay: Promise<unknown> = Promise.resolve();
  const send = () => {
    underWay = underWay
      .then(() => sendWithdrawals(deps))
      .catch((error: unknown) => {
        deps.log.warn({ err: error }, 'withdrawals were not sent');
      });
    return underWay;
  };
  deps.reviews.register(reviewWithdrawals(deps.rails, () => void send()));
  deps.reviews.register(resolutionKind(deps));
  deps.reviews.register(discrepancyKind());
  return {
    slug: 'withdrawal',
    programs: {
      list: (range) => withdrawalsIn(deps.database, range),
      addresses: (memberId) =>
        deps.database.many(walletsOfMember, [memberId, null, ADDRESSES_MAX, 0]),
    },
    routes: [...withdrawalRoutes(deps), ...withdrawalOperatorRoutes(deps)],
    jobs: [
      {
        name: 'withdrawal.send',
        everyMs: SWEEP_MS,
        run: async () => {
          await send();
        },
      },
      {
        name: 'withdrawal.watch-verdicts',
        everyMs: WATCH_MS,
        run: () => watchResolutions(deps),
      },
    ],
    stop: async () => {
      await underWay;
    },
  };
}
