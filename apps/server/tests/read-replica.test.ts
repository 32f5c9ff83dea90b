/** Lists from a standby: a member never sees an earlier state than before, however late or lost the standby is. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { arrayOf, bool, int4 } from '../src/platform/database/columns.ts';
import type { Database, Reader } from '../src/platform/database/database.ts';
import {
  type ReplicatedServer,
  runAsAdmin,
} from '../src/platform/database/embedded/replicated-server.ts';
import { startStandby } from '../src/platform/database/embedded/standby.ts';
import { openDatabase, openReplica } from '../src/platform/database/open-database.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { createReplicaReader } from '../src/platform/database/read-replica.ts';
import { freePort } from './support/free-port.ts';
import { type ServerPair, startPair } from './support/server-pair.ts';

const write = defineStatement({
  name: 'test.writeEntry',
  text: 'insert into entries (id) values ($1)',
  params: [int4],
});
const read = defineQuery({
  name: 'test.entries',
  text: 'select coalesce(array_agg(id order by id), $1::int[]) as ids, pg_is_in_recovery() as is_standby from entries',
  params: [arrayOf(int4)],
  row: { ids: arrayOf(int4), isStandby: bool },
});

const urlOf = ({ port, password }: ReplicatedServer) =>
  `postgres://tern_login:${password}@127.0.0.1:${port}/tern`;

let pair: ServerPair;
let primary: Database;
let replica: ReturnType<typeof openReplica>;
let lists: Reader;
let rests: string[];
let written = 0;

beforeAll(async () => {
  pair = await startPair({ fast: true });
  await runAsAdmin(
    pair.primary(),
    'create table entries (id int primary key)',
    'grant all on entries to tern_login',
  );
});

afterAll(() => pair?.remove());

beforeEach(async () => {
  primary = await openDatabase({ connection: { url: pair.url }, allowUnsafe: true });
  replica = openReplica({ connection: { url: urlOf(pair.standby()) } });
  rests = [];
  lists = createReplicaReader(primary, replica.reader, (reason) => rests.push(reason));
});

afterEach(async () => {
  await Promise.all([primary.close(), replica.close()]);
});

const add = async () => {
  written += 1;
  await primary.transaction((tx) => tx.run(write, [written]));
};
const list = () => lists.one(read, [[]]);
const all = () => Array.from({ length: written }, (_, at) => at + 1);

it('gives each writer its own writes, from the standby', async () => {
  const places = [];
  for (let round = 0; round < 30; round += 1) {
    await add();
    const { ids, isStandby } = await list();
    expect(ids).toEqual(all());
    places.push(isStandby);
  }
  expect(places).toContain(true);
});

it('asks the primary while the standby is late, without waiting each time', async () => {
  await runAsAdmin(pair.standby(), 'select pg_wal_replay_pause()');
  try {
    await add();
    expect(await list()).toEqual({ ids: all(), isStandby: false });
    expect(rests).toEqual(['the replica is late']);
    const startedAt = performance.now();
    await add();
    expect(await list()).toEqual({ ids: all(), isStandby: false });
    expect(await list()).toEqual({ ids: all(), isStandby: false });
    expect(rests.length).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 1_000);
  } finally {
    await runAsAdmin(pair.standby(), 'select pg_wal_replay_resume()');
  }
  await expect.poll(async () => (await list()).isStandby).toBe(true);
});

it('asks the primary while the standby is away', async () => {
  await runAsAdmin(
    pair.primary(),
    `alter system set synchronous_standby_names = ''`,
    'select pg_reload_conf()',
  );
  await pair.standby().kill();
  await add();
  expect(await list()).toEqual({ ids: all(), isStandby: false });
  await pair.standby().start();
  await expect.poll(async () => (await list()).isStandby).toBe(true);
});

it('asks the primary when the standby follows an old primary, though its log is longer', async () => {
  const old = pair.primary();
  const third = await startStandby(old, {
    name: 'third',
    dataDir: join(old.dataDir, '..', 'three'),
    port: await freePort(),
  });
  const behindOld = openReplica({ connection: { url: urlOf(third) } });
  try {
    await pair.promote();
    await runAsAdmin(old, 'insert into entries select generate_series(1000001, 1100000)');
    const count = 'select count(*)::int > 100000 from entries';
    await expect.poll(() => runAsAdmin(third, count)).toBe(true);
    // The connections have moved to the promoted server.
    await expect.poll(async () => (await primary.one(read, [[]])).ids).toEqual(all());
    const reader = createReplicaReader(primary, behindOld.reader, (reason) => rests.push(reason));
    expect(await reader.one(read, [[]])).toEqual({ ids: all(), isStandby: false });
    expect(rests).toEqual(['the replica does not follow the primary']);
  } finally {
    await behindOld.close();
    await third.kill();
  }
});
