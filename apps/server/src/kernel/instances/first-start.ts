/** The first start on an empty database: one instance does it, those that start beside it wait until it is done (ADR 66). */
import { setTimeout as sleep } from 'node:timers/promises';
import { bool, text } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';
import type { Log } from '../../platform/log.ts';
import type { Random } from '../../platform/random.ts';

/** Longer than the main thread is ever busy; after it, another instance begins. */
const CLAIM_S = 15;
const CLAIM = `interval '${CLAIM_S} seconds'`;
const RENEW_MS = 1_000;
const LOOK_MS = 200;

export interface FirstStartDeps {
  readonly database: Database;
  readonly random: Random;
  readonly log: Log;
  /** For people who read what another instance waits for: "host-1 4711". */
  readonly name: string;
  /** No other instance can use the database: a claim in it is of one that was killed. */
  readonly isAlone: boolean;
  /** Called at each look while another instance does it, which is named. */
  onWait(by: string): void;
  /** Monotonic; for tests. Units: milliseconds. */
  uptime?(): number;
}

const doneQuery = defineQuery({
  name: 'kernel.isFirstStartDone',
  text: `select done_at is not null as is_done, coalesce(claimed_by, '') as claimed_by from first_start`,
  params: [],
  row: { isDone: bool, claimedBy: text },
});

/** Renews its own claim, takes one that is over, or with `$2` any. */
const claimStart = defineQuery({
  name: 'kernel.claimFirstStart',
  text: `update first_start set claimed_by = $1, claimed_until = clock_timestamp() + ${CLAIM}
    where done_at is null and (claimed_by = $1 or claimed_until <= clock_timestamp() or $2) returning true as is_claimed`,
  params: [text, bool],
  row: { isClaimed: bool },
});

const completeStart = defineStatement({
  name: 'kernel.completeFirstStart',
  text: 'update first_start set done_at = clock_timestamp() where done_at is null and claimed_by = $1',
  params: [text],
});

const abandonStart = defineStatement({
  name: 'kernel.abandonFirstStart',
  text: `update first_start set claimed_until = '-infinity' where done_at is null and claimed_by = $1`,
  params: [text],
});

/**
 * Runs `start`: on a database that was started before, at once; otherwise one instance runs it and the others follow when it has
 * succeeded. After one that fails or ends, the next one begins. `isFirst`: it has to create everything.
 * @throws the error of `start`; the error of the database, also when `start` would wait for it longer than a claim lasts
 */
export async function startInTurn<T>(
  deps: FirstStartDeps,
  start: (isFirst: boolean) => Promise<T>,
): Promise<T> {
  const claim = `${deps.name} ${deps.random.token(12)}`;
  if (!(await isMine(deps, claim))) return start(false);
  const { stopRenewing, cannotRenew } = keepRenewing(deps, claim);
  try {
    const started = await Promise.race([start(true), cannotRenew]);
    await stopRenewing();
    await deps.database.transaction((tx) => tx.run(completeStart, [claim]));
    return started;
  } catch (error) {
    await stopRenewing();
    await deps.database.transaction((tx) => tx.run(abandonStart, [claim])).catch(() => undefined);
    throw error;
  }
}

const LOST = 'the claim of the first start is over, and another instance does it now';

interface Renewals {
  /** Waits for a renewal under way. */
  stopRenewing(): Promise<void>;
  /** Rejects with the database's error when the claim is over since it could not be renewed. */
  readonly cannotRenew: Promise<never>;
}

/** Steps of a start try until the database answers, so a start without its database would not end. */
function keepRenewing(deps: FirstStartDeps, claim: string): Renewals {
  const uptime = deps.uptime ?? (() => performance.now());
  let renewedAt = uptime();
  let last: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const cannotRenew = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      last = claimNow(deps, claim).then(
        (isClaimed) => {
          renewedAt = uptime();
          if (!isClaimed) deps.log.warn(LOST);
        },
        (error: unknown) => {
          deps.log.warn({ err: error }, 'the claim of the first start was not renewed');
          if (uptime() - renewedAt > CLAIM_S * 1000) reject(error);
        },
      );
    }, RENEW_MS);
  });
  cannotRenew.catch(() => undefined);
  const stopRenewing = async () => {
    clearInterval(timer);
    await last;
  };
  return { stopRenewing, cannotRenew };
}

/** False when it was done before, or another instance has done it meanwhile. */
async function isMine(deps: FirstStartDeps, claim: string): Promise<boolean> {
  for (;;) {
    if (await claimNow(deps, claim)) return true;
    const { isDone, claimedBy } = await deps.database.one(doneQuery, []);
    if (isDone) return false;
    deps.onWait(claimedBy.slice(0, claimedBy.lastIndexOf(' ')) || 'another instance');
    await sleep(LOOK_MS);
  }
}

async function claimNow({ database, isAlone }: FirstStartDeps, claim: string): Promise<boolean> {
  const claimed = await database.transaction((tx) => tx.maybe(claimStart, [claim, isAlone]));
  return claimed !== undefined;
}
