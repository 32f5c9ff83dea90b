/** Second factors of members: passkeys, an authenticator, recovery codes; and the confirmation of sensitive calls. */
import { pruneConfirmations } from '../../../kernel/second-factor/confirmation-rows.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { Feature } from '../../../platform/feature.ts';
import type { FactorDeps } from './deps.ts';
import { secondFactorRoutes } from './routes.ts';

export function createSecondFactor(deps: FactorDeps): Feature {
  const { database, clock } = deps;
  return {
    slug: 'second-factor',
    routes: secondFactorRoutes(deps),
    jobs: [
      {
        name: 'second-factor.prune',
        everyMs: 10 * MINUTE_MS,
        run: async () => {
          await database.transaction((tx) => pruneConfirmations(tx, clock.now()));
        },
      },
    ],
  };
}
