/** Asks rails whether they agree with manual resolutions, and drops proposals that a rail's answer has made obsolete. */
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Rails, TransferEnd } from '../../../../kernel/rails/rail.ts';
import type { RowOf } from '../../../../platform/database/query.ts';
import type { Deps } from '../deps.ts';
import { transferOut } from '../withdrawal/rules.ts';
import { withdrawalStore } from '../withdrawal/store.ts';
import { type RailAnswerDeps, handleRailAnswer } from './discrepancies.ts';
import { RESOLUTION } from './propose-resolution.ts';
import { claimToLook, supersededResolutions, setNextLook, setResolutionState } from './store.ts';

export type WatchResolutionsDeps = RailAnswerDeps & Deps<'database' | 'rails'>;

const LEAST_MS = 10 * 60_000;
const MOST_MS = 7 * 24 * 3_600_000;
/** The longer a rail has not answered, the more rarely it is asked: after a tenth of that time. */
const nextLookAt = (at: number, decidedAt: number) =>
  at + Math.min(MOST_MS, Math.max(LEAST_MS, (at - decidedAt) / 10));

export async function watchResolutions(deps: WatchResolutionsDeps): Promise<void> {
  await dropObsolete(deps);
  const { database, clock, log } = deps;
  const at = clock.now();
  const due = await database.transaction((tx) => tx.many(claimToLook, [at, at + LEAST_MS]));
  for (const resolution of due) {
    try {
      await checkOne(deps, resolution);
    } catch (error) {
      log.warn(
        { err: error, withdrawal: resolution.withdrawalId },
        'a rail was not asked afterwards',
      );
    }
  }
}

/** The rail answered before the second approval: nothing is left to decide. */
async function dropObsolete({ database, clock, reviews }: WatchResolutionsDeps): Promise<void> {
  const superseded = await database.many(supersededResolutions, []);
  for (const { id } of superseded) {
    const drop = database.transaction(async (tx) => {
      // The review first, then its subject: the order in which decisions lock them.
      await reviews.cancel(tx, { kind: RESOLUTION, subjectId: id });
      await tx.run(setResolutionState, [id, 'dropped', clock.now(), null]);
    });
    await drop.catch((error: unknown) => {
      // It was rejected or dropped meanwhile.
      if (!(error instanceof Refusal)) throw error;
    });
  }
  if (superseded.length > 0) reviews.announce();
}

async function checkOne(deps: WatchResolutionsDeps, resolution: RowOf<typeof claimToLook>) {
  const { database, clock, rails, reviews } = deps;
  const { id, withdrawalId, decidedAt, asset, network } = resolution;
  const rail = rails.carry(asset, network) ? rails.of(asset, network) : undefined;
  const end = await askRail(deps, rail, withdrawalId);
  if (end === undefined) {
    const mayAnswer = rail === undefined || rail.look !== undefined;
    const again = mayAnswer ? nextLookAt(clock.now(), decidedAt) : null;
    await database.transaction((tx) => tx.run(setNextLook, [id, again]));
    return;
  }
  const isReviewOpened = await database.transaction(async (tx) => {
    const withdrawal = await tx.one(withdrawalStore.forUpdate, [withdrawalId]);
    return handleRailAnswer(tx, deps, { withdrawal, end });
  });
  if (isReviewOpened) reviews.announce();
}

async function askRail(
  { database }: WatchResolutionsDeps,
  rail: ReturnType<Rails['of']> | undefined,
  withdrawalId: number,
): Promise<TransferEnd | undefined> {
  const withdrawal = await database.one(withdrawalStore.byId, [withdrawalId]);
  return rail?.look?.(transferOut(withdrawal).reference);
}
