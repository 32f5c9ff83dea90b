/** Packs the record of days whose files are published, so that it takes a fraction of its room (ADR 113). */
import type { InstrumentRegistry } from '../../../../kernel/catalog/instruments.ts';
import { isOlderInstanceThere } from '../../../../kernel/leases/lease-rows.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { Log } from '../../../../platform/log.ts';
import { restsOf } from '../../../../platform/rests.ts';
import { packRecord } from './store.ts';

export interface PackDaysDeps {
  readonly database: Database;
  readonly instruments: InstrumentRegistry;
  readonly log: Pick<Log, 'error'>;
}

interface PackBounds {
  /** No pack begins from then on. */
  readonly ending?: AbortSignal | undefined;
  /** Of a pack; the database packs no more than 250 (ADR 113). */
  readonly numbers?: number;
  /** Packs of a run, of all markets together; what is left waits for the next one. */
  readonly packs?: number;
}

/** Instances without this migration read only what is not packed, and would keep books in which the packed numbers are missing. */
const KNOWN_SINCE = '2710';
/** Our choice: more than a million numbers in ten minutes. The first run after an upgrade has the whole history before it. */
const PACKS_MAX = 5_000;
/** Our choice: orders that are placed meanwhile get most of the core, however long a run is. */
const RESTS = { factor: 2, allMs: Infinity };

/** A pack is one transaction: the rows go when it is there. Markets take turns, and one that fails does not stop the others. */
export async function packDays(
  { database, instruments, log }: PackDaysDeps,
  { ending, numbers, packs = PACKS_MAX }: PackBounds = {},
): Promise<void> {
  if ((await database.one(isOlderInstanceThere, [KNOWN_SINCE])).isThere) return;
  const rest = restsOf({ ...RESTS, ending });
  const turns = [...instruments.all];
  for (let made = 0; made < packs && ending?.aborted !== true; ) {
    const market = turns.shift();
    if (market === undefined) return;
    const startedAt = performance.now();
    try {
      const packed = await database.transaction((tx) => packRecord(tx, market.id, numbers));
      if (packed === 0) continue;
    } catch (error) {
      log.error(
        { err: error, symbol: market.symbol },
        'the record of a market could not be packed',
      );
      continue;
    }
    made += 1;
    turns.push(market);
    await rest(performance.now() - startedAt);
  }
}
