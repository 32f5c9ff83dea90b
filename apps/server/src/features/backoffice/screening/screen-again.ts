/** Screens all known names and addresses against what lists changed, in the background and in parts. */
import { screenValue } from '../../../kernel/screening/screen.ts';
import { valuesDue } from '../../../kernel/screening/store-hits.ts';
import { newestVersion } from '../../../kernel/screening/store-lists.ts';
import type { ScreeningDeps } from './deps.ts';

/** Of one transaction. */
const PART = 100;

export async function screenAgain(
  { database, clock, reviews }: Pick<ScreeningDeps, 'database' | 'clock' | 'reviews'>,
  ending?: AbortSignal,
): Promise<void> {
  let screened = PART;
  let isAnyScreened = false;
  while (screened === PART && ending?.aborted !== true) {
    screened = await database.transaction(async (tx) => {
      const { version } = await tx.one(newestVersion, []);
      const due = await tx.many(valuesDue, [version, PART]);
      for (const value of due) await screenValue(tx, value, clock.now());
      return due.length;
    });
    isAnyScreened ||= screened > 0;
  }
  if (isAnyScreened) reviews.announce();
}
