/** A primary and its standby: what a commit waits for, and what the standby has when it takes over. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../../tests/support/free-port.ts';
import { type ReplicatedServer, runAsAdmin, startPrimary } from './replicated-server.ts';
import { promote, startStandby, waitFor } from './standby.ts';

let home: string;
const servers: ReplicatedServer[] = [];

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'tern-standby-'));
});

afterAll(async () => {
  for (const server of servers) await server.stop();
  rmSync(home, { recursive: true, force: true });
});

test('a promoted standby has every acknowledged commit, and the old primary follows it from then on', async () => {
  const place = async (name: string) => ({ dataDir: join(home, name), port: await freePort() });
  const a = await startPrimary({ ...(await place('a')), password: 'secret', fast: true });
  servers.push(a);
  await runAsAdmin(a, 'create table acknowledged (id int)');
  const b = await startStandby(a, { name: 'b', ...(await place('b')) });
  servers.push(b);
  await waitFor(a, ['b']);
  await runAsAdmin(a, 'insert into acknowledged select generate_series(1, 1000)');
  expect(await runAsAdmin(b, 'select pg_is_in_recovery()')).toBe(true);
  await a.kill();
  await promote(b);
  expect(await runAsAdmin(b, 'select count(*)::int from acknowledged')).toBe(1000);

  const again = await startStandby(b, { name: 'a', dataDir: a.dataDir, port: a.port });
  servers[0] = again;
  await waitFor(b, ['a']);
  await runAsAdmin(b, 'insert into acknowledged values (1001)');
  await expect.poll(() => runAsAdmin(again, 'select count(*)::int from acknowledged')).toBe(1001);
});
