/** Screens all known names and addresses against what lists changed, and opens cases that are missing: in the background, in parts. */
import { openMissingCases } from '../../../kernel/cases/hit-cases.ts';
import { screenValue } from '../../../kernel/screening/screen.ts';
import { valuesDue } from '../../../kernel/screening/store-hits.ts';
import { newestVersion } from '../../../kernel/screening/store-lists.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import type { ScreeningDeps } from './deps.ts';

/** Of one transaction. */
const PART = 100;

export async function screenAgain(
  { database, clock, reviews }: Pick<ScreeningDeps, 'database' | 'clock' | 'reviews'>,
  ending?: AbortSignal,
): Promise<void> {
  const screened = await inParts(database, ending, async (tx) => {
    const { version } = await tx.one(newestVersion, []);
    const due = await tx.many(valuesDue, [version, PART]);
    for (const value of due) await screenValue(tx, value, clock.now());
    return due.length;
  });
  const opened = await inParts(database, ending, (tx) => openMissingCases(tx, PART, clock.now()));
  if (screened + opened > 0) reviews.announce();
}

/** Each part in a transaction, until one is not full. Gives how many there were. */
async function inParts(
  database: Database,
  ending: AbortSignal | undefined,
  part: (tx: Tx) => Promise<number>,
): Promise<number> {
  let total = 0;
  let done = PART;
  while (done === PART && ending?.aborted !== true) {
    done = await database.transaction(part);
    total += done;
  }
  return total;
}
