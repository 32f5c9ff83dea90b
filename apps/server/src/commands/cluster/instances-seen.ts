/** What the database says about the instances: their heartbeats and leases. */
import { loadInstruments } from '../../kernel/catalog/instruments.ts';
import { livingInstances } from '../../kernel/leases/lease-rows.ts';
import { APP_ROLE } from '../../platform/database/embedded/provision.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { openDatabase } from '../../platform/database/open-database.ts';

export interface LivingInstance {
  readonly pid: number;
  readonly heartbeatMs: number;
  /** Those of engines with the market's symbol: "spot.engine.btcusdt". */
  readonly leases: readonly string[];
}

interface InstancesSeen {
  /** Undefined while the database does not answer. */
  read(): Promise<LivingInstance[] | undefined>;
  close(): Promise<void>;
}

const WITHIN_MS = 1_000;
const ENGINE = 'spot.engine.';

/** Connects with the first reading: on a busy machine the database answers late. */
export function watchInstances(url: string): InstancesSeen {
  const open = () =>
    openDatabase({
      connection: { url, role: APP_ROLE },
      name: 'cluster',
      poolSize: 1,
      statementTimeoutMs: WITHIN_MS,
      onError: () => undefined,
    });
  let database: Database | undefined;
  let symbols: ReadonlyMap<string, string> | undefined;
  return {
    async read() {
      try {
        database ??= await open();
        symbols ??= await readSymbols(database);
        const rows = await database.many(livingInstances, []);
        const named = (lease: string) => symbols?.get(lease) ?? lease;
        return rows.map(({ name, age, leases }) => ({
          // "host-1 4711"
          pid: Number(name.split(' ').at(-1)),
          heartbeatMs: Number(age),
          leases: leases.map(named),
        }));
      } catch {
        return undefined;
      }
    },
    close: async () => database?.close(),
  };
}

async function readSymbols(reader: Reader): Promise<ReadonlyMap<string, string>> {
  const { all } = await loadInstruments(reader);
  return new Map(all.map(({ id, symbol }) => [`${ENGINE}${id}`, `${ENGINE}${symbol}`]));
}
