/** Fee levels: the more a member traded in 30 days, the less new orders pay. Set each day, and fixed on an order when it is accepted. */
import { feeLevelCalls } from '@tern/protocol';
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import { MINUTE_MS, SECOND_MS } from '../../../platform/durations.ts';
import type { Feature } from '../../../platform/feature.ts';
import { route } from '../../../platform/http/route.ts';
import type { FeesOf } from '../spot/index.ts';
import { feeLevelRows } from './export-rows.ts';
import { KnownLevels } from './order-fees.ts';
import { type LevelDeps, setLevels } from './set-levels.ts';
import { type ShowDeps, showLevel } from './show-level.ts';

export { feeLevels } from './settings.ts';

export interface FeeLevels extends Feature {
  /** What a new order pays. */
  feesOf: FeesOf;
}

export function createFeeLevels(deps: LevelDeps & Omit<ShowDeps, 'known'>): FeeLevels {
  const known = new KnownLevels();
  const refresh = () => known.refresh(deps.database);
  return {
    slug: 'fee-level',
    feesOf: (...order) => known.feesOf(...order),
    routes: [
      route(feeLevelCalls.feeLevel, async ({ caller }) => ({
        refeelevel: await showLevel({ ...deps, known }, caller.memberId),
      })),
    ],
    jobs: [
      { name: 'fee-level.set', everyMs: MINUTE_MS, run: () => setLevels(deps) },
      { name: 'fee-level.refresh', everyMs: 5 * SECOND_MS, runs: 'everywhere', run: refresh },
    ],
    start: refresh,
  };
}

/** What it holds about a member, for exports and closing. */
export const feeLevelAccount: AccountPart = { held: feeLevelRows };
