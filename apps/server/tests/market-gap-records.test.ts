/** A gap record is final also when a tick is written at the same moment, by an instance that has taken over. */
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { untilLocked } from './support/lock-waits.ts';

const AT = '2026-11-18T12:00:00Z';
const TICK = `insert into ticks (instrument_id, seq, at, price, quantity, taker_side, source, rule, hash)
  values (1, 1, '${AT}', 1, 1, 'buy', 'test', 1, sha256('1'))`;
const GAP_RECORD = `insert into tick_closures (instrument_id, at) values (1, '${AT}')`;
const OTHER_GAP_RECORD = `insert into tick_closures (instrument_id, at) values (2, '${AT}')`;
const BEGIN = 'begin isolation level read committed read write';

let fresh: FreshDatabase;
let closing: Client;
let making: Client;

beforeEach(async () => {
  fresh = await freshDatabase();
  [closing, making] = [new Client(fresh.appTarget), new Client(fresh.appTarget)];
  await Promise.all([closing.connect(), making.connect()]);
});
afterEach(async () => {
  await Promise.all([closing.end(), making.end()]);
  await fresh.drop();
});

it('waits for a tick that is being written, so that a settlement by it sees the tick', async () => {
  await making.query(BEGIN);
  await making.query(TICK);
  const closed = closing.query(GAP_RECORD);
  await untilLocked(fresh.database);
  await making.query('commit');
  await closed;
  const { rows } = await closing.query('select seq::int from ticks where instrument_id = 1');
  expect(rows).toEqual([{ seq: 1 }]);
});

it('refuses a tick that is written while it is not committed yet', async () => {
  await closing.query(BEGIN);
  await closing.query(GAP_RECORD);
  const made = making.query(TICK).catch((error: unknown) => error);
  await untilLocked(fresh.database);
  await closing.query('commit');
  expect(await made).toMatchObject({ constraint: 'ticks_after_closures' });
});

it('does not wait for ticks of other instruments', async () => {
  await making.query(BEGIN);
  await making.query(TICK);
  await closing.query(OTHER_GAP_RECORD);
  await making.query('rollback');
});
