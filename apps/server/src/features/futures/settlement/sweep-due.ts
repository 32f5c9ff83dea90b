/** Passes over what is due, batch by batch: once to pay what has not ended, once more to tell of what has (rules §4, ADR 20). */
import type { Tx } from '../../../platform/database/database.ts';
import { isConnectionFailure } from '../../../platform/database/database-errors.ts';
import type { FinalUpTo } from '../../../kernel/prices/tick-history.ts';
import type { FuturesDeps } from '../deps.ts';
import { type DueGroup, type DuePlace, lockDue } from '../store-settlement.ts';

/** Before everything that can be due. */
const FIRST_PLACE: DuePlace = { at: 0, id: 0 };

/** How far the prices of each market are final, and who is told of a market whose prices are not yet decided. */
export interface Finality {
  readonly finalUpTo: FinalUpTo;
  readonly onUndecided: (instrumentId: number) => void;
}

export type SweepDeps = Pick<FuturesDeps, 'instruments' | 'assets' | 'ticks' | 'clock'> & Finality;

/** What is done to the contracts of a batch; it leaves out those it is not for. */
export type DueWork = (tx: Tx, deps: SweepDeps, groups: readonly DueGroup[]) => Promise<void>;

/** What became of a batch. */
export interface Swept {
  /** How many contracts it had. */
  readonly met: number;
  /** Those to which nothing was done, and why. */
  readonly stuck: readonly Stuck[];
}

export interface Stuck {
  readonly contractId: number;
  readonly error: unknown;
}

/**
 * Gives what does the work on one batch after the other, in order, of what was due by the moment `by`. Each batch begins behind the last one, also when several are under
 * way: rows that were dealt with a moment ago cost nothing any more. A batch that fails is tried again in halves, down to the
 * contract that cannot be dealt with: it holds up nobody else.
 * Fails with: a thrown error when the database cannot be reached.
 */
export function sweepDue(
  deps: SweepDeps & Pick<FuturesDeps, 'database'>,
  by: number,
  work: DueWork,
): (limit: number) => Promise<Swept> {
  let reached = FIRST_PLACE;
  let locking: Promise<unknown> = Promise.resolve();
  /** One after the other, so that nobody meets what somebody else has just dealt with. */
  const lockNext = (tx: Tx, limit: number): Promise<DueGroup[]> => {
    const locked = locking.then(async () => {
      const groups = await lockDue(tx, { by, after: reached, limit });
      reached = later(reached, lastOf(groups));
      return groups;
    });
    locking = locked.catch(() => undefined);
    return locked;
  };
  const dealWith = async (lock: (tx: Tx) => Promise<DueGroup[]>): Promise<Swept> => {
    let groups: DueGroup[] = [];
    try {
      await deps.database.transaction(async (tx) => {
        groups = await lock(tx);
        if (groups.length > 0) await work(tx, deps, groups);
      });
      return { met: groups.reduce((sum, { ids }) => sum + ids.length, 0), stuck: [] };
    } catch (error) {
      const places = placesOf(groups);
      if (places.length === 0 || isConnectionFailure(error)) throw error;
      if (places.length > 1) return await inHalves(places);
      return { met: 1, stuck: [{ contractId: places[0]!.id, error }] };
    }
  };
  const inHalves = async (places: DuePlace[]): Promise<Swept> => {
    const half = places.length >> 1;
    const [{ at, id }, last] = [places[0]!, places[half - 1]!];
    const stretch = (after: DuePlace, limit: number) =>
      dealWith((tx) => lockDue(tx, { by, after, limit }));
    const first = await stretch({ at, id: id - 1 }, half);
    const second = await stretch(last, places.length - half);
    return { met: places.length, stuck: [...first.stuck, ...second.stuck] };
  };
  return (limit) => dealWith((tx) => lockNext(tx, limit));
}

function lastOf(groups: readonly DueGroup[]): DuePlace {
  let last = FIRST_PLACE;
  for (const { ids, dueAt } of groups) {
    for (const id of ids) last = later(last, { at: dueAt, id });
  }
  return last;
}

const later = (one: DuePlace, other: DuePlace) => (isLater(one, other) ? one : other);

const isLater = (one: DuePlace, other: DuePlace) =>
  one.at > other.at || (one.at === other.at && one.id > other.id);

/** In the order in which they are due. */
function placesOf(groups: readonly DueGroup[]): DuePlace[] {
  const places = groups.flatMap(({ ids, dueAt }) => ids.map((id) => ({ at: dueAt, id })));
  return places.sort((one, other) => (isLater(one, other) ? 1 : -1));
}
