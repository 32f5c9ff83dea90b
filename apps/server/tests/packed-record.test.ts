/** What is kept beside the record: books of engines (ADR 102), and packs of days whose files are published, which are read as they were (ADR 113). */
import { verifyOrderReceipt } from '@tern/proofs';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditOrderRecord } from '../src/audit/order-record.ts';
import { createEngines, type Engines } from '../src/features/trading/spot/engines.ts';
import { findBookAround } from '../src/features/trading/spot/record/book-around.ts';
import { describeOrderReceipt } from '../src/features/trading/spot/record/describe-receipt.ts';
import { dropOldBooks, replayBatch } from '../src/features/trading/spot/record/kept-books.ts';
import { packDays } from '../src/features/trading/spot/record/pack-days.ts';
import { packRecord } from '../src/features/trading/spot/record/store.ts';
import { RecordReplay } from '../src/features/trading/spot/record/replay-record.ts';
import { publishDays } from '../src/features/trading/spot/record/publish-days.ts';
import { sealCommands } from '../src/features/trading/spot/record/seal-commands.ts';
import {
  createPublicLog,
  listKeys,
  type PublicLog,
} from '../src/features/proof/public-log/index.ts';
import { publicKeyOf } from '../src/features/proof/public-log/log-keys.ts';
import { int8, text } from '../src/platform/database/columns.ts';
import type { Database } from '../src/platform/database/database.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundedMember, manualClock, spotDependencies, WEDNESDAY_NOON } from './support/market.ts';
import { keptBooks, recorded, recordedMarket, recordFiles } from './support/recorded-market.ts';
import { failedRulesOf, withoutGuards } from './support/tampering.ts';

const REPLAYED = 'the numbered commands of each market replay to its orders and trades';
const SEALED = 'every number of a market is in the public log as it was';
const MARKET = `(select id from instruments where symbol = 'bnbusdt')`;

const rowsOf = (name: string, of: string) =>
  defineQuery({
    name: `test.${name}`,
    text: `select to_jsonb(r)::text as row from ${of} r`,
    params: [],
    row: { row: text },
  });
const allBatches = rowsOf(
  'allBatches',
  `(select first_number, last_number, at, secret, lines from spot_recorded(${MARKET}, 0, 10000) order by last_number)`,
);
const allSeals = rowsOf('allSeals', `spot_sealed(${MARKET}, 0, 10000)`);
const orders = defineQuery({
  name: 'test.numberedOrders',
  text: 'select id, member_id, number from spot_orders where number is not null order by id',
  params: [],
  row: { id: int8, memberId: int8, number: int8 },
});
const packs = defineQuery({
  name: 'test.recordPacks',
  text: 'select first_number, last_number from spot_record_packs order by last_number',
  params: [],
  row: { firstNumber: int8, lastNumber: int8 },
});

const clock = manualClock(WEDNESDAY_NOON);
let fresh: FreshDatabase;
let owner: Client;
let engines: Engines;
let publicLog: PublicLog;
let deps: Awaited<ReturnType<typeof spotDependencies>>;
let members: number[];
const { place, day, signing } = recordedMarket({
  engines: () => engines,
  deps: () => deps,
  members: () => members,
  clock,
});
const seal = () => sealCommands({ ...deps, publicLog });
const receiptsOf = async (of: readonly { id: number; memberId: number }[]) => {
  const receipts = [];
  for (const { id, memberId } of of) {
    receipts.push(
      (await describeOrderReceipt({ ...deps, lists: fresh.database }, { memberId, id })).receipt,
    );
  }
  return receipts;
};
/** What members and the audit read of the record. */
const readAll = async (of: readonly { id: number; memberId: number }[]) => ({
  batches: (await fresh.database.many(allBatches, [])).map(({ row }) => row),
  seals: (await fresh.database.many(allSeals, [])).map(({ row }) => row),
  receipts: await receiptsOf(of),
  files: await fresh.database.many(recordFiles, []),
});

