/** An instance that is told to stop: not ready first, its sockets move, and what is under way is answered. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLeases } from '../src/kernel/leases/create-leases.ts';
import { ROLES } from '../src/kernel/leases/roles.ts';
import { createLocalBus } from '../src/platform/bus.ts';
import { systemClock } from '../src/platform/clock.ts';
import { int8 } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { createLog } from '../src/platform/log.ts';
import { systemRandom } from '../src/platform/random.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { freshDatabase } from './support/database.ts';
import { openDevice, welcomedDevice } from './support/live-client.ts';
import { startServer, type TestServer } from './support/server.ts';

const DRAIN_MS = 3_000;
const SOCKETS = 20;

const left = defineQuery({
  name: 'test.leftByInstance',
  text: `select (select count(*) from leases where program is not null) as leases, (select count(*) from programs) as programs`,
  params: [],
  row: { leases: int8, programs: int8 },
});

let server: TestServer;
let isStopped: boolean;
beforeEach(async () => {
  server = await startServer();
  isStopped = false;
});
afterEach(async () => {
  vi.useRealTimers();
  if (!isStopped) await server.stop();
});

const readiness = async () => {
  const response = await fetch(`${server.url()}/readyz`);
  return [response.status, ((await response.json()) as { state: string }).state];
};

it('stops being ready immediately, and its sockets move later, one after the other, with code 1012; meanwhile it takes no new ones and still answers calls', async () => {
  const { token } = await server.register();
  const devices = await Promise.all(
    Array.from({ length: SOCKETS }, () => welcomedDevice(server.url(), { token })),
  );
  const closed = () => devices.filter((device) => device.closed() === 1012).length;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  server.drain(DRAIN_MS);
  expect(await readiness()).toEqual([503, 'stopping']);
  devices.push(await welcomedDevice(server.url(), { token }));
  // A load balancer that asks each second learns it before the first one moves.
  vi.advanceTimersByTime(DRAIN_MS / 2 - 1);
  await readiness();
  expect(devices.filter((device) => device.closed() !== undefined)).toEqual([]);
  // Spread: after half of the time, half of them.
  vi.advanceTimersByTime(1 + DRAIN_MS / 5);
  await expect.poll(closed).toBe(SOCKETS / 2 + 1);
  await expect(openDevice(server.url(), { token })).rejects.toThrow('503');
  expect((await server.api.call('GET /user/mycoin', { cate: 1 }, { token })).code).toBe(0);
  vi.advanceTimersByTime(DRAIN_MS / 5);
  await expect.poll(closed).toBe(SOCKETS + 1);
});

it('answers a request that is under way when it stops, accepts no other, and does not wait for a client that never completes its own', async () => {
  const body = JSON.stringify({ from: 1, pageSize: 10 });
  const { hostname, port } = new URL(server.url());
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (data: Buffer) => {
    answer += data.toString();
  });
  const ended = new Promise((resolve) => socket.once('close', resolve));
  const head = [
    'POST /api/base/tradelist HTTP/1.1',
    'host: tern.test',
    'content-type: application/json',
    `content-length: ${body.length}`,
  ];
  await once(socket, 'connect');
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`);
  const silent = connect(Number(port), hostname).on('error', () => undefined);
  await once(silent, 'connect');
  silent.write(
    'POST /api/base/tradelist HTTP/1.1\r\nhost: tern.test\r\ncontent-length: 9\r\n\r\n{',
  );
  // What was sent before has arrived before.
  await readiness();
  isStopped = true;
  const stopped = server.stop();
  const ask = () => fetch(`http://${hostname}:${port}/healthz`).then(() => 'answered', String);
  await expect.poll(ask).not.toBe('answered');
  socket.write(body.slice(5));
  await stopped;
  silent.destroy();
  await ended;
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('"code":0');
});

it('gives the engines and everything else that it held to others when it stops', async () => {
  const fresh = await freshDatabase({ poolSize: 16 });
  const { database } = fresh;
  const folder = mkdtempSync(join(tmpdir(), 'tern-server-'));
  const bus = createLocalBus(() => undefined);
  const parts = {
    database,
    bus,
    clock: systemClock,
    random: systemRandom,
    log: createLog('silent'),
  };
  const leases = await createLeases(parts, {
    name: 'instance-1',
    roles: ROLES,
    version: '1',
    schema: '',
    isShared: true,
  });
  const deployment = { fresh, folder, secretBox: createSecretBox(randomBytes(32)) };
  const instance = await startServer({ beside: { deployment }, leases, bus });
  expect(leases.held().filter((name) => name.startsWith('spot.engine.')).length).toBeGreaterThan(5);
  await instance.stop();
  expect(await database.one(left, [])).toEqual({ leases: 0, programs: 0 });
  await fresh.drop();
  rmSync(folder, { recursive: true });
});
