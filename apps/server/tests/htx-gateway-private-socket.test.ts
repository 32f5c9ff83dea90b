import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { PASSWORD, type Person } from './support/people.ts';
import {
  createApiKey,
  type SignedClient,
  signedClient,
  type Signing,
} from './support/signed-client.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let person: Person;
let trader: SignedClient;
const connections: Connection[] = [];
/** A push waits for older open transactions; a second is not enough on a busy machine. */
const WITHIN = 60_000;

beforeAll(async () => {
  server = await startServer();
  person = await server.register();
  await server.fund(person.memberId, { USDT: '100000', BTC: '1' });
  trader = signedClient(() => server.url(), await createApiKey(server, person));
  await vi.waitFor(async () => {
    const { text } = await server.api.raw('/market/trade?symbol=btcusdt');
    expect(text).toContain('"ok"');
  }, WITHIN);
});
afterEach(() => connections.splice(0).forEach((each) => each.socket.terminate()));
afterAll(() => server.stop());

// oxlint-disable-next-line typescript/no-explicit-any -- messages of a foreign wire, read field by field
type Message = any;

interface Connection {
  socket: WebSocket;
  received: Message[];
  closed(): number | undefined;
  send(message: object | string): void;
  /** The next answer to an action on a channel. */
  answer(message: { action: string; ch: string }): Promise<Message>;
  pushes(ch: string): Message[];
}

async function connect(): Promise<Connection> {
  const socket = new WebSocket(`${server.url().replace('http', 'ws')}/ws/v2`);
  const received: Message[] = [];
  let closedWith: number | undefined;
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) received.push(JSON.parse(data.toString()));
  });
  socket.on('close', (code) => {
    closedWith = code;
  });
  await new Promise((resolve) => socket.once('open', resolve));
  const send = (message: object | string) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  const connection: Connection = {
    socket,
    received,
    send,
    closed: () => closedWith,
    async answer(message) {
      const before = received.length;
      send(message);
      return vi.waitFor(() => {
        const found = received
          .slice(before)
          .find((each) => each.action === message.action && each.ch === message.ch);
        expect(found).toBeDefined();
        return found;
      }, WITHIN);
    },
    pushes: (ch) =>
      received.filter((each) => each.action === 'push' && each.ch === ch).map((each) => each.data),
  };
  connections.push(connection);
  return connection;
}

const authAnswer = (connection: Connection, signing: Signing & { path?: string } = {}) =>
  connection.answer(trader.socketAuth(signing) as { action: string; ch: string });

async function signedIn(...channels: string[]): Promise<Connection> {
  const connection = await connect();
  expect(await authAnswer(connection)).toMatchObject({ code: 200, data: {} });
  for (const ch of channels) {
    expect(await connection.answer({ action: 'sub', ch })).toMatchObject({ code: 200, ch });
  }
  return connection;
}

const place = async (over: Record<string, unknown> = {}) => {
  const order = { symbol: 'btcusdt', type: 'buy-limit', amount: '0.001', price: '60000', ...over };
  const answer = await trader.post('/v1/order/orders/place', {
    'account-id': person.memberId,
    ...order,
  });
  expect(answer.body).toMatchObject({ status: 'ok' });
  return Number(answer.body.data);
};
const cancel = (id: number) => trader.post(`/v1/order/orders/${id}/submitcancel`, {});

it('disconnects a program whose balances cannot be read, so that it subscribes again', async () => {
  const connection = await signedIn();
  const { appTarget, ownerTarget } = server.fresh;
  const owner = new Client(ownerTarget);
  await owner.connect();
  await owner.query(`revoke select on ledger_balances from ${appTarget.user}`);
  try {
    connection.send({ action: 'sub', ch: 'accounts.update#1' });
    await vi.waitFor(() => expect(connection.closed()).toBe(1011), WITHIN);
  } finally {
    await owner.query(`grant select on ledger_balances to ${appTarget.user}`);
    await owner.end();
  }
  const again = await signedIn('accounts.update#1');
  await vi.waitFor(() => expect(again.pushes('accounts.update#1')).not.toEqual([]), WITHIN);
});

