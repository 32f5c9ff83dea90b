/** Recurring buys: plans that buy coins for the same sum again and again, as market orders through the order book. */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import { SECOND_MS } from '../../../platform/durations.ts';
import { endDelistedPlans } from './end-delisted.ts';
import { recurringRows } from './export-rows.ts';
import { recurringNotices } from './notices.ts';
import { recurringRoutes } from './routes.ts';
import { type DueDeps, runDue } from './run-due.ts';
import type { SetDeps } from './set-plan.ts';
import { endPlansOfMember } from './store.ts';

export function createRecurringBuys(deps: SetDeps & DueDeps): NotifyingFeature {
  return {
    slug: 'recurring-buy',
    notices: recurringNotices,
    routes: recurringRoutes(deps),
    jobs: [
      { name: 'recurring-buy.run', everyMs: SECOND_MS, run: () => runDue(deps) },
      {
        name: 'recurring-buy.end-delisted',
        everyMs: 10 * SECOND_MS,
        run: () => endDelistedPlans(deps),
      },
    ],
  };
}

/** What it holds about a member, for exports and closing. */
export const recurringAccount: AccountPart = {
  held: recurringRows,
  async end(tx, memberId) {
    await tx.run(endPlansOfMember, [memberId]);
  },
};
