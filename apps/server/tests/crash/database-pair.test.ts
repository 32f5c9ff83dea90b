import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Databases, startDatabases } from '../../src/commands/cluster/databases.ts';
import { isAlive, signalWithChildren } from '../../src/platform/database/embedded/processes.ts';
import { freePort } from '../support/free-port.ts';

let home: string;
let pair: Databases;
let options: Parameters<typeof startDatabases>[0];
const lines: string[] = [];

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'tern-pair-'));
  options = {
    dataDir: home,
    ports: [await freePort(), await freePort()],
    password: 'secret',
    onLine: (line) => lines.push(line),
  };
  pair = await startDatabases(options);
  await asOwner('create table acknowledged (id int primary key)');
});

afterAll(async () => {
  await pair?.stop();
  rmSync(home, { recursive: true, force: true });
});

/** On whichever server is the primary. */
async function asOwner(sql: string): Promise<number> {
  const { servers } = await pair.status();
  for (const { port } of servers) {
    const client = new Client({
      host: '127.0.0.1',
      port,
      user: 'tern_owner',
      password: 'secret',
      database: 'tern',
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ standby: boolean }>(
        'select pg_is_in_recovery() as standby',
      );
      if (rows[0]!.standby) continue;
      const result = await client.query<{ count: number }>(sql);
      return result.rows[0]?.count ?? 0;
    } catch (error) {
      lines.push(String(error));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw new Error(`no primary took it:\n${lines.join('\n')}`);
}

const count = () => asOwner('select count(*)::int as count from acknowledged');

/** A server that is being copied, or has just been promoted, may answer late: only the number of rows is compared. */
const untilCounted = (rows: number) =>
  expect.poll(() => count().catch(String), { timeout: 60_000 }).toBe(rows);

const untilCommitted = (id: number) =>
  expect
    .poll(
      () =>
        asOwner(`insert into acknowledged values (${id}) on conflict do nothing`).then(
          () => true,
          String,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);

async function inState(role: 'primary' | 'standby') {
  const { servers } = await pair.status();
  return servers.find((each) => each.role === role && each.state === 'running');
}

const isSynchronous = async () => (await inState('standby'))?.isSynchronous ?? false;

test('a killed primary is replaced by its standby with every acknowledged row, and follows it then', async () => {
  for (let round = 1; round <= 3; round += 1) {
    await expect.poll(isSynchronous, { timeout: 60_000 }).toBe(true);
    await untilCommitted(round);
    const killed = (await inState('primary'))!.name;
    pair.kill(killed);
    const newPrimary = async () => (await inState('primary'))?.name;
    await expect.poll(newPrimary, { timeout: 60_000 }).not.toBeOneOf([killed, undefined]);
    await untilCounted(round);
  }
});

test('commits wait no longer for a standby that is killed or stopped, and again when it is back', async () => {
  for (const act of ['kill', 'pause'] as const) {
    await expect.poll(isSynchronous, { timeout: 60_000 }).toBe(true);
    const { name } = (await inState('standby'))!;
    pair[act](name);
    await untilCommitted(act === 'kill' ? 11 : 12);
    if (act === 'pause') pair.resume(name);
  }
  await expect.poll(isSynchronous, { timeout: 60_000 }).toBe(true);
});

test('a standby without all commits does not take over: the primary comes back with them', async () => {
  const { name: standby } = (await inState('standby'))!;
  const { name: primary } = (await inState('primary'))!;
  pair.pause(standby);
  await expect.poll(isSynchronous).toBe(false);
  await untilCommitted(21);
  const before = await count();
  await expect(pair.promote(standby)).rejects.toThrow('must not take over');
  pair.kill(primary);
  const back = async () => (await inState('primary'))?.name;
  await expect.poll(back, { timeout: 60_000 }).toBe(primary);
  await untilCounted(before);
  pair.resume(standby);
  await expect.poll(isSynchronous, { timeout: 60_000 }).toBe(true);
});

test('a primary that is stopped, by the page or from a shell, is replaced by its standby with every acknowledged row', async () => {
  for (const way of ['page', 'shell'] as const) {
    await expect.poll(isSynchronous, { timeout: 60_000 }).toBe(true);
    const before = await count();
    const { name, pid } = (await inState('primary'))!;
    if (way === 'page') pair.pause(name);
    // Nobody tells the pair.
    else signalWithChildren(pid!, 'SIGSTOP');
    await expect
      .poll(async () => (await pair.status()).servers.find((each) => each.name === name)!.state)
      .toBe('paused');
    const newPrimary = async () => (await inState('primary'))?.name;
    await expect.poll(newPrimary, { timeout: 60_000 }).not.toBeOneOf([name, undefined]);
    await untilCounted(before);
    expect(isAlive(pid!)).toBe(false);
  }
});

test('a primary that is killed a moment after its standby was stopped comes back or is replaced, with every acknowledged row', async () => {
  await expect.poll(isSynchronous, { timeout: 60_000 }).toBe(true);
  await untilCommitted(31);
  const before = await count();
  const standby = (await inState('standby'))!;
  const primary = (await inState('primary'))!;
  signalWithChildren(standby.pid!, 'SIGSTOP');
  pair.kill(primary.name);
  await untilCounted(before);
  pair.resume(standby.name);
  await expect.poll(isSynchronous, { timeout: 60_000 }).toBe(true);
});

test('commits go on alone even if the primary did not answer when the standby was stopped', async () => {
  await expect.poll(isSynchronous, { timeout: 60_000 }).toBe(true);
  const { pid } = (await inState('primary'))!;
  const standby = (await inState('standby'))!.name;
  const before = lines.length;
  pair.pause(standby);
  signalWithChildren(pid!, 'SIGSTOP');
  const said = () => lines.slice(before).join();
  await expect
    .poll(said, { timeout: 60_000 })
    .toMatch(/will be tried again|no standby with all commits runs/);
  signalWithChildren(pid!, 'SIGCONT');
  await untilCommitted(41);
  pair.resume(standby);
  await expect.poll(isSynchronous, { timeout: 60_000 }).toBe(true);
});

test('the operator promotes the standby, and the old primary takes nothing any more', async () => {
  const { name } = (await inState('primary'))!;
  await pair.promote((await inState('standby'))!.name);
  expect((await inState('primary'))!.name).not.toBe(name);
  await expect.poll(isSynchronous, { timeout: 60_000 }).toBe(true);
});

test('the pair starts again on its folders, also when it was stopped while commits waited for the standby', async () => {
  await expect.poll(isSynchronous, { timeout: 60_000 }).toBe(true);
  const before = await count();
  const { name } = (await inState('primary'))!;
  await pair.stop();
  pair = await startDatabases(options);
  expect((await inState('primary'))!.name).toBe(name);
  await untilCounted(before);
  await expect.poll(isSynchronous, { timeout: 60_000 }).toBe(true);
});

test('a pair that ended in the middle of a take-over goes on with the standby, which alone may have taken writes', async () => {
  const before = await count();
  const { name } = (await inState('standby'))!;
  await pair.stop();
  // As the take-over writes it before it promotes.
  writeFileSync(join(home, 'primary'), name);
  pair = await startDatabases(options);
  expect((await inState('primary'))!.name).toBe(name);
  await untilCounted(before);
  await expect.poll(isSynchronous, { timeout: 60_000 }).toBe(true);
});
