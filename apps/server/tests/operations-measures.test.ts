/** What the server measures of itself: real counts, kept each minute, with incidents that open and end by themselves. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineStatement } from '../src/platform/database/query.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole, type EnrolledOperator } from './support/operator-client.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
let auditor: EnrolledOperator;

beforeAll(async () => {
  server = await startServer({
    clock,
    prices: 'still',
    ownJobs: ['operations.measure', 'operations.sample'],
  });
  consoleApi = createConsole(server, clock);
  auditor = await consoleApi.enrolled(['auditor']);
}, 120_000);
afterAll(() => server?.stop());

/** Sessions of operators end after half an hour without a call. */
let signedAt = clock.now();

async function state(span: 'hour' | 'day' | 'week' = 'hour') {
  if (clock.now() - signedAt > 20 * 60_000) auditor = await consoleApi.enrolled(['auditor']);
  signedAt = clock.now();
  return consoleApi.data('GET /operator/operations/state', { span }, auditor.token);
}

async function measure(ms: number): Promise<void> {
  clock.advance(ms);
  await server.runJob('operations.sample');
  await server.runJob('operations.measure');
}

async function figure(key: string, span: 'hour' | 'day' | 'week' = 'hour') {
  return (await state(span)).figures.find((each) => each.key === key)!;
}

const run = (name: string, text: string) =>
  server.fresh.owner.transaction((tx) =>
    tx.run(defineStatement({ name: `test.${name}`, text, params: [] }), []),
  );

it('says that nothing was measured before the first sample, instead of zero', async () => {
  const { figures, database, incidents } = await state();
  expect(figures.map(({ value, measuredAt, usual }) => [value, measuredAt, usual])).toEqual(
    Array.from({ length: 8 }, () => [null, null, null]),
  );
  expect(figures.flatMap(({ line }) => line.values).every((value) => value === null)).toBe(true);
  expect([database, incidents]).toEqual([null, []]);
  // One instance that has its database alone.
  expect((await state()).instances).toBeNull();
});

it('counts accepted orders, refused calls and their time, and no call of an operator', async () => {
  const { token, memberId } = await server.register();
  await server.fund(memberId, { USDT: '1000' });
  await measure(1_000);
  expect((await figure('refusedCalls')).value).toEqual(expect.any(Number));
  for (let second = 0; second < 61; second += 1) await measure(1_000);
  expect(await figure('refusedCalls')).toMatchObject({ value: null });
  expect(await figure('answerTime')).toMatchObject({ value: null });
  const order = { symbol: 'btcusdt', mprice: '61000', mnum: '0.001', buytype: 1 } as const;
  const answer = await server.api.call('POST /bborder/upbbbuy', order as never, { token });
  const isPlaced = (answer as { code: number }).code === 0;
  await server.api.call('GET /base/site', {});
  await measure(1_000);
  expect((await figure('refusedCalls')).value).toBe(isPlaced ? 0 : 50);
  expect((await figure('orders')).value).toBe(isPlaced ? 0.1 : 0);
  expect((await figure('answerTime')).value).toBeGreaterThan(0);
});

it('keeps each ended minute as a row, and leaves a gap where nothing was measured', async () => {
  await measure(60_000);
  const before = await figure('engineQueue');
  expect(before.line.values.at(-1)).toBe(0);
  await measure(10 * 60_000);
  const after = await figure('engineQueue');
  expect(after.line.values.slice(-9)).toEqual(Array.from({ length: 9 }, () => null));
  expect(after.line.values).toHaveLength(60);
  expect((await figure('engineQueue', 'week')).line.values.length).toBeGreaterThan(80);
});

it('knows what is usual after an hour of minutes and a half; what lasts outside of it is an incident that ends automatically', async () => {
  expect((await figure('outbox')).usual).toBeNull();
  for (let minute = 0; minute < 95; minute += 1) await measure(60_000);
  expect(await figure('outbox')).toMatchObject({ usual: { low: 0, high: 50 }, unusual: null });
  await run(
    'queueMessages',
    `insert into outgoing_messages (channel, recipient, subject, body, purpose, next_attempt_at, created_at)
      select 'email', 'a@b.test', '', '', 'code', '2100-01-01', '2026-11-18T12:00:00Z' from generate_series(1, 70)`,
  );
  for (let minute = 0; minute < 8; minute += 1) await measure(60_000);
  expect(await figure('outbox')).toMatchObject({
    value: 70,
    oldestAt: '2026-11-18T12:00:00.000Z',
    unusual: { isAbove: true },
  });
  const ofOutbox = async () =>
    (await state()).incidents.find(({ subject }) => subject === 'outbox');
  expect(await ofOutbox()).toMatchObject({
    kind: 'figure',
    subject: 'outbox',
    endedAt: null,
    worst: 70_000,
  });
  await run('sendMessages', `update outgoing_messages set state = 'sent'`);
  for (let minute = 0; minute < 3; minute += 1) await measure(60_000);
  expect(await ofOutbox()).toMatchObject({ endedAt: expect.any(String) });
});

it('measures the database, the sources and the rails', async () => {
  await measure(6_000);
  const { database, sources, rails } = await state();
  expect(database).toMatchObject({
    standbys: 0,
    disk: null,
    version: expect.stringMatching(/^\d+/),
  });
  expect(database!.size).toBeGreaterThan(1_000_000);
  expect(sources).toMatchObject([{ name: 'simulated', isClosed: false }]);
  expect(rails).toEqual([{ name: 'paper', movesRealMoney: false, chain: null }]);
});

it('records the time in which the server did not run', async () => {
  const from = clock.now();
  clock.advance(30 * 60_000);
  await server.restart();
  const away = (await state()).incidents.find(({ kind }) => kind === 'away');
  expect(Date.parse(away!.endedAt!)).toBe(from + 30 * 60_000);
  expect(Math.abs(Date.parse(away!.beganAt) - from)).toBeLessThanOrEqual(60_000);
});

it('removes minutes after eight days', async () => {
  await measure(9 * 86_400_000);
  await measure(60_000);
  const { values } = (await figure('sockets', 'week')).line;
  expect(values.filter((value) => value !== null).length).toBeLessThanOrEqual(1);
});
