import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  MEMBER_EVENTS_WAKE,
  pruneMemberEvents,
  recordMemberEvents,
} from '../src/kernel/events/member-events.ts';
import { int8 } from '../src/platform/database/columns.ts';
import type { Reader } from '../src/platform/database/database.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { type Device, type Greeting, openDevice, welcomedDevice } from './support/live-client.ts';
import { manualClock } from './support/market.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = manualClock();
let server: TestServer;
let person: Person;
const devices: Device[] = [];

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  person = await server.register();
});

afterAll(() => server?.stop());

afterEach(() => {
  for (const device of devices.splice(0)) device.socket.terminate();
});

async function device(greeting: Greeting = { token: person.token }): Promise<Device> {
  const opened = await welcomedDevice(server.url(), greeting);
  devices.push(opened);
  return opened;
}

const restingInput = { symbol: 'btcusdt', mprice: '60000', mnum: '0.001', buytype: 1 };

async function place() {
  const { order } = await server.api.data('POST /bborder/upbbbuy', restingInput, {
    token: person.token,
  });
  return order;
}

async function cancel(id: number) {
  await server.api.data('POST /bborder/clearorder', { id }, { token: person.token });
}

/** Without notices: a new member receives the one of the paper funds at some time after the registration. */
const tradeEvents = (of: Device) =>
  of.events().filter(({ topic }) => topic !== 'notification.added');
const lastCursor = (of: Device) => {
  const last = of.received.at(-1)!;
  return 'cursor' in last ? last.cursor : '';
};

/** Records events of the member, without trading. */
async function recordEvents(...numbers: number[]) {
  const { memberId } = person;
  await server.fresh.database.transaction(async (tx) => {
    const events = numbers.map((n) => ({ memberId, topic: 'spot.order' as const, data: { n } }));
    await recordMemberEvents(tx, events, clock.now());
  });
  server.bus().publish(MEMBER_EVENTS_WAKE, null);
}

/** Every transaction. */
const ALL = Number.MAX_SAFE_INTEGER;

const numbersOf = (of: Device) => tradeEvents(of).map(({ data }) => (data as { n?: number }).n);

const endSessions = defineStatement({
  name: 'test.endSessions',
  text: 'delete from auth_sessions where member_id = $1',
  params: [int8],
});

it('a device is disconnected soon after its session has ended, even if nobody is notified', async () => {
  const other = await server.register();
  const [phone, others] = [await device(), await device({ token: other.token })];
  const { memberId } = other;
  await server.fresh.database.transaction((tx) => tx.run(endSessions, [memberId]));
  await server.runJob('live.check-sessions');
  await others.until(() => others.received.at(-1)?.kind === 'refused');
  expect(others.received.at(-1)).toEqual({ kind: 'refused', code: 4016 });
  expect(phone.socket.readyState).toBe(phone.socket.OPEN);
});

describe('a device of a member', () => {
  it('receives each order and the balances it changed, in order', async () => {
    const phone = await device();
    expect(phone.received[0]).toMatchObject({ kind: 'welcome' });
    const order = await place();
    await phone.until(() => tradeEvents(phone).length >= 2);
    await cancel(order.ID);
    await phone.until(() => tradeEvents(phone).length >= 4);
    const [placed, held, cancelled, released] = tradeEvents(phone);
    expect(tradeEvents(phone).map(({ topic }) => topic)).toEqual([
      'spot.order',
      'assets.balance',
      'spot.order',
      'assets.balance',
    ]);
    expect(placed!.data).toEqual({ ...order, isNew: true });
    expect(held!.data).toEqual([
      { coinname: 'USDT', available: '9940', frozen: '60', total: '10000' },
    ]);
    expect(cancelled!.data).toMatchObject({ ID: order.ID, status: 3 });
    expect(released!.data).toEqual([
      { coinname: 'USDT', available: '10000', frozen: '0', total: '10000' },
    ]);
  });

  it('receives both sides of a trade', async () => {
    const phone = await device();
    const input = { symbol: 'ethusdt', musdt: '100', buytype: 2 };
    const { order } = await server.api.data('POST /bborder/upbbbuy', input, {
      token: person.token,
    });
    await phone.until(() => tradeEvents(phone).length >= 2);
    const [filled, balances] = tradeEvents(phone);
    expect(filled!.data).toMatchObject({
      ...order,
      isNew: true,
      fills: [{ quantity: order.dealNum }],
    });
    const { list } = await server.api.data('GET /user/mycoin', {}, { token: person.token });
    for (const received of balances!.data as { coinname: string }[]) {
      expect(list.find(({ coinname }) => coinname === received.coinname)).toMatchObject(received);
    }
    expect((balances!.data as unknown[]).length).toBe(2);
  });

  it('receives nothing of other members', async () => {
    const stranger = await server.register();
    const phone = await device({ token: stranger.token });
    await cancel((await place()).ID);
    const own = await device();
    await recordEvents(1);
    await own.until((each) => numbersOf(each).includes(1));
    expect(tradeEvents(phone)).toEqual([]);
  });

  it('gets a pong for each ping, before and after its hello', async () => {
    const phone = await openDevice(server.url());
    devices.push(phone);
    phone.socket.send('{"ping":1}');
    await phone.until(({ received }) => received.length === 1);
    phone.socket.send(JSON.stringify({ token: person.token }));
    phone.socket.send('{"ping":2}');
    await phone.until(({ received }) => received.length === 3);
    expect(phone.received.map(({ kind }) => kind).toSorted()).toEqual(['pong', 'pong', 'welcome']);
  });
});

