/** Devices that move between two whole instances on one database. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MEMBER_EVENTS_WAKE, recordMemberEvents } from '../src/kernel/events/member-events.ts';
import { type JoinedBus, joinBuses } from './support/joined-buses.ts';
import { type Device, welcomedDevice } from './support/live-client.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';
import { shareLeases } from './support/shared-leases.ts';

let one: TestServer;
let other: TestServer;
let otherBus: JoinedBus;
let person: Person;

beforeAll(async () => {
  const buses = joinBuses();
  const leases = shareLeases();
  otherBus = buses.join();
  one = await startServer({ prices: 'still', bus: buses.join(), leases: leases.join() });
  other = await startServer({ beside: one, prices: 'still', bus: otherBus, leases: leases.join() });
  person = await one.register();
}, 120_000);

afterAll(async () => {
  await other?.stop();
  await one?.stop();
});

async function record(...numbers: number[]) {
  const { memberId } = person;
  for (const n of numbers) {
    await one.fresh.database.transaction((tx) =>
      recordMemberEvents(tx, [{ memberId, topic: 'spot.order', data: { n } }], Date.now()),
    );
  }
  one.bus().publish(MEMBER_EVENTS_WAKE, null);
}

const numbersOf = (device: Device) =>
  device
    .events()
    .filter(({ topic }) => topic === 'spot.order')
    .map(({ data }) => (data as { n: number }).n);

const cursorOf = (device: Device) => {
  const last = device.received.at(-1)!;
  return 'cursor' in last ? last.cursor : '';
};

it('A device moves to an instance that has read less, and misses and repeats nothing', async () => {
  const { token } = person;
  const device = await welcomedDevice(one.url(), { token });
  otherBus.cut();
  await record(1, 2, 3);
  await device.until(() => numbersOf(device).length === 3);
  const after = cursorOf(device);
  const moved = await welcomedDevice(other.url(), { token, after });
  expect(moved.received[0]).toEqual({ kind: 'welcome', cursor: after });
  await record(4, 5);
  await moved.until(() => numbersOf(moved).length >= 2);
  expect(numbersOf(moved)).toEqual([4, 5]);
  otherBus.heal();
  await record(6);
  await moved.until(() => numbersOf(moved).length >= 3);
  // And back, behind: it receives what it missed.
  const back = await welcomedDevice(one.url(), { token, after });
  await back.until(() => numbersOf(back).length >= 3);
  expect(numbersOf(back)).toEqual([4, 5, 6]);
  for (const each of [device, moved, back]) each.socket.terminate();
});

it('A cursor that the database has never reached asks the device to reload', async () => {
  const { token } = person;
  const device = await welcomedDevice(other.url(), { token, after: '9007199254740991.1' });
  expect(device.received[0]).toMatchObject({ kind: 'restart' });
  device.socket.terminate();
});

it('A device is disconnected when its session ends at another instance, also if it receives no message', async () => {
  const someone = await one.register();
  const device = await welcomedDevice(other.url(), { token: someone.token });
  await one.api.data('POST /user/logout', {}, { token: someone.token });
  await device.until((each) => each.closed() !== undefined);
  const someoneElse = await one.register();
  const lost = await welcomedDevice(other.url(), { token: someoneElse.token });
  otherBus.cut();
  await one.api.data('POST /user/logout', {}, { token: someoneElse.token });
  await lost.until((each) => each.closed() !== undefined);
  expect(lost.received.at(-1)).toMatchObject({ kind: 'refused', code: 4016 });
  otherBus.heal();
});

it('Calls are answered by both instances, with one session', async () => {
  const { token } = person;
  for (const server of [one, other]) {
    const { code } = await server.api.call('GET /user/mycoin', { cate: 1 }, { token });
    expect(code).toBe(0);
  }
});
