/** Price alerts: a notice when a market's reference price reaches a level, or moves within a day. */
import { instrumentState } from '../../../kernel/catalog/instruments.ts';
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../platform/durations.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import { type CheckDeps, checkAlerts } from './check-alerts.ts';
import { priceAlertRows } from './export-rows.ts';
import { priceAlertNotices } from './notices.ts';
import { priceAlertRoutes } from './routes.ts';
import type { AlertDeps } from './set-alert.ts';
import { deleteAlertsOfMember, pruneAlerts, switchAlertsOff } from './store.ts';

/** Alerts that were reached are listed for as long. */
const KEPT_MS = 90 * DAY_MS;
const PRUNED_AT_ONCE = 1_000;

export function createPriceAlerts(deps: AlertDeps & CheckDeps): NotifyingFeature {
  const { database, clock } = deps;
  return {
    slug: 'price-alert',
    notices: priceAlertNotices,
    routes: priceAlertRoutes(deps),
    jobs: [
      { name: 'price-alert.check', everyMs: SECOND_MS, run: () => checkAlerts(deps) },
      {
        name: 'price-alert.end-delisted',
        everyMs: 10 * SECOND_MS,
        async run() {
          const closed = deps.instruments.all.filter(
            ({ state }) => state === instrumentState.closed,
          );
          for (const { id } of closed) {
            await database.transaction((tx) => tx.run(switchAlertsOff, [id, clock.now()]));
          }
        },
      },
      {
        name: 'price-alert.prune',
        everyMs: HOUR_MS,
        run: async () => {
          const limit = [clock.now() - KEPT_MS, PRUNED_AT_ONCE] as const;
          const prune = () => database.transaction((tx) => tx.one(pruneAlerts, [...limit]));
          while ((await prune()).count === PRUNED_AT_ONCE);
        },
      },
    ],
  };
}

/** What it holds about a member, for exports and closing. */
export const priceAlertAccount: AccountPart = {
  held: priceAlertRows,
  async end(tx, memberId) {
    await tx.run(deleteAlertsOfMember, [memberId]);
  },
};