describe('the private socket', () => {
  it('accepts a signature of the path or of the whole address', async () => {
    await signedIn();
    const path = `${server.url().replace('http', 'ws')}/ws/v2`;
    expect(await authAnswer(await connect(), { path })).toMatchObject({ code: 200 });
  });

  it.each([
    ['another secret', { secret: 'no' }],
    ['an old time', { at: Date.now() - 600_000 }],
    ['another path', { path: '/ws' }],
  ])('refuses %s and ends the connection', async (_, signing) => {
    const connection = await connect();
    expect(await authAnswer(connection, signing)).toMatchObject({ code: 2002, ch: 'auth' });
    await vi.waitFor(() => expect(connection.closed()).toBe(1008), WITHIN);
  });

  it('answers a ping, and refuses unknown requests', async () => {
    const connection = await connect();
    connection.send({ action: 'ping', data: { ts: 7 } });
    connection.send('nonsense');
    await vi.waitFor(() => {
      expect(connection.received).toContainEqual({ action: 'pong', data: { ts: 7 } });
      expect(connection.received).toContainEqual({ code: 400, message: 'bad.request' });
    }, WITHIN);
    const sub = { action: 'sub', ch: 'orders#btcusdt' };
    expect(await connection.answer(sub)).toMatchObject({ code: 2002 });
    await authAnswer(connection);
    for (const [ch, message] of [
      ['orders#nosuch', 'invalid.symbol'],
      ['orders', 'invalid.ch'],
      ['accounts.update#3', 'invalid.ch'],
    ] as const) {
      expect(await connection.answer({ action: 'sub', ch })).toMatchObject({ code: 2001, message });
    }
    expect(await connection.answer({ action: 'leap', ch: 'x' })).toMatchObject({ code: 2001 });
    expect(await connection.answer({ action: 'unsub', ch: 'orders#*' })).toMatchObject({
      code: 2001,
    });
  });

  it('publishes the events of an order in order, for its market and for all', async () => {
    // An order of an earlier test must not match.
    const clientOrderId = `life-${Date.now()}`;
    const connection = await signedIn('orders#btcusdt', 'orders#*', 'orders#ethusdt');
    const id = await place({ 'client-order-id': clientOrderId });
    await cancel(id);
    await vi.waitFor(() => expect(connection.pushes('orders#*')).toHaveLength(2), WITHIN);
    const [created, ended] = connection.pushes('orders#btcusdt');
    expect(created).toMatchObject({
      eventType: 'creation',
      orderStatus: 'submitted',
      orderId: id,
      clientOrderId,
      accountId: person.memberId,
      symbol: 'btcusdt',
      type: 'buy-limit',
      orderPrice: '60000',
      orderSize: '0.001',
      execAmt: '0',
      remainAmt: '0.001',
    });
    expect(ended).toMatchObject({
      eventType: 'cancellation',
      orderStatus: 'canceled',
      remainAmt: '0.001',
      execAmt: '0',
    });
    expect(connection.pushes('orders#*')).toEqual([created, ended]);
    expect(connection.pushes('orders#ethusdt')).toEqual([]);
  });

  it('publishes every trade with its fee, and the sums agree', async () => {
    const channels = ['orders#*', 'trade.clearing#btcusdt', 'trade.clearing#*#1'];
    const connection = await signedIn(...channels);
    const id = await place({ type: 'sell-market', amount: '0.03', price: undefined });
    const { data: matches } = (await trader.get(`/v1/order/orders/${id}/matchresults`)).body;
    await vi.waitFor(
      () => expect(connection.pushes('trade.clearing#btcusdt')).toHaveLength(matches.length),
      WITHIN,
    );
    const orders = connection.pushes('orders#*');
    expect(orders.map((push) => push.eventType)).toEqual([
      'creation',
      ...matches.map(() => 'trade'),
    ]);
    expect(orders.at(-1)).toMatchObject({
      orderStatus: 'filled',
      execAmt: '0.03',
      remainAmt: '0',
      aggressor: true,
    });
    const cleared = connection.pushes('trade.clearing#btcusdt');
    expect(cleared.map((push): string => `${push.tradeId} ${push.transactFee}`).toSorted()).toEqual(
      matches.map((row: Message): string => `${row['trade-id']} ${row['filled-fees']}`).toSorted(),
    );
    expect(cleared[0]).toMatchObject({
      feeCurrency: 'usdt',
      orderSide: 'sell',
      source: 'spot-api',
    });
    await cancel(await place());
    await vi.waitFor(
      () => expect(connection.pushes('trade.clearing#*#1').at(-1)?.eventType).toBe('cancellation'),
      WITHIN,
    );
    expect(connection.pushes('trade.clearing#btcusdt')).toHaveLength(matches.length);
  });

  it('publishes the balances, then each change', async () => {
    const modes = ['accounts.update#0', 'accounts.update#1', 'accounts.update#2'];
    const connection = await signedIn(...modes);
    const of = (ch: string, currency = 'usdt') =>
      connection.pushes(ch).filter((push) => push.currency === currency);
    await vi.waitFor(() => expect(of(modes[2]!)).toHaveLength(1), WITHIN);
    const [start] = of(modes[2]!);
    expect(start).toMatchObject({ accountId: person.memberId, changeType: null, changeTime: null });
    expect(start.balance).toBe(start.available);
    const id = await place();
    await vi.waitFor(() => expect(of(modes[2]!)).toHaveLength(2), WITHIN);
    const held = of(modes[2]!)[1];
    expect(held).toMatchObject({ balance: start.balance, changeType: 'order.place' });
    expect(Number(held.available)).toBeCloseTo(Number(start.available) - 60, 6);
    expect(of(modes[1]!).at(-1)).toMatchObject({ available: held.available });
    expect(of(modes[1]!).at(-1)).not.toHaveProperty('balance');
    expect(of(modes[0]!)).toHaveLength(1);
    await cancel(id);
    await vi.waitFor(
      () =>
        expect(of(modes[2]!)[2]).toMatchObject({
          available: start.available,
          changeType: 'order.cancel',
        }),
      WITHIN,
    );
    const numbers = of(modes[2]!).map(({ seqNum }) => Number(seqNum));
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    const { body } = await trader.get(`/v1/account/accounts/${person.memberId}/balance`);
    const free = body.data.list.find(
      (row: { currency: string; type: string }) => row.currency === 'usdt' && row.type === 'trade',
    );
    expect(free).toMatchObject({ available: start.available, balance: start.available, debt: '0' });
    expect(Number(free['seq-num'])).toBeGreaterThanOrEqual(numbers.at(-1)!);
  });

  it('publishes an order that was amended with its new terms, also by the member in the app', async () => {
    const connection = await signedIn('orders#btcusdt');
    const id = await place();
    const amended = await trader.post(`/v1/order/orders/${id}/amend`, { amount: '0.0005' });
    expect(amended.body).toEqual({ status: 'ok', data: String(id) });
    await server.api.data('POST /bborder/amendorder', { id, mprice: '59000' }, person);
    await vi.waitFor(() => expect(connection.pushes('orders#btcusdt')).toHaveLength(3), WITHIN);
    const same = { eventType: 'amendment', orderStatus: 'submitted', orderId: id, execAmt: '0' };
    const [, smaller, cheaper] = connection.pushes('orders#btcusdt');
    expect(smaller).toMatchObject({ ...same, orderPrice: '60000', orderSize: '0.0005' });
    expect(cheaper).toMatchObject({ ...same, orderPrice: '59000', remainAmt: '0.0005' });
    expect(cheaper.lastActTime).toBeGreaterThanOrEqual(cheaper.orderCreateTime);
    await cancel(id);
  });

  it('publishes nothing after unsub, and nothing of other members', async () => {
    const connection = await signedIn('orders#*');
    const ch = 'orders#*';
    expect(await connection.answer({ action: 'unsub', ch })).toMatchObject({ code: 200 });
    const stranger = await server.register();
    const other = signedClient(() => server.url(), await createApiKey(server, stranger));
    const listener = await connect();
    await listener.answer(other.socketAuth() as { action: string; ch: string });
    await listener.answer({ action: 'sub', ch });
    const witness = await signedIn(ch);
    await cancel(await place());
    await vi.waitFor(() => expect(witness.pushes(ch)).toHaveLength(2), WITHIN);
    expect(connection.pushes(ch)).toEqual([]);
    expect(listener.pushes(ch)).toEqual([]);
  });

  it('ends when its key is deleted or the password changes', async () => {
    const owner = await server.register();
    const make = async () => signedClient(() => server.url(), await createApiKey(server, owner));
    const [first, second] = [await make(), await make()];
    const open = async (by: SignedClient) => {
      const connection = await connect();
      await connection.answer(by.socketAuth() as { action: string; ch: string });
      return connection;
    };
    const [ofFirst, ofSecond] = [await open(first), await open(second)];
    await server.api.data('DELETE /apiKey/deleteApiKey', { ID: first.keyId }, owner);
    await vi.waitFor(() => expect(ofFirst.closed()).toBe(1008), WITHIN);
    expect(ofSecond.closed()).toBeUndefined();
    // A login elsewhere ends the session, not the key.
    const { token } = await server.login(owner);
    // Its key was looked up by then: these are looked up later, and answered.
    for (let later = 0; later < 3; later += 1) await open(second);
    expect(ofSecond.closed()).toBeUndefined();
    const newPassword = 'a quite different tern 9';
    await server.api.data(
      'POST /user/changePassword',
      { password: PASSWORD, newPassword },
      { token },
    );
    await vi.waitFor(() => expect(ofSecond.closed()).toBe(1008), WITHIN);
  });

  it('accepts ten connections per key and fifty messages a second', async () => {
    const owner = await server.register();
    const busy = signedClient(() => server.url(), await createApiKey(server, owner));
    const open = async () => {
      const connection = await connect();
      const answer = await connection.answer(busy.socketAuth() as { action: string; ch: string });
      return { connection, answer };
    };
    const opened = [];
    for (let count = 0; count < 10; count += 1) opened.push(await open());
    expect(opened.every(({ answer }) => answer.code === 200)).toBe(true);
    const eleventh = await open();
    expect(eleventh.answer).toMatchObject({ code: 4000, message: 'too.many.connections' });
    const { connection } = opened[0]!;
    // More than fifty in one of the seconds, however slowly they are read.
    for (let count = 0; count < 300; count += 1)
      connection.send({ action: 'unsub', ch: `${count}` });
    await vi.waitFor(
      () =>
        expect(connection.received.some((each) => each.message === 'too.many.request')).toBe(true),
      WITHIN,
    );
  });
});

