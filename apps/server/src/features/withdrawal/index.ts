/** The door of withdrawals: the address book, and money on its way out through two people's eyes. */
import type { Feature } from '../../platform/feature.ts';
import type { CreateDeps } from './create-withdrawal.ts';
import { withdrawalOperatorRoutes } from './operator.ts';
import { reviewWithdrawals } from './review-withdrawals.ts';
import { withdrawalRoutes } from './routes.ts';
import { type SendDeps, sendWithdrawals } from './send-withdrawals.ts';
import { discrepancyKind } from './verdicts/discrepancy-kind.ts';
import { verdictKind } from './verdicts/verdict-kind.ts';
import { watchVerdicts } from './verdicts/watch-verdicts.ts';

const SWEEP_MS = 1_000;
const WATCH_MS = 10_000;

export function createWithdrawals(deps: CreateDeps & SendDeps): Feature {
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
  deps.reviews.register(verdictKind(deps));
  deps.reviews.register(discrepancyKind());
  return {
    slug: 'withdrawal',
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
        run: () => watchVerdicts(deps),
      },
    ],
    stop: async () => {
      await underWay;
    },
  };
}
