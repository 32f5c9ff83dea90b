/** What Prometheus reads of a whole server: every answer, socket and measurement, on a port of its own. */
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { systemClock } from '../src/platform/clock.ts';
import { text } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { startServer, type TestServer } from './support/server.ts';
import { scrape, valueOf } from './support/scrape.ts';

const connectionNames = defineQuery({
  name: 'test.connectionNames',
  text: `select application_name as name from pg_stat_activity
    where datname = current_database() and usename = current_user`,
  params: [],
  row: { name: text },
});

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    clock: systemClock,
    hasMetrics: true,
    ownJobs: ['operations.measure'],
    onLogLine: () => undefined,
  });
}, 120_000);
afterAll(() => server?.stop());

const samples = () => scrape(server.metricsUrl());

it('answers only GET /metrics, and never on the port of the app', async () => {
  const url = server.metricsUrl();
  const { origin } = new URL(url);
  expect((await fetch(url)).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const statusOf = async (path: string, method = 'GET') =>
    (await fetch(origin + path, { method })).status;
  expect(await statusOf('/')).toBe(404);
  expect(await statusOf('/metrics/more')).toBe(404);
  expect(await statusOf('/api/base/site')).toBe(404);
  expect(await statusOf('/metrics', 'POST')).toBe(405);
  expect(await statusOf('/metrics', 'DELETE')).toBe(405);
  expect((await fetch(`${server.url()}/metrics`)).status).toBe(404);
});

it('answers under addresses, localhost and the name of the machine alone, and in no frame', async () => {
  const url = new URL(server.metricsUrl());
  const ask = async (name: string) => {
    const sent = request(url, { headers: { host: `${name}:${url.port}` } }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    return response;
  };
  for (const name of ['127.0.0.1', '172.30.17.100', '[::1]', 'localhost', hostname()]) {
    const { statusCode, headers } = await ask(name);
    expect(`${name} ${statusCode}`).toBe(`${name} 200`);
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['content-security-policy']).toBe("frame-ancestors 'none'");
  }
  for (const name of ['rebound.example', 'localhost.example', '127.0.0.1.nip.io']) {
    expect(`${name} ${(await ask(name)).statusCode}`).toBe(`${name} 421`);
  }
});

it('counts each answer by declared path, status and code, and how long it took', async () => {
  const route = '/api/base/site';
  const labels = { method: 'GET', route };
  const before = valueOf(await samples(), 'tern_http_answers_total', { ...labels, code: '0' }) ?? 0;
  await server.api.call('GET /base/site', {});
  await server.api.call('GET /base/site', {});
  await server.api.call('POST /base/login', { username: 'nobody@tern.test' } as never);
  const after = await samples();
  expect(valueOf(after, 'tern_http_answers_total', { ...labels, code: '0', status: '200' })).toBe(
    before + 2,
  );
  const login = { method: 'POST', route: '/api/base/login' };
  expect(valueOf(after, 'tern_http_answers_total', { ...login, code: '5001' })).toBe(1);
  expect(valueOf(after, 'tern_http_answer_duration_seconds_count', labels)).toBe(before + 2);
});

it('counts the answers to operators and to load balancers too', async () => {
  await fetch(`${server.url()}/healthz`);
  await fetch(`${server.url()}/api/operator/operations/state?span=hour`);
  const now = await samples();
  const answered = (route: string) => valueOf(now, 'tern_http_answers_total', { route });
  expect(answered('/healthz')).toBe(1);
  expect(answered('/api/operator/operations/state')).toBe(1);
});

it('has one label for ten thousand unknown paths and for their methods', async () => {
  const { hostname, port } = new URL(server.url());
  const linesBefore = (await samples()).length;
  const socket = connect(Number(port), hostname);
  let answers = 0;
  const done = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`closed after ${answers} answers`)));
    socket.on('data', (data: Buffer) => {
      answers += data.toString('latin1').split('HTTP/1.1 404').length - 1;
      if (answers === 10_000) resolve();
      else if (answers % 25 === 0) send();
    });
  });
  let sent = 0;
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const send = () => {
    const some = Array.from({ length: 25 }, () => {
      sent += 1;
      return `${methods[sent % 5]} /unknown/${sent}?q=${sent} HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n`;
    });
    socket.write(some.join(''));
  };
  send();
  await done;
  socket.removeAllListeners('close');
  socket.destroy();
  const after = await samples();
  expect(valueOf(after, 'tern_http_answers_total', { route: 'none' })).toBeGreaterThanOrEqual(
    10_000,
  );
  expect(
    after.filter(
      ({ name, labels }) => name === 'tern_http_answers_total' && labels['route'] === 'none',
    ),
  ).toHaveLength(1);
  expect(
    after.filter(({ labels }) => Object.values(labels).some((value) => value.includes('/unknown'))),
  ).toEqual([]);
  expect(after.length - linesBefore).toBeLessThan(40);
});