describe('a device that reconnects', () => {
  it('receives every event once, wherever its connection ended', async () => {
    const watcher = await device();
    const all: number[] = [];
    const seen: number[] = [];
    let after = lastCursor(watcher);
    for (let round = 0; round < 10; round += 1) {
      const missed = [round * 10 + 1, round * 10 + 2, round * 10 + 3];
      for (const n of missed) await recordEvents(n);
      const comeback = await device({ token: person.token, after });
      const during = [round * 10 + 4, round * 10 + 5];
      for (const n of during) await recordEvents(n);
      all.push(...missed, ...during);
      await watcher.until((each) => tradeEvents(each).length === all.length);
      await comeback.until((each) => tradeEvents(each).length >= 5);
      seen.push(...numbersOf(comeback).map(Number));
      after = lastCursor(comeback);
      await comeback.cut();
    }
    expect(seen).toEqual(all);
    expect(numbersOf(watcher)).toEqual(all);
  });

  it('misses nothing while many events occur during its greeting', async () => {
    const watcher = await device();
    const after = lastCursor(watcher);
    const numbers = Array.from({ length: 200 }, (_each, index) => index);
    const happening = Promise.all(numbers.map((n) => recordEvents(n)));
    const comebacks = await Promise.all(
      [0, 40, 80, 120].map(async (count) => {
        await watcher.until((each) => tradeEvents(each).length >= count);
        return device({ token: person.token, after });
      }),
    );
    await happening;
    await watcher.until((each) => tradeEvents(each).length === numbers.length);
    for (const each of comebacks) {
      await each.until(({ received }) => received.length > numbers.length);
      expect(numbersOf(each)).toEqual(numbersOf(watcher));
    }
  });

  it('receives more than a thousand missed events', async () => {
    const after = lastCursor(await device());
    for (let block = 0; block < 12; block += 1) {
      await Promise.all(
        Array.from({ length: 100 }, (_each, index) => recordEvents(block * 100 + index)),
      );
    }
    const comeback = await device({ token: person.token, after });
    await comeback.until((each) => tradeEvents(each).length >= 1_200);
    expect(new Set(numbersOf(comeback)).size).toBe(1_200);
  });

  it('receives the remaining events of a row if the connection ended in its middle', async () => {
    const watcher = await device();
    await recordEvents(1, 2, 3);
    await watcher.until((each) => tradeEvents(each).length === 3);
    const [first] = tradeEvents(watcher);
    const comeback = await device({ token: person.token, after: first!.cursor });
    await comeback.until((each) => tradeEvents(each).length >= 2);
    expect(numbersOf(comeback).slice(-2)).toEqual([2, 3]);
  });

  it.each(['nonsense', '1', '999999999999.1'])(
    'must reload with an unknown cursor: %s',
    async (after) => {
      const lost = await device({ token: person.token, after });
      await lost.until((each) => each.received.length >= 1);
      expect(lost.received[0]).toMatchObject({ kind: 'restart' });
    },
  );

  it('continues at its cursor after a restart of the server', async () => {
    const before = await device();
    await recordEvents(1);
    await before.until((each) => tradeEvents(each).length === 1);
    const after = lastCursor(before);
    await server.restart();
    expect(before.closed()).toBe(1001);
    await recordEvents(2);
    const comeback = await device({ token: person.token, after });
    await comeback.until((each) => tradeEvents(each).length >= 1);
    expect(numbersOf(comeback)).toEqual([2]);
  });

  it('misses nothing after connecting to a server without events', async () => {
    await server.restart();
    const first = await device();
    const after = lastCursor(first);
    await first.cut();
    await recordEvents(1);
    const comeback = await device({ token: person.token, after });
    await comeback.until((each) => tradeEvents(each).length >= 1);
    expect([comeback.received[0]!.kind, ...numbersOf(comeback)]).toEqual(['welcome', 1]);
  });

  it('must reload if missed events were pruned', async () => {
    const away = await device();
    await recordEvents(1);
    await away.until((each) => tradeEvents(each).length === 1);
    const after = lastCursor(away);
    await away.cut();
    await recordEvents(2);
    await recordEvents(3);
    const { database } = server.fresh;
    clock.advance(3_600_000);
    await recordEvents(4);
    const watcher = await device();
    await recordEvents(5);
    await watcher.until((each) => numbersOf(each).includes(5));
    await database.transaction((tx) => pruneMemberEvents(tx, { before: clock.now(), upTo: ALL }));
    const comeback = await device({ token: person.token, after });
    expect(comeback.received[0]).toMatchObject({ kind: 'restart' });
    await recordEvents(6);
    await comeback.until((each) => tradeEvents(each).length >= 1);
    expect(numbersOf(comeback)).toEqual([6]);
  });

  it('misses nothing of what is pruned while it resumes', async () => {
    const away = await device();
    await recordEvents(1);
    await away.until((each) => tradeEvents(each).length === 1);
    const after = lastCursor(away);
    await away.cut();
    const watcher = await device();
    await recordEvents(2);
    await recordEvents(3);
    await watcher.until((each) => numbersOf(each).includes(3));
    clock.advance(1);
    const { database, owner } = server.fresh;
    const { one, snapshot } = database;
    /** As its job would do right after the device's cursor was found among the stored ones. */
    const pruned =
      (asked: Reader['one']): Reader['one'] =>
      async (query, params) => {
        const row = await asked(query, params);
        if (query.name === 'kernel.memberEventHorizon') {
          await owner.transaction((tx) =>
            pruneMemberEvents(tx, { before: clock.now(), upTo: ALL }),
          );
        }
        return row;
      };
    Object.assign(database, {
      one: pruned(one),
      snapshot: <T>(work: (reader: Reader) => Promise<T>) =>
        snapshot((reader) => work({ ...reader, one: pruned(reader.one) })),
    });
    try {
      const comeback = await device({ token: person.token, after });
      await comeback.until((each) => numbersOf(each).includes(3));
      expect(numbersOf(comeback)).toEqual([2, 3]);
    } finally {
      Object.assign(database, { one, snapshot });
    }
  });

  it('need not reload if no missed event was pruned', async () => {
    const away = await device();
    await recordEvents(1);
    await away.until((each) => tradeEvents(each).length === 1);
    const after = lastCursor(away);
    clock.advance(3_600_000);
    const { database } = server.fresh;
    await database.transaction((tx) => pruneMemberEvents(tx, { before: clock.now(), upTo: ALL }));
    await recordEvents(2);
    const comeback = await device({ token: person.token, after });
    await comeback.until((each) => tradeEvents(each).length >= 1);
    expect([comeback.received[0]!.kind, ...numbersOf(comeback)]).toEqual(['welcome', 2]);
  });
});