beforeAll(async () => {
  fresh = await freshDatabase();
  owner = new Client(fresh.ownerTarget);
  await owner.connect();
  deps = await spotDependencies(fresh.database, clock);
  const funded = () => fundedMember(fresh.database, { USDT: '100000', BNB: '10' });
  members = [await funded(), await funded(), await funded()];
  const secretBox = createSecretBox(Buffer.alloc(32, 1));
  publicLog = createPublicLog({ ...deps, secretBox, publicUrl: 'http://tern.test' });
  await publicLog.start?.();
  engines = createEngines({ ...deps, ...signing, bookPace: { between: 3, ofOrder: 0 } });
  await engines.open();
  for (const _round of [1, 2]) {
    await day();
    await seal();
  }
  for (const price of ['471', '472', '473']) {
    await place(0, { side: 'buy', price, quantity: '0.1' });
    await seal();
  }
  // What engines keep is written then.
  await engines.close();
  deps = await spotDependencies(fresh.database, clock);
  engines = createEngines({ ...deps, ...signing });
  await engines.open();
  deps.tick('bnbusdt', '510');
});
afterAll(async () => {
  await engines.close();
  await owner.end();
  await fresh.drop();
});

describe('the books of an engine', () => {
  it('are those that follow from the record, with the quotes of the exchange', async () => {
    const kept = await fresh.database.many(keptBooks, []);
    expect(kept.length).toBeGreaterThan(5);
    const books = [];
    const replay = new RecordReplay();
    for (const batch of await fresh.database.many(recorded, [])) {
      replayBatch(replay, batch);
      const of = kept.find(({ number }) => number === batch.lastNumber);
      if (of !== undefined) books.push([gunzipSync(of.book).toString(), replay.bookLines()]);
    }
    expect(books.map(([lines]) => lines)).toEqual(
      books.map(([, lines]) => (lines as string[]).join('\n')),
    );
    expect(books.map(([lines]) => lines).join('\n')).toMatch(/^rests[^]*^quote/m);
  });

  it('are where a receipt replays from, and it has the same book without them', async () => {
    const placed = await fresh.database.many(orders, []);
    const receipts = await receiptsOf(placed);
    expect(receipts.every((receipt) => receipt!['book'] !== undefined)).toBe(true);
    const later = { now: () => clock.now() + 8 * DAY_MS };
    await dropOldBooks({ ...deps, clock: later });
    // The newest of a market stays.
    expect(await fresh.database.many(keptBooks, [])).toHaveLength(1);
    expect(await receiptsOf(placed)).toEqual(receipts);
  });

  it('are not shown when numbers before are missing', async () => {
    const [, missing, , later] = await fresh.database.many(recorded, []);
    const { number } = (await fresh.database.many(orders, [])).find(
      (each) => each.number >= later!.firstNumber,
    )!;
    const { id: instrumentId } = deps.instruments.find('bnbusdt')!;
    const found = () => findBookAround(fresh.database, { instrumentId, number });
    expect(await found()).toBeDefined();
    const which = `instrument_id = ${instrumentId} and last_number = ${missing!.lastNumber}`;
    await withoutGuards(
      fresh,
      `create table set_aside as select * from spot_commands where ${which}; delete from spot_commands where ${which}`,
    );
    expect(await found()).toBeUndefined();
    await withoutGuards(
      fresh,
      'insert into spot_commands select * from set_aside; drop table set_aside',
    );
    expect(await found()).toBeDefined();
  });
});