it('counts open sockets by path, and those that it ended because of their client', async () => {
  const socket = new WebSocket(`${server.url().replace('http', 'ws')}/ws`);
  await once(socket, 'open');
  const path = '/ws';
  expect(valueOf(await samples(), 'tern_sockets_open', { path })).toBe(1);
  const closed = once(socket, 'close');
  // What a busy machine reads slowly is no flood, so there is always more.
  const flood = () => {
    for (let at = 0; at < 1_200; at += 1) socket.send('{}');
    socket.ping();
  };
  socket.on('pong', flood);
  flood();
  await closed;
  expect(valueOf(await samples(), 'tern_sockets_dropped_total', { path, reason: 'flood' })).toBe(1);
  await vi.waitFor(async () => {
    expect(valueOf(await samples(), 'tern_sockets_open', { path })).toBe(0);
  }, 60_000);
});

it('takes what the database must be asked from the newest sample: absent before the first, and no scrape asks', async () => {
  const asked = [
    'tern_database_size_bytes',
    'tern_settlement_lateness_seconds',
    'tern_log_entries',
  ];
  const before = await samples();
  expect(asked.map((name) => valueOf(before, name, {}))).toEqual([undefined, undefined, undefined]);
  const askedAt = Date.now();
  await server.runJob('invariants.check');
  await server.runJob('operations.measure');
  const after = await samples();
  expect(asked.map((name) => valueOf(after, name, {}))).toEqual([
    expect.any(Number),
    0,
    expect.any(Number),
  ]);
  expect(valueOf(after, 'tern_read_only', {})).toBe(0);
  const checkedAt = valueOf(after, 'tern_invariants_checked_timestamp_seconds', {})!;
  expect(checkedAt).toBeGreaterThanOrEqual(askedAt / 1_000);
  expect(checkedAt).toBeLessThanOrEqual(Date.now() / 1_000);
  expect(valueOf(after, 'tern_price_source_open', { source: 'simulated' })).toBe(1);
});

it('shows accepted orders and the rounds that committed them', async () => {
  const { token, memberId } = await server.register();
  await server.fund(memberId, { USDT: '1000' });
  const before = await samples();
  const order = { symbol: 'btcusdt', mprice: '50000', mnum: '0.01', buytype: 1 };
  const answer = await server.api.call('POST /bborder/upbbbuy', order as never, { token });
  const after = await samples();
  const grown = (name: string) => valueOf(after, name, {})! - valueOf(before, name, {})!;
  expect(answer).toMatchObject({ code: 0 });
  expect(grown('tern_orders_accepted_total')).toBe(1);
  expect(grown('tern_engine_round_commands_sum')).toBe(1);
  expect(grown('tern_engine_round_duration_seconds_count')).toBeGreaterThanOrEqual(1);
  expect(valueOf(after, 'tern_engine_queue_commands', {})).toBe(0);
});

it('shows a broken invariant, and that the system is read-only since', async () => {
  // Its money came without a fact.
  const { memberId } = await server.register();
  await server.fund(memberId, { USDT: '1000' });
  await server.runJob('invariants.check');
  await vi.waitFor(async () => {
    await server.runJob('operations.measure');
    const now = await samples();
    expect(valueOf(now, 'tern_invariants_broken', {})).toBeGreaterThan(0);
    expect(valueOf(now, 'tern_read_only', {})).toBe(1);
  }, 60_000);
});

it('shows the connections to the database, and each says in pg_stat_activity what it does', async () => {
  const now = await samples();
  const open = (state: string) => valueOf(now, 'tern_database_connections', { state })!;
  expect(open('busy') + open('idle')).toBeLessThanOrEqual(
    valueOf(now, 'tern_database_connections_max', {})!,
  );
  expect(open('busy')).toBeGreaterThanOrEqual(1);
  const rows = await server.fresh.database.many(connectionNames, []);
  const names = rows.map(({ name }) => name);
  expect(names).toContain('tern engine');
  expect(names.every((name) => /^tern [a-z]+$/.test(name))).toBe(true);
});

it('has no port of its own unless it is set to', async () => {
  const plain = await startServer({ prices: 'still' });
  try {
    expect(() => plain.metricsUrl()).toThrow('this server has no metrics');
    expect((await fetch(`${plain.url()}/metrics`)).status).toBe(404);
  } finally {
    await plain.stop();
  }
});
