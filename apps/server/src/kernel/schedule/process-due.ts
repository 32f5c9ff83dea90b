/** Scheduled work: rows with a due time, each processed once, also after downtime. */
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { MEMBER_EVENTS_WAKE } from '../events/member-events.ts';

export interface DueDeps {
  database: Database;
  clock: Clock;
  bus: Bus;
}

/**
 * Processes due rows in batches, one transaction each, until fewer than `size` were left. `batch` selects at most `size` rows
 * due at `at` (epoch ms) with `for no key update skip locked`, processes them, and returns how many there were; what it
 * publishes to members is sent after each commit.
 */
export async function processDue(
  { database, clock, bus }: DueDeps,
  size: number,
  batch: (tx: Tx, due: { at: number; size: number }) => Promise<number>,
): Promise<void> {
  let processed: number;
  do {
    processed = await database.transaction((tx) => batch(tx, { at: clock.now(), size }));
    if (processed > 0) bus.publish(MEMBER_EVENTS_WAKE, null);
  } while (processed >= size);
}
