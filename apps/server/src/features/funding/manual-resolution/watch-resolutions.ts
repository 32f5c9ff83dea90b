/** Asks rails whether they agree with what people decided in their place, and takes back verdicts that a rail overtook. */
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Rails, TransferEnd } from '../../../kernel/rails/rail.ts';
import type { RowOf } from '../../../platform/database/query.ts';
import type { Database } from '../../../platform/database/database.ts';
import { transferOut } from '../withdrawal/rules.ts';
import { withdrawalStore } from '../withdrawal/store.ts';
import { type RailAnswerDeps, handleRailAnswer } from './handle-rail-answer.ts';
import { RESOLUTION } from './propose-resolution.ts';
import { claimToLook, overtakenResolutions, setNextLook, setResolutionState } from './store.ts';

export interface WatchResolutionsDeps extends RailAnswerDeps {
  database: Database;
  rails: Rails;
}

const LEAST_MS = 10 * 60_000;
const MOST_MS = 7 * 24 * 3_600_000;
/** The longer a rail has kept silent, the more seldom it is asked: each time after a tenth of its silence. */
const nextLookAt = (at: number, decidedAt: number) =>
  at + Math.min(MOST_MS, Math.max(LEAST_MS, (at - decidedAt) / 10));

export async function watchResolutions(deps: WatchResolutionsDeps): Promise<void> {
  await dropOvertaken(deps);
  const { database, clock, log } = deps;
  const at = clock.now();
  const due = await database.transaction((tx) => tx.many(claimToLook, [at, at + LEAST_MS]));
  for (const resolution of due) {
    try {
      await lookFor(deps, resolution);
    } catch (error) {
      log.warn(
        { err: error, withdrawal: resolution.withdrawalId },
        'a rail was not asked afterwards',
      );
    }
  }
}

/** The rail has told while a verdict waited for its second person: nothing is left to decide. */
async function dropOvertaken({ database, clock, reviews }: WatchResolutionsDeps): Promise<void> {
  const overtaken = await database.many(overtakenResolutions, []);
  for (const { id } of overtaken) {
    const drop = database.transaction(async (tx) => {
      // The review first, then its subject: the order in which decisions lock them.
      await reviews.cancel(tx, { kind: RESOLUTION, subjectId: id });
      await tx.run(setResolutionState, [id, 'dropped', clock.now(), null]);
    });
    await drop.catch((error: unknown) => {
      // Somebody rejected it, or took it back, while we waited.
      if (!(error instanceof Refusal)) throw error;
    });
  }
  if (overtaken.length > 0) reviews.announce();
}

async function lookFor(deps: WatchResolutionsDeps, resolution: RowOf<typeof claimToLook>) {
  const { database, clock, rails, reviews } = deps;
  const { id, withdrawalId, decidedAt, asset, network } = resolution;
  const rail = rails.carry(asset, network) ? rails.of(asset, network) : undefined;
  const end = await askAfter(deps, rail, withdrawalId);
  if (end === undefined) {
    const isAnybodyThere = rail === undefined || rail.look !== undefined;
    const again = isAnybodyThere ? nextLookAt(clock.now(), decidedAt) : null;
    await database.transaction((tx) => tx.run(setNextLook, [id, again]));
    return;
  }
  const isOdd = await database.transaction(async (tx) => {
    const withdrawal = await tx.one(withdrawalStore.forUpdate, [withdrawalId]);
    return handleRailAnswer(tx, deps, { withdrawal, end });
  });
  if (isOdd) reviews.announce();
}

async function askAfter(
  { database }: WatchResolutionsDeps,
  rail: ReturnType<Rails['of']> | undefined,
  withdrawalId: number,
): Promise<TransferEnd | undefined> {
  const withdrawal = await database.one(withdrawalStore.byId, [withdrawalId]);
  return rail?.look?.(transferOut(withdrawal).reference);
}
