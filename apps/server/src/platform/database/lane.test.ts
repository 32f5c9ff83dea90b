/** Lanes of whole transactions, on a real server. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { int4 } from './columns.ts';
import type { Lane } from './database.ts';
import { isUniqueViolation, UnknownOutcome } from './database-errors.ts';
import { defineQuery, defineStatement } from './query.ts';

const createTable = defineStatement({
  name: 'test.createLaneTable',
  text: 'create table lane_test (number int primary key)',
  params: [],
});
const grant = defineStatement({
  name: 'test.grantLaneTable',
  text: 'grant select, insert on lane_test to tern_app',
  params: [],
});
const insert = defineStatement({
  name: 'test.insertLaneRow',
  text: 'insert into lane_test values ($1)',
  params: [int4],
});
const all = defineQuery({
  name: 'test.allLaneRows',
  text: 'select number from lane_test order by number',
  params: [],
  row: { number: int4 },
});
const hangUp = defineQuery({
  name: 'test.hangUpLane',
  text: 'select pg_terminate_backend(pg_backend_pid())::int as done',
  params: [],
  row: { done: int4 },
});

let fresh: FreshDatabase;
let lane: Lane;

beforeAll(async () => {
  fresh = await freshDatabase({ migrated: false });
  await fresh.owner.transaction((tx) => tx.run(createTable, []));
  await fresh.owner.transaction((tx) => tx.run(grant, []));
});

beforeEach(() => {
  lane = fresh.owner.lane('test');
  return () => lane.close();
});

afterAll(() => fresh?.drop());

const numbers = async () => (await fresh.owner.many(all, [])).map(({ number }) => number);

test('transactions run in the order of the calls without waiting for the answers of earlier ones', async () => {
  const sizes = await Promise.all(
    [1, 2, 3].map((number) =>
      lane.transaction((tx) => [tx.run(insert, [number]), tx.many(all, [])]),
    ),
  );
  expect(sizes.map(([count, rows]) => [count, rows.length])).toEqual([
    [1, 1],
    [1, 2],
    [1, 3],
  ]);
});

test('a failed transaction is rolled back, throws its error, and does not delay the next', async () => {
  const failed = lane.transaction((tx) => [tx.run(insert, [10]), tx.run(insert, [1])]);
  const next = lane.transaction((tx) => [tx.run(insert, [11])]);
  expect(isUniqueViolation(await failed.catch((error: unknown) => error))).toBe(true);
  await next;
  expect(await numbers()).toEqual([1, 2, 3, 11]);
});

test('a value that cannot be sent, or an error thrown by send, prevents the commit', async () => {
  await expect(
    lane.transaction((tx) => [tx.run(insert, [20]), tx.run(insert, [0.5])]),
  ).rejects.toThrow('cannot be sent');
  await expect(
    lane.transaction((tx) => {
      void tx.run(insert, [21]);
      throw new Error('changed its mind');
    }),
  ).rejects.toThrow('changed its mind');
  expect(await numbers()).toEqual([1, 2, 3, 11]);
});

test('nothing can be added after the transaction was sent', async () => {
  await expect(
    lane.transaction((tx) => [Promise.resolve().then(() => tx.run(insert, [30]))]),
  ).rejects.toThrow('after its transaction was sent');
  expect(await numbers()).not.toContain(30);
});

test('a lost connection leaves the outcome unknown, and the next transaction uses another connection', async () => {
  const lost = lane.transaction((tx) => [tx.run(insert, [40]), tx.one(hangUp, [])]);
  await expect(lost).rejects.toBeInstanceOf(UnknownOutcome);
  await lane.transaction((tx) => [tx.run(insert, [41])]);
  expect(await numbers()).toEqual([1, 2, 3, 11, 41]);
});
