/** Passes over due contracts in batches: once to pay out, once more to notify (ADR 20). */
import type { Tx } from '../../../../platform/database/database.ts';
import { isConnectionFailure } from '../../../../platform/database/database-errors.ts';
import type { FinalUpTo } from '../../../../kernel/prices/tick-history.ts';
import type { FuturesDeps } from '../deps.ts';
import { type DueGroup, type DuePosition, lockDue } from '../store-settlement.ts';

/** Before everything that can be due. */
const FIRST_POSITION: DuePosition = { at: 0, id: 0 };

/** How far the prices of each market are final, and a callback for markets whose prices are not yet decided. */
export interface Finality {
  readonly finalUpTo: FinalUpTo;
  readonly onUndecided: (instrumentId: number) => void;
}

export type SweepDeps = Pick<FuturesDeps, 'instruments' | 'assets' | 'ticks' | 'clock'> & Finality;

/** The work on a batch; it skips contracts that do not need it. */
export type DueWork = (tx: Tx, deps: SweepDeps, groups: readonly DueGroup[]) => Promise<void>;

/** The result of a batch. */
export interface Swept {
  /** Number of contracts in the batch. */
  readonly count: number;
  /** Contracts that failed, and why. */
  readonly stuck: readonly Stuck[];
}

export interface Stuck {
  readonly contractId: number;
  readonly error: unknown;
}

/**
 * Returns a function that works on the next batch of contracts due by `by`. Each batch begins after the previous one,
 * also when several run concurrently, so finished rows are never read again. A failed batch is retried in halves, down
 * to the contract that fails, so that it delays no other.
 * @throws Error when the database cannot be reached
 */
export function sweepDue(
  deps: SweepDeps & Pick<FuturesDeps, 'database'>,
  by: number,
  work: DueWork,
): (limit: number) => Promise<Swept> {
  let reached = FIRST_POSITION;
  let locking: Promise<unknown> = Promise.resolve();
  /** Batches are locked one after the other, so that none reads the rows of another. */
  const lockNext = (tx: Tx, limit: number): Promise<DueGroup[]> => {
    const locked = locking.then(async () => {
      const groups = await lockDue(tx, { by, after: reached, limit });
      reached = later(reached, lastOf(groups));
      return groups;
    });
    locking = locked.catch(() => undefined);
    return locked;
  };
  const runBatch = async (lock: (tx: Tx) => Promise<DueGroup[]>): Promise<Swept> => {
    let groups: DueGroup[] = [];
    try {
      await deps.database.transaction(async (tx) => {
        groups = await lock(tx);
        if (groups.length > 0) await work(tx, deps, groups);
      });
      return { count: groups.reduce((sum, { ids }) => sum + ids.length, 0), stuck: [] };
    } catch (error) {
      const positions = positionsOf(groups);
      if (positions.length === 0 || isConnectionFailure(error)) throw error;
      if (positions.length > 1) return await inHalves(positions);
      return { count: 1, stuck: [{ contractId: positions[0]!.id, error }] };
    }
  };
  const inHalves = async (positions: DuePosition[]): Promise<Swept> => {
    const half = positions.length >> 1;
    const [{ at, id }, last] = [positions[0]!, positions[half - 1]!];
    const range = (after: DuePosition, limit: number) =>
      runBatch((tx) => lockDue(tx, { by, after, limit }));
    const first = await range({ at, id: id - 1 }, half);
    const second = await range(last, positions.length - half);
    return { count: positions.length, stuck: [...first.stuck, ...second.stuck] };
  };
  return (limit) => runBatch((tx) => lockNext(tx, limit));
}

function lastOf(groups: readonly DueGroup[]): DuePosition {
  let last = FIRST_POSITION;
  for (const { ids, dueAt } of groups) {
    for (const id of ids) last = later(last, { at: dueAt, id });
  }
  return last;
}

const later = (one: DuePosition, other: DuePosition) => (isLater(one, other) ? one : other);

const isLater = (one: DuePosition, other: DuePosition) =>
  one.at > other.at || (one.at === other.at && one.id > other.id);

/** Sorted by due time. */
function positionsOf(groups: readonly DueGroup[]): DuePosition[] {
  const positions = groups.flatMap(({ ids, dueAt }) => ids.map((id) => ({ at: dueAt, id })));
  return positions.sort((one, other) => (isLater(one, other) ? 1 : -1));
}
