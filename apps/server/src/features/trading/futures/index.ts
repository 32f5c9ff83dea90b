/** Timed contracts: decided by prices that neither side can know or choose. */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import { ResultCounter } from './alarms/count-results.ts';
import { BurstWatch } from './alarms/watch-bursts.ts';
import type { FuturesDeps } from './deps.ts';
import { SettlementScheduler } from './settlement/settlement-scheduler.ts';
import { futuresOperatorRoutes } from './operator.ts';
import { futuresRoutes } from './routes.ts';
import { findNextMoments } from './store-settlement.ts';
import { countContractsOf } from './store.ts';
import { futuresRows } from './export-rows.ts';
import { contractNotices } from './notices.ts';

export { directionOf, STAKE_ASSET, termsOf } from './contract.ts';
export { measureContracts } from './figures/measure-contracts.ts';
export { contractsSource } from './file-source.ts';
export { contractRecords } from './member-records.ts';
export { countContractsOf, payableAtMost } from './store.ts';
export type { FuturesDeps } from './deps.ts';

export interface Futures extends NotifyingFeature {
  /** Opens and settles everything that can be decided now, in the instance that publishes the prices; the scheduler calls it automatically. */
  settleNow(): Promise<void>;
  /** Counts new results and raises alarms; called by a job. */
  countResults(): Promise<void>;
}

/** Whether any contract is waiting for a price. */
export async function isAnyPending(reader: Reader): Promise<boolean> {
  const { acceptedAt, dueAt } = await findNextMoments(reader);
  return acceptedAt !== null || dueAt !== null;
}

/** When the contract was due that waits longest for its end (epoch ms); undefined without one. */
export async function nextDueAt(reader: Reader): Promise<number | undefined> {
  return (await findNextMoments(reader)).dueAt ?? undefined;
}

export function createFutures(deps: FuturesDeps): Futures {
  const scheduler = new SettlementScheduler(deps);
  const counter = new ResultCounter(deps);
  const bursts = new BurstWatch(deps);
  let endSettling = (): Promise<void> => Promise.resolve();
  return {
    slug: 'futures',
    notices: contractNotices,
    routes: [...futuresRoutes(deps), ...futuresOperatorRoutes(deps)],
    jobs: [counter.job(), bursts.job()],
    async start() {
      endSettling = await deps.ticks.accompany({
        begin: () => scheduler.start(),
        end: () => scheduler.stop(),
      });
    },
    stop: () => endSettling(),
    settleNow: () => scheduler.wake(),
    countResults: () => counter.count(),
  };
}

/** What it holds about a member, for exports and closing. */
export const futuresAccount: AccountPart = {
  held: futuresRows,
  async obstacles(reader, memberId) {
    const { running } = await countContractsOf(reader, memberId);
    return running === 0 ? [] : [{ kind: 'contract', count: running }];
  },
};
