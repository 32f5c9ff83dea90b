/** Packs the record of days whose files are published, so that it takes a fraction of its room (ADR 113). */
import type { InstrumentRegistry } from '../../../../kernel/catalog/instruments.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import { restsOf } from '../../../../platform/rests.ts';
import { packRecord } from './store-files.ts';

export interface PackDaysDeps {
  readonly database: Database;
  readonly instruments: InstrumentRegistry;
}

/** Our choice: a receipt unpacks so many of each market of its second. With 1,000 a pack is 3 % smaller and takes 2.5 times as long. */
const NUMBERS_MAX = 250;
/** Our choice: orders that are placed meanwhile get most of the core. */
const RESTS = { factor: 2, allMs: 5 * MINUTE_MS };

/** A pack is one transaction: the rows go when it is there. */
export async function packDays(
  { database, instruments }: PackDaysDeps,
  most = NUMBERS_MAX,
): Promise<void> {
  const rest = restsOf(RESTS);
  for (const { id } of instruments.all) {
    for (;;) {
      const startedAt = performance.now();
      const packed = await database.transaction((tx) => packRecord(tx, id, most));
      if (packed === 0) break;
      await rest(performance.now() - startedAt);
    }
  }
}
