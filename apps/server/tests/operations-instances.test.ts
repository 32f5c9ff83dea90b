/** The operations page of several instances on one database: each by its leases and what it uses, and their sums (ADR 65). */
import { mkdtempSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createLeases } from '../src/kernel/leases/create-leases.ts';
import type { Leases } from '../src/kernel/leases/leases.ts';
import type { Role } from '../src/kernel/leases/roles.ts';
import { systemClock } from '../src/platform/clock.ts';
import { int8, text } from '../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { createLog } from '../src/platform/log.ts';
import { systemRandom } from '../src/platform/random.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { freshDatabase } from './support/database.ts';
import { joinBuses } from './support/joined-buses.ts';
import { createConsole } from './support/operator-client.ts';
import { scrape, valueOf } from './support/scrape.ts';
import { startServer, type TestServer } from './support/server.ts';

const epochOf = defineQuery({
  name: 'test.epochOfLease',
  text: 'select epoch from leases where name = $1',
  params: [text],
  row: { epoch: int8 },
});

interface Instance {
  readonly server: TestServer;
  readonly leases: Leases;
}

const clock = { now: () => systemClock.now(), advance: () => undefined } as never;
const buses = joinBuses();
let deployment: TestServer['deployment'];
/** Engines and sockets. */
let engine: Instance;
/** Calls and jobs. */
let jobs: Instance;
/** Calls alone: it measures nothing for the others. */
let api: Instance;
let token: string;

async function start(name: string, roles: readonly Role[]): Promise<Instance> {
  const bus = buses.join();
  const leases = await createLeases(
    {
      database: deployment.fresh.database,
      clock: systemClock,
      log: createLog('silent'),
      random: systemRandom,
      bus,
    },
    { name, roles, version: '1.4.0', schema: '9999', isShared: true },
  );
  const given = { beside: { deployment }, bus, leases, roles, hasMetrics: true };
  return { server: await startServer(given), leases };
}

beforeAll(async () => {
  deployment = {
    fresh: await freshDatabase({ poolSize: 16 }),
    folder: mkdtempSync(join(tmpdir(), 'tern-server-')),
    secretBox: createSecretBox(randomBytes(32)),
  };
  jobs = await start('host-1 100', ['api', 'jobs']);
  engine = await start('host-2 200', ['engine', 'feed']);
  api = await start('host-3 300', ['api']);
  token = (await createConsole(jobs.server, clock).enrolled(['auditor'])).token;
}, 240_000);

afterAll(async () => {
  for (const instance of [api, jobs]) await instance?.server.stop();
  await deployment?.fresh.drop();
  if (deployment !== undefined) rmSync(deployment.folder, { recursive: true, force: true });
});

const stateOf = ({ server }: Instance) =>
  createConsole(server, clock).data('GET /operator/operations/state', { span: 'hour' }, token);

/** No heartbeat is older. */
const begunAt = Date.now();
const patience = { timeout: 60_000, interval: 200 };

it('shows each instance, its roles, its release, its leases with their epochs and what it uses', async () => {
  await expect
    .poll(
      async () =>
        (await stateOf(api)).instances!.all.map(
          ({ figures }) => (figures?.processor ?? null) !== null,
        ),
      patience,
    )
    .toEqual([true, true, true]);
  const { all, unheld } = (await stateOf(api)).instances!;
  expect(all).toMatchObject([
    { name: 'host-1 100', state: 'works', roles: ['api', 'jobs'], version: '1.4.0', engines: [] },
    { name: 'host-2 200', state: 'works', roles: ['engine', 'feed'], works: [] },
    { name: 'host-3 300', state: 'works', roles: ['api'], engines: [], works: [] },
  ]);
  expect(all.map(({ isAnswering }) => isAnswering)).toEqual([false, false, true]);
  // While the others started, the one thread of this test could not renew every lease.
  const epochIn = async (name: string) =>
    (await deployment.fresh.database.one(epochOf, [name])).epoch;
  const [pricing, measure] = ['pricing', 'job.operations.measure'];
  expect(all[0]!.works).toContainEqual({ name: pricing, epoch: await epochIn(pricing!) });
  expect(all[0]!.works).toContainEqual({ name: measure, epoch: await epochIn(measure!) });
  expect(all[1]!.engines).toContainEqual({
    symbol: 'btcusdt',
    epoch: await epochIn('spot.engine.1'),
  });
  for (const { heartbeatMs, clockOffsetMs, figures } of all) {
    expect(heartbeatMs).toBeLessThan(Date.now() - begunAt);
    expect(Math.abs(clockOffsetMs)).toBeLessThan(1_000);
    expect(figures!.memory).toBeGreaterThan(10_000_000);
    expect(figures!.processor).toBeGreaterThan(0);
  }
  expect(unheld).toEqual({ engines: [], works: [] });
});