/** Last, as it restarts the server. */
describe('a client that was away', () => {
  const ch = 'orders#btcusdt';
  const from = (seqNum: unknown): Message => ({ action: 'sub', ch, seqNum });
  /** A market order may have several trades. */
  const shown = (connection: Connection): [number, string][] =>
    connection
      .pushes(ch)
      .map((push): [number, string] => [push.orderId, push.eventType])
      .filter(([id, type], at, all) => id !== all[at - 1]?.[0] || type !== all[at - 1]?.[1]);

  it('gets the pushes that it missed, in order and once, and then goes on, also after a restart', async () => {
    const before = await connect();
    await authAnswer(before);
    const { data } = await before.answer({ action: 'sub', ch });
    const known = await place();
    await vi.waitFor(() => expect(before.pushes(ch)).toHaveLength(1), WITHIN);
    const { seqNum } = before.pushes(ch)[0];
    expect(seqNum).toBeGreaterThan(data.seqNum);
    before.socket.terminate();
    await server.restart();

    await vi.waitFor(async () => {
      const { text } = await server.api.raw('/market/trade?symbol=btcusdt');
      expect(text).toContain('"ok"');
    }, WITHIN);
    const bought = await place({ type: 'buy-market', amount: '50' });
    await cancel(known);
    const after = await connect();
    await authAnswer(after);
    expect(await after.answer(from(seqNum))).toMatchObject({ code: 200 });
    // Amid the pushes of a number it may have been cut off: those come again.
    const missed = [
      [known, 'creation'],
      [bought, 'creation'],
      [bought, 'trade'],
      [known, 'cancellation'],
    ];
    await vi.waitFor(() => expect(shown(after)).toHaveLength(missed.length), WITHIN);
    expect(shown(after)).toEqual(missed);
    const next = await place();
    await vi.waitFor(() => expect(shown(after)).toHaveLength(5), WITHIN);
    expect(shown(after)).toEqual([...missed, [next, 'creation']]);
    const numbers = after.pushes(ch).map((push) => push.seqNum);
    expect(numbers).toEqual(numbers.toSorted((one: number, other: number) => one - other));

    const clearing = { ...from(seqNum), ch: 'trade.clearing#btcusdt' };
    await after.answer(clearing);
    await vi.waitFor(() => expect(after.pushes(clearing.ch)).not.toEqual([]), WITHIN);
    expect(after.pushes(clearing.ch)[0]).toMatchObject({ orderId: bought, eventType: 'trade' });
    const cancelled = await cancel(next);
    const balances = { ...from(seqNum), ch: 'accounts.update#2' };
    expect(await after.answer(balances)).toMatchObject({ data: { seqNum: expect.any(Number) } });
    const changes = () => after.pushes(balances.ch);
    await vi.waitFor(() => expect(changes().at(-1)?.changeType).toBe('order.cancel'), WITHIN);
    expect(cancelled.body.status).toBe('ok');
    // Not every balance as it is: those that changed since, as the newest change left them.
    expect(changes().every((push) => push.seqNum >= seqNum)).toBe(true);
    const reasons = changes().map((push) => [push.currency, push.changeType]);
    expect(reasons.filter(([, why]) => why !== 'order.cancel')).toEqual([['btc', 'order.match']]);
    const { body } = await trader.get(`/v1/account/accounts/${person.memberId}/balance`);
    const free = body.data.list.find(
      (row: Message) => row.currency === 'usdt' && row.type === 'trade',
    );
    const usdt = changes().filter((push) => push.currency === 'usdt');
    expect(usdt.at(-1)).toMatchObject({ available: free.balance, balance: free.balance });
  });

  it('is refused a number that no push has, or that is not kept any more', async () => {
    const connection = await connect();
    await authAnswer(connection);
    const balances = 'accounts.update#1';
    for (const [seqNum, message, on] of [
      [999_999_999_999, 'invalid.seqNum', ch],
      ['last', 'invalid.seqNum', ch],
      [0, 'expired.seqNum', ch],
      [0, 'expired.seqNum', balances],
    ] as const) {
      const sub = { ...from(seqNum), ch: on };
      expect(await connection.answer(sub)).toMatchObject({ code: 2001, ch: on, message });
    }
    expect(await connection.answer({ action: 'sub', ch })).toMatchObject({ code: 200 });
  });
});