describe('the record of a day', () => {
  it('is not packed before its file is published', async () => {
    await packDays(deps, { numbers: 5 });
    expect(await fresh.database.many(packs, [])).toEqual([]);
  });

  it('is packed beside a market where that fails, a bounded run and pack at a time', async () => {
    const [damaged, other] = deps.instruments.all.map(({ id }) => id) as [number, number];
    const error = vi.spyOn(deps.log, 'error');
    await withoutGuards(
      fresh,
      `insert into spot_command_seals select ${damaged}, n, n, n, now() from generate_series(1, 2) n;
       insert into spot_command_seals select ${other}, n, n, n, now() from generate_series(1, 400) n;
       insert into spot_commands select ${other}, n, n, now(), decode(repeat('00', 16), 'hex'), decode(repeat('00', 32), 'hex'), 'cancel|1|||' from generate_series(1, 400) n;
       insert into spot_record_files values ('2026-01-01', ${damaged}, 1, ''), ('2026-01-01', ${other}, 399, '')`,
    );
    const made = async () =>
      (await fresh.database.many(packs, [])).map(({ lastNumber }) => lastNumber);
    await packDays(deps, { numbers: 20, packs: 2 });
    expect(await made()).toEqual([20, 40]);
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ symbol: deps.instruments.all[0]!.symbol }),
      'the record of a market could not be packed',
    );
    // Whatever the role of the server asks for.
    await fresh.database.transaction((tx) => packRecord(tx, other, 1_000_000));
    expect(await made()).toEqual([20, 40, 290]);
    await packDays(deps);
    expect(await made()).toEqual([20, 40, 290, 399]);
    for (const table of [
      'spot_commands',
      'spot_command_seals',
      'spot_record_files',
      'spot_record_packs',
    ]) {
      await withoutGuards(
        fresh,
        `delete from ${table} where instrument_id in (${damaged}, ${other})`,
      );
    }
    error.mockRestore();
  });

  it('is not packed beside an instance of the release before, nor by one that ends', async () => {
    clock.advance(DAY_MS);
    await publishDays(deps);
    await owner.query(
      `insert into programs (id, name, roles, version, schema, clock_offset, competes)
       values ('older', 'host-1 4711', '{api}', '1.3.5', '2700', 0, true)`,
    );
    await packDays(deps);
    await owner.query(`delete from programs where id = 'older'`);
    await packDays(deps, { ending: AbortSignal.abort() });
    expect(await fresh.database.many(packs, [])).toEqual([]);
  });

  it('is read as it was when two instances pack it side by side, with all receipts', async () => {
    const placed = await fresh.database.many(orders, []);
    // Of the day that has no file yet.
    const { order } = await place(1, { side: 'buy', price: '474', quantity: '0.1' });
    await seal();
    const before = await readAll(placed);
    const error = vi.spyOn(deps.log, 'error');
    await Promise.all([packDays(deps, { numbers: 2 }), packDays(deps, { numbers: 2 })]);
    expect(error).not.toHaveBeenCalled();
    error.mockRestore();
    const packed = await fresh.database.many(packs, []);
    expect(packed.length).toBeGreaterThan(2);
    const [rest, ...others] = await fresh.database.many(recorded, []);
    expect([rest!.firstNumber, others]).toEqual([packed.at(-1)!.lastNumber + 1, []]);
    expect(await readAll(placed)).toEqual(before);
    const [receipt] = await receiptsOf([{ id: order.ID, memberId: members[1]! }]);
    const origin = 'tern.test/log';
    const keys = (await listKeys(fresh.database)).map((row) => publicKeyOf(row, origin));
    for (const each of [...before.receipts, receipt]) {
      const items = verifyOrderReceipt(each, { origin, keys });
      expect(items.filter(({ pass }) => !pass)).toEqual([]);
    }
  });

  it('passes the audit, and goes on', async () => {
    await place(1, { side: 'sell', price: '474', quantity: '0.1' });
    await seal();
    const findings = await fresh.database.snapshot(auditOrderRecord);
    expect(findings.map(({ rule, faults }) => [rule, faults])).toEqual([
      [REPLAYED, []],
      [SEALED, []],
    ]);
    clock.advance(DAY_MS);
    await publishDays(deps);
    const files = await fresh.database.many(recordFiles, []);
    expect(files).toHaveLength(2);
    await packDays(deps);
    // The newest seal stays: the engine and the next seal begin from it.
    expect(await fresh.database.many(recorded, [])).toHaveLength(1);
    expect(
      (await fresh.database.snapshot(auditOrderRecord)).flatMap(({ faults }) => faults),
    ).toEqual([]);
  });

  it.each([
    ['another quantity', REPLAYED, `batches = replace(batches, '|0.28|', '|0.27|')`],
    [
      'another secret',
      SEALED,
      String.raw`secrets = overlay(secrets placing '\x00000000'::bytea from 1)`,
    ],
    ['another time', SEALED, String.raw`since = since + interval '1 second'`],
    ['numbers that are gone', REPLAYED, 'instrument_id = 999 where first_number = 1'],
    ['a seal of another entry', SEALED, 'first_entry = first_entry - 1'],
  ])('is found to have %s', async (_name, rule, change) => {
    const audit = (database: Database) => database.snapshot(auditOrderRecord);
    expect(await failedRulesOf(audit, fresh, [`update spot_record_packs set ${change}`])).toContain(
      rule,
    );
  });

  it('is deleted by nobody before it is packed, and a pack stays', async () => {
    await expect(owner.query('delete from spot_commands')).rejects.toMatchObject({
      constraint: 'spot_commands_packed',
    });
    await expect(owner.query('delete from spot_command_seals')).rejects.toMatchObject({
      constraint: 'spot_command_seals_packed',
    });
    for (const change of ['delete from', 'truncate']) {
      await expect(owner.query(`${change} spot_record_packs`)).rejects.toThrow('append only');
    }
  });
});
