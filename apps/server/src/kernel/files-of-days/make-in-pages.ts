/**
 * Makes files in the background, a page of rows per transaction: after a restart the next instance goes on behind the last page; old files
 * are removed (ADR 97).
 */
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/durations.ts';
import type { PackedParts } from './packed-parts.ts';

/** Files are kept for a week. */
const KEPT_MS = 7 * DAY_MS;

export interface MadeInPages {
  readonly parts: PackedParts;
  /** The oldest file that is not made yet. */
  next(database: Database): Promise<{ readonly id: number } | undefined>;
  /** False when there are no more rows. */
  addPage(id: number): Promise<boolean>;
  finish(id: number): Promise<void>;
  /** The oldest file that was made before. */
  madeBefore(tx: Tx, at: number): Promise<{ readonly id: number } | undefined>;
  markRemoved(tx: Tx, id: number): Promise<unknown>;
}

/** Makes all that wait, then removes old ones. */
export async function makeInPages(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  files: MadeInPages,
  ending?: AbortSignal,
): Promise<void> {
  for (;;) {
    const file = ending?.aborted ? undefined : await files.next(database);
    if (file === undefined) break;
    let isMaking = true;
    while (isMaking && !ending?.aborted) isMaking = await files.addPage(file.id);
    if (!isMaking) await files.finish(file.id);
  }
  let isLeft = true;
  while (isLeft && !ending?.aborted) {
    isLeft = await database.transaction((tx) => removeOldest(tx, files, clock.now() - KEPT_MS));
  }
}

/** False when there is none. */
async function removeOldest(tx: Tx, files: MadeInPages, before: number): Promise<boolean> {
  const file = await files.madeBefore(tx, before);
  if (file === undefined) return false;
  await files.markRemoved(tx, file.id);
  await files.parts.remove(tx, file.id);
  return true;
}