describe('a transaction that began early and commits late', () => {
  it('is delivered after one that began later and committed earlier', async () => {
    const phone = await device();
    const early = new Client(server.fresh.ownerTarget);
    await early.connect();
    const insert = `insert into member_events (member_ids, events, created_at) values ($1, $2, now())`;
    const event = (n: number) => [
      [person.memberId],
      JSON.stringify([{ memberId: person.memberId, topic: 'spot.order', data: { n } }]),
    ];
    await early.query('begin');
    await early.query(insert, event(1));
    await recordEvents(2);
    const order = await place();
    // Each wakes the reader.
    for (const n of [3, 4, 5]) await recordEvents(n);
    expect(numbersOf(phone)).toEqual([]);
    await early.query('commit');
    await early.end();
    await phone.until((each) => tradeEvents(each).length >= 4);
    expect(numbersOf(phone).slice(0, 2)).toEqual([1, 2]);
    await cancel(order.ID);
  });

  it('is delivered also when it took longer than events are kept', async () => {
    const phone = await device();
    const early = new Client(server.fresh.ownerTarget);
    await early.connect();
    await early.query('begin');
    await early.query('select pg_current_xact_id()');
    await recordEvents(1, 2);
    clock.advance(61 * 60_000);
    await recordEvents(3);
    clock.advance(61 * 60_000);
    await server.runJob('pruning.events');
    await server.runJob('pruning.events');
    await early.query('commit');
    await early.end();
    // Events of orders of other tests may still arrive: they have no number.
    const numbered = () => numbersOf(phone).filter((number) => number !== undefined);
    await phone.until(() => numbered().length >= 3);
    expect(numbered()).toEqual([1, 2, 3]);
  });

  it('publishes its balance last', async () => {
    const phone = await device();
    const [early, late] = [
      new Client(server.fresh.ownerTarget),
      new Client(server.fresh.ownerTarget),
    ];
    await Promise.all([early.connect(), late.connect()]);
    const publish = (client: Client, available: string) => {
      const data = [{ coinname: 'DOGE', available, frozen: '0', total: available }];
      const event = { memberId: person.memberId, topic: 'assets.balance', data };
      return client.query(
        'insert into member_events (member_ids, events, created_at) values ($1, $2, now())',
        [[person.memberId], JSON.stringify([event])],
      );
    };
    await early.query('begin');
    await early.query('select pg_current_xact_id()');
    await publish(late, '90');
    await publish(early, '80');
    await early.query('commit');
    await Promise.all([early.end(), late.end()]);
    const balances = () =>
      phone
        .events()
        .filter(({ topic }) => topic === 'assets.balance')
        .flatMap(({ data }) => data as { coinname: string; available: string }[])
        .filter(({ coinname }) => coinname === 'DOGE')
        .map(({ available }) => available);
    await phone.until(() => balances().includes('80'));
    await recordEvents(1);
    await phone.until((each) => tradeEvents(each).some(({ topic }) => topic === 'spot.order'));
    expect(balances().at(-1)).toBe('80');
  });
});

