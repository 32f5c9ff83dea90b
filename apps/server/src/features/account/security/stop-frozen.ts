/** After a freeze by its owner, cancels the open orders of the account and its withdrawals under review. */
import { endStop, ownerFreezesToStop } from '../../../kernel/members/account-status.ts';
import type { SecurityDeps } from './deps.ts';

/**
 * Runs after each freeze and as a job, so that a restart loses none. While anything is left, the freeze itself prevents its
 * approval; orders that are matched meanwhile are cancelled at the next run.
 */
export async function stopFrozen(
  deps: Pick<SecurityDeps, 'database' | 'clock' | 'log' | 'stops'>,
): Promise<void> {
  const { database, clock, log, stops } = deps;
  for (const { id, memberId } of await ownerFreezesToStop(database)) {
    const stopped = await Promise.allSettled(stops.map((stop) => stop(memberId)));
    for (const each of stopped) {
      if (each.status === 'rejected')
        log.warn({ err: each.reason }, 'a freeze is not complete yet');
    }
    // Once more when anything was open: what was submitted before the freeze may have been written after it.
    const isDone = stopped.every((each) => each.status === 'fulfilled' && each.value === 0);
    if (isDone) await database.transaction((tx) => endStop(tx, id, clock.now()));
  }
}
