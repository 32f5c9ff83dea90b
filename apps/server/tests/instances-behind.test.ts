/** Two whole instances on one database, of which one reads no prices any more while the other goes on. */
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { CHAIN_ENDS } from '../src/features/market/pricing/ticks-behind.ts';
import { type JoinedBuses, joinBuses } from './support/joined-buses.ts';
import { welcomedDevice } from './support/live-client.ts';
import { manualClock } from './support/market.ts';
import { startServer, type TestServer } from './support/server.ts';
import { shareLeases } from './support/shared-leases.ts';

const LOOK = 'sockets.drain-stale';

const clock = manualClock();
let publisher: TestServer;
let replica: TestServer;
let buses: JoinedBuses;
let isOfTest = false;

beforeAll(async () => {
  buses = joinBuses();
  // What the publisher says of its own prices each second would undo what this test says.
  buses.loses = (topic) => topic === CHAIN_ENDS && !isOfTest;
  const leases = shareLeases();
  const ownJobs = [LOOK];
  publisher = await startServer({ clock, ownJobs, bus: buses.join(), leases: leases.join() });
  const other = { clock, ownJobs, beside: publisher };
  replica = await startServer({ ...other, bus: buses.join(), leases: leases.join() });
}, 120_000);

afterAll(async () => {
  await replica?.stop();
  await publisher?.stop();
});

beforeEach(() => look(0));

/** The publisher says that it has stored so many ticks more than the replica knows; then both look, or the replica alone. */
async function look(ticks: number, { isAlone = false } = {}): Promise<void> {
  isOfTest = true;
  publisher.bus().publish(CHAIN_ENDS, [['btcusdt', ticks === 0 ? 0 : 1_000_000_000 + ticks]]);
  isOfTest = false;
  if (!isAlone) await publisher.runJob(LOOK);
  await buses.delivered();
  await replica.runJob(LOOK);
}

const readiness = async ({ url }: TestServer) => {
  const response = await fetch(`${url()}/readyz`);
  return [response.status, ((await response.json()) as { state: string }).state];
};

/** "open", or why not. */
async function connect({ url }: TestServer): Promise<string> {
  const socket = new WebSocket(`${url().replace('http', 'ws')}/ws`);
  const outcome = await once(socket, 'open').then(
    () => 'open',
    (error: Error) => error.message,
  );
  socket.terminate();
  return outcome;
}

it('sends its members to other instances, takes no new ones, and takes them again when it has caught up', async () => {
  const { token } = await publisher.register();
  const device = await welcomedDevice(replica.url(), { token });
  await look(11);
  clock.advance(5_000);
  expect(await readiness(replica)).toEqual([200, 'ready']);
  await look(16);
  expect(await readiness(replica)).toEqual([503, 'its prices are behind those of other instances']);
  expect(await readiness(publisher)).toEqual([200, 'ready']);
  await device.until((each) => each.closed() !== undefined);
  // "Service restart": the app connects again within a second.
  expect(device.closed()).toBe(1012);
  expect(await connect(replica)).toMatch(/503/);
  expect(await connect(publisher)).toBe('open');
  await look(0);
  expect(await readiness(replica)).toEqual([200, 'ready']);
  expect(await connect(replica)).toBe('open');
});

it('keeps its members when it is behind for a moment, as after a pause', async () => {
  const { token } = await publisher.register();
  const device = await welcomedDevice(replica.url(), { token });
  await look(11);
  clock.advance(4_900);
  await look(12);
  await look(0);
  clock.advance(5_000);
  await look(11);
  expect(await readiness(replica)).toEqual([200, 'ready']);
  expect(device.closed()).toBeUndefined();
  device.socket.terminate();
});

it('keeps its members when no other instance could take them: all are behind, or gone', async () => {
  const { token } = await publisher.register();
  const device = await welcomedDevice(replica.url(), { token });
  await look(11);
  for (let second = 0; second < 6; second += 1) {
    clock.advance(1_000);
    await look(12, { isAlone: true });
  }
  expect(await readiness(replica)).toEqual([200, 'ready']);
  await look(13);
  expect(await readiness(replica)).toEqual([503, 'its prices are behind those of other instances']);
  clock.advance(4_000);
  await look(14, { isAlone: true });
  expect(await readiness(replica)).toEqual([200, 'ready']);
  expect(await connect(replica)).toBe('open');
  await device.until((each) => each.closed() !== undefined);
});