it('adds up sockets and counts the calls of all instances, in every instance', async () => {
  const socket = new WebSocket(`${engine.server.url().replace('http', 'ws')}/ws`);
  await once(socket, 'open');
  await api.server.api.call('GET /base/site', {});
  for (const asked of [jobs, api]) {
    await expect
      .poll(async () => {
        const { figures, instances } = await stateOf(asked);
        const of = (key: string) => figures.find((each) => each.key === key)!.value;
        return {
          sum: of('sockets'),
          each: instances!.all.map((instance) => instance.figures?.sockets),
          isAnswerTimeKnown: of('answerTime') !== null,
        };
      }, patience)
      .toEqual({ sum: 1, each: [0, 1, 0], isAnswerTimeKnown: true });
  }
  socket.terminate();
});

it('shows what one instance has measured for all also in the others, and exports it once', async () => {
  await expect.poll(async () => (await stateOf(api)).database, patience).not.toBeNull();
  const of = async ({ server }: Instance, name: string) =>
    valueOf(await scrape(server.metricsUrl()), name, {});
  // Not while the one thread of this test was too late to renew its lease.
  await expect.poll(() => of(jobs, 'tern_database_size_bytes'), patience).toBeGreaterThan(0);
  expect(await of(api, 'tern_database_size_bytes')).toBeUndefined();
  expect(await of(api, 'tern_sample_timestamp_seconds')).toBeUndefined();
});

it('exports no old values once another instance measures, as after it hung and went on', async () => {
  const change = (name: string, text: string) =>
    deployment.fresh.owner.transaction((tx) =>
      tx.run(defineStatement({ name: `test.${name}`, text, params: [] }), []),
    );
  const sampledAt = async () =>
    valueOf(await scrape(jobs.server.metricsUrl()), 'tern_sample_timestamp_seconds', {});
  await expect.poll(sampledAt, patience).toBeGreaterThan(0);
  await change(
    'addMeasuring',
    `insert into programs (id, name, roles, version, schema, heartbeat_at, clock_offset, competes)
      values ('z', 'host-7 1', '{api}', '1', '1', now() + interval '1 hour', 0, true)`,
  );
  await change(
    'takeMeasuring',
    `update leases set program = 'z', epoch = epoch + 1 where name = 'job.operations.measure'`,
  );
  await expect.poll(sampledAt, patience).toBeUndefined();
  await change('removeMeasuring', `delete from programs where id = 'z'`);
  await expect.poll(sampledAt, patience).toBeGreaterThan(0);
});

it('exports the leases of each instance, its heartbeat and its clock', async () => {
  const [ofEngine, ofApi] = [
    await scrape(engine.server.metricsUrl()),
    await scrape(api.server.metricsUrl()),
  ];
  const engines = valueOf(ofApi, 'tern_leases', { kind: 'engine' });
  expect(engines).toBeGreaterThan(1);
  expect(valueOf(ofEngine, 'tern_leases_held', { kind: 'engine' })).toBe(engines);
  expect(valueOf(ofEngine, 'tern_leases_taken_total', { kind: 'engine' })).toBeGreaterThanOrEqual(
    engines!,
  );
  expect(valueOf(ofEngine, 'tern_engine_held', { symbol: 'btcusdt' })).toBe(1);
  expect(valueOf(ofApi, 'tern_engine_held', { symbol: 'btcusdt' })).toBe(0);
  expect(valueOf(ofApi, 'tern_leases_held', {})).toBe(0);
  expect(valueOf(ofApi, 'tern_price_ticks_behind', {})).toBeLessThan(10);
  const beat = valueOf(ofApi, 'tern_instance_heartbeat_timestamp_seconds', {})!;
  expect(beat).toBeGreaterThan(begunAt / 1_000);
  expect(beat).toBeLessThanOrEqual(Date.now() / 1_000);
  expect(Math.abs(valueOf(ofApi, 'tern_instance_clock_offset_seconds', {})!)).toBeLessThan(1);
  expect(valueOf(ofApi, 'tern_instance_active', {})).toBe(1);
});

it('shows an instance that has fallen silent, and one whose clock is wrong', async () => {
  const add = defineStatement({
    name: 'test.addInstances',
    text: `insert into programs (id, name, roles, version, schema, heartbeat_at, clock_offset, competes) values
      ('x', 'host-8 1', '{api}', '1', '1', now() - interval '10 seconds', 0, true),
      ('y', 'host-9 1', '{api}', '1', '1', now(), 5000, false)`,
    params: [],
  });
  await deployment.fresh.owner.transaction((tx) => tx.run(add, []));
  const { all } = (await stateOf(api)).instances!;
  expect(all.slice(-2)).toMatchObject([
    { name: 'host-8 1', state: 'silent', figures: null },
    { name: 'host-9 1', state: 'leaving', clockOffsetMs: 5_000, figures: null },
  ]);
});

// The last one: it stops the instance with the engines.
it('names the markets whose engine no instance has', async () => {
  await engine.server.stop();
  const { unheld } = (await stateOf(api)).instances!;
  expect(unheld.engines.map(({ symbol }) => symbol)).toContain('btcusdt');
  expect(unheld.works).toEqual([]);
  const held = valueOf(await scrape(api.server.metricsUrl()), 'tern_leases_held', {});
  expect(held).toBe(0);
});