describe('a greeting', () => {
  it.each([
    ['a forged token', { token: randomBytes(32).toString('base64url') }, 4016],
    ['no token', { token: '' }, 4015],
    ['a number', { token: 7 }, 4015],
    ['an object', { token: { a: 1 } }, 4015],
    ['nothing', { token: null }, 4015],
  ])('with %s is refused and the socket closed', async (_name, greeting, code) => {
    const phone = await device(greeting);
    expect(phone.received).toEqual([{ kind: 'refused', code }]);
    await phone.until((each) => each.closed() !== undefined);
    expect(phone.closed()).toBe(1008);
  });

  it.each(['', 'x', '1', '1.2.3', '-1.-1', '9'.repeat(40), '1e3.1', '999999999.1', 7, null, {}])(
    'with the invalid cursor %j must reload',
    async (after) => {
      const phone = await device({ token: person.token, after });
      expect(phone.received[0]).toMatchObject({ kind: 'restart' });
      // An event of the test before may still be on its way.
      await recordEvents(77);
      await phone.until((each) => numbersOf(each).includes(77));
      expect(numbersOf(phone).filter((n) => n === 77)).toEqual([77]);
    },
  );
});

describe('a session that ends', () => {
  it('is reported to its device when the member logs in elsewhere', async () => {
    const phone = await device();
    person = { ...person, token: (await server.login(person)).token };
    await phone.until((each) => each.closed() !== undefined);
    expect(phone.received.at(-1)).toEqual({ kind: 'refused', code: 4016 });
    expect((await device()).received[0]).toMatchObject({ kind: 'welcome' });
  });

  it('is reported to its device after a logout, and nothing is sent after that', async () => {
    const other = await server.register();
    const phone = await device({ token: other.token });
    await server.api.data('POST /user/logout', {}, { token: other.token });
    await phone.until((each) => each.closed() !== undefined);
    expect(phone.received.at(-1)).toEqual({ kind: 'refused', code: 4016 });
  });
});

describe('invalid messages of a device', () => {
  it('close its own socket and affect no other', async () => {
    const quiet = await device();
    const ugly: (string | Buffer)[] = [
      'hello',
      '[]',
      'null',
      '1',
      '{"token":',
      '{}',
      '{"after":"1.1"}',
      '{"__proto__":{"token":1}}',
      '['.repeat(8_000) + ']'.repeat(8_000),
      'x'.repeat(100_000),
      Buffer.from([0, 1, 2, 255]),
      Buffer.alloc(0),
    ];
    for (const message of ugly) {
      const phone = await openDevice(server.url());
      devices.push(phone);
      phone.socket.send(message);
      phone.socket.send(message);
    }
    const flood = await device();
    for (let count = 0; count < 2_000; count += 1) flood.socket.send('{"ping":1}');
    await recordEvents(4_242);
    await quiet.until((of) => numbersOf(of).includes(4_242));
    // A device that sends faster than it is answered may be disconnected.
    await flood.until((of) => numbersOf(of).includes(4_242) || of.closed() !== undefined);
    expect((await server.api.call('GET /base/site', {})).code).toBe(0);
  });
});
