/** The database of instances that start: prepared once, however many start together, and never taken from under one that runs. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openStorage, type Storage } from '../src/app/open-storage.ts';
import { changedGuards } from '../src/kernel/invariants/schema-guards.ts';
import { createLeases } from '../src/kernel/leases/create-leases.ts';
import { createLocalBus } from '../src/platform/bus.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';
import { systemRandom } from '../src/platform/random.ts';
import { MIGRATIONS } from './support/cluster.ts';
import { type OwnPostgres, startOwnPostgres } from './support/own-postgres.ts';

const CONTRACTS = `-- feature: kernel
-- contracts: the release before still reads the names
create table release_notes (id int primary key);
`;

const log = createLog('silent');
let postgres: OwnPostgres;
let folder: string;
let opened: Storage[];

beforeAll(async () => {
  postgres = await startOwnPostgres();
  folder = mkdtempSync(join(tmpdir(), 'tern-storage-'));
  mkdirSync(join(folder, 'data'));
  opened = [];
});
afterEach(async () => {
  for (const storage of opened.splice(0)) await storage.close();
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true });
});

async function open(migrations = MIGRATIONS): Promise<Storage> {
  const storage = await openStorage({
    config: {
      dataDir: join(folder, 'data'),
      database: { url: postgres.url, ownerUrl: undefined, readUrl: undefined },
      mode: 'paper',
      backup: undefined,
      secretsKeyFile: join(folder, 'data', 'secrets.key'),
    },
    migrations,
    version: '1.4.0',
    log,
    onProgress: () => undefined,
  });
  opened.push(storage);
  return storage;
}

/** The migrations, and one more. */
function nextRelease(name: string, sql: string): string {
  const next = join(folder, name);
  cpSync(MIGRATIONS, next, { recursive: true });
  writeFileSync(join(next, `${name}.sql`), sql);
  return next;
}

/** An instance of the release before, which lives until it is stopped. */
const olderInstance = ({ database, schema }: Storage) =>
  createLeases(
    { database, clock: systemClock, random: systemRandom, log, bus: createLocalBus(() => {}) },
    { name: 'host-1 4711', roles: ['api'], version: '1.3.5', schema, isShared: true },
  );

it('instances that start together on an empty database prepare it once, with its guards', async () => {
  const [first] = await Promise.all([open(), open(), open(), open()]);
  expect(await changedGuards(first!.database)).toEqual([]);
});

it('a migration that takes something away waits until no older instance lives, and names it', async () => {
  const leases = await olderInstance(await open());
  const next = nextRelease('9998-contracts', CONTRACTS);
  await expect(open(next)).rejects.toThrow(
    'The migration 9998-contracts.sql takes away what an older Tern still uses, and one runs on this database: Tern 1.3.5 (host-1 4711).',
  );
  await leases.stop();
  expect((await open(next)).schema).toBe('9998-contracts');
});
