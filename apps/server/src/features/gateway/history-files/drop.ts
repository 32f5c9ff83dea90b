/** Drops the files that are too old or need too much room: their rows, hashes and proofs stay (ADR 80). */
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type Keeping, monthsToDrop } from './keeping.ts';
import { dropFiles, storedMonths } from './store.ts';

export interface DropDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keeping: Keeping;
}

/** A publication is a transaction, those of months first: files of months are read from those of their days. */
export async function dropDue(
  { database, clock, keeping }: DropDeps,
  ending?: AbortSignal,
): Promise<void> {
  const now = clock.now();
  for (const month of monthsToDrop(await storedMonths(database), keeping, now)) {
    const inOrder = month.publications.toSorted(
      (left, right) => Number(isOfMonth(right)) - Number(isOfMonth(left)),
    );
    for (const publication of inOrder) {
      if (ending?.aborted) return;
      const { isKlines } = month;
      await database.transaction((tx) => dropFiles(tx, { publication, isKlines, at: now }));
    }
  }
}

const isOfMonth = (publication: string) =>
  publication.startsWith('monthly/') || publication.endsWith('-month');
