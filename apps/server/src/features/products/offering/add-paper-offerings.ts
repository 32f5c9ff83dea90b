/** In paper mode one offering has always ended, one is open and one is coming: adds the ones that are missing. */
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { addPaper } from './store.ts';

/** The database has their terms and adds each once; in live mode it adds none. */
export async function addPaperOfferings(deps: { database: Database; clock: Clock }): Promise<void> {
  const { database, clock } = deps;
  await database.transaction((tx) => tx.run(addPaper, [clock.now()]));
}
