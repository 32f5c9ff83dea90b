/** Records by page, coin and type equal those of a naive list, while money moves. */
import {
  type Entry,
  exchangeAccounts,
  type Posting,
  type RecordType,
  recordTypes,
  transfer,
} from '@tern/ledger';
import type { Amount } from '@tern/money';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditRecords } from '../src/audit/records.ts';
import { countRecords } from '../src/kernel/ledger/count-records.ts';
import { dailyChanges } from '../src/kernel/ledger/daily-changes.ts';
import { listRecords } from '../src/kernel/ledger/records.ts';
import { int2, int8, nullable, text } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { post, postUnfounded } from './support/journal.ts';
import { countAllRecords } from './support/counted-records.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';

const MEMBERS = [1, 2, 3];
const ASSETS = ['USDT', 'BTC', 'ETH'];
const KINDS = [
  recordTypes.spotBuy,
  recordTypes.spotSell,
  recordTypes.deposit,
  recordTypes.withdrawal,
  recordTypes.withdrawalSuccess,
];

const naive = defineQuery({
  name: 'test.naiveRecords',
  text: `select id from ledger_postings where owner_id = $1 and (total <> 0 or kind not in (4, 9, 10, 19, 33, 34)) and not (available = 0 and kind in (5, 31)) and ($2::text is null or asset = $2)
    and ($3::smallint is null or kind = $3) order by id desc`,
  params: [int8, nullable(text), nullable(int2)],
  row: { id: int8 },
});

let fresh: FreshDatabase;
let seed = 1;
let posted = 0;
/** Holds need a balance. */
let canHold = true;

/** Seeded numbers below `limit`. */
function next(limit: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % limit;
}

const held = new Map<string, bigint>();
const heldOf = (owner: number, asset: string) => held.get(`${owner} ${asset}`) ?? 0n;
const keep = (owner: number, asset: string, change: bigint) =>
  held.set(`${owner} ${asset}`, heldOf(owner, asset) + change);

function randomEntry(): Entry {
  posted += 1;
  const owner = MEMBERS[Math.min(next(6), 2)]!;
  // The last coin and the last type are rare.
  const asset = ASSETS[next(20) === 0 ? 2 : next(2)]!;
  const isHold = next(4) === 0 && canHold;
  // Of all holds, only those of withdrawals are records.
  const isWithdrawal = isHold && next(2) === 0;
  // What was held leaves: no record of its own.
  if (!isHold && canHold && heldOf(owner, asset) > 0 && next(4) === 0) {
    keep(owner, asset, -5n);
    return {
      kind: recordTypes.withdrawalSuccess,
      reference: `random:${posted}`,
      postings: transfer({
        from: { owner, purpose: 'held' },
        to: { owner: exchangeAccounts.paperIssuance, purpose: 'available' },
        asset,
        amount: 5n as Amount,
      }),
    };
  }
  if (isHold) keep(owner, asset, 5n);
  const kind = KINDS[isWithdrawal ? 3 : next(40) === 0 ? 2 : next(2)] as RecordType;
  const available = { owner, purpose: 'available' } as const;
  const amount = 5n as Amount;
  const postings: Posting[] = isHold
    ? transfer({ from: available, to: { owner, purpose: 'held' }, asset, amount })
    : transfer({
        from: { owner: exchangeAccounts.paperIssuance, purpose: 'available' },
        to: available,
        asset,
        amount,
      });
  return { kind, reference: `random:${posted}`, postings };
}

async function postRandom(count: number): Promise<void> {
  const entries = Array.from({ length: count }, randomEntry);
  await post(fresh.database, ...entries);
}

async function expectListsAsNaive(): Promise<void> {
  for (const memberId of MEMBERS) {
    for (const asset of [null, ...ASSETS, 'SOL']) {
      for (const kind of [null, ...KINDS, recordTypes.deposit + 90]) {
        await expectListAsNaive({ memberId, asset, kind });
      }
    }
  }
}

async function expectListAsNaive(filter: Parameters<typeof listRecords>[1]): Promise<void> {
  const { memberId, asset, kind } = filter;
  const ids = (await fresh.database.many(naive, [memberId, asset, kind])).map(({ id }) => id);
  const deepest = Math.max(0, ids.length - 3);
  for (const [limit, offset] of [
    [10, 0],
    [1, next(ids.length + 2)],
    [10, next(ids.length + 2)],
    [100, next(ids.length + 2)],
    [10, deepest],
    [10, ids.length],
    [100, 99_999_900],
  ] as const) {
    const { records, total } = await listRecords(fresh.database, filter, { limit, offset });
    expect([total, records.map(({ id }) => id)]).toEqual([
      ids.length,
      ids.slice(offset, offset + limit),
    ]);
  }
}

beforeAll(async () => {
  fresh = await freshDatabase();
  for (const owner of MEMBERS) {
    for (const asset of ASSETS) {
      const postings = transfer({
        from: { owner: exchangeAccounts.paperIssuance, purpose: 'available' },
        to: { owner, purpose: 'available' },
        asset,
        amount: 1_000_000n as Amount,
      });
      const entry = {
        kind: recordTypes.paperFundsGranted,
        reference: `fund:${owner}:${asset}`,
        postings,
      };
      await post(fresh.database, entry);
    }
  }
});
afterAll(() => fresh.drop());

const count = () => countAllRecords(fresh.database);

describe('the records of a member', () => {
  it('are listed as by a naive list, whether counted yet or not', async () => {
    await expectListsAsNaive();
    for (const size of [40, 700, 3, 900, 130]) {
      await postRandom(size);
      await expectListsAsNaive();
      await count();
      await expectListsAsNaive();
    }
  });

  it('include records that committed while they were being counted', async () => {
    const late = new Client(fresh.ownerTarget);
    await late.connect();
    await late.query('begin');
    await late.query(
      `select ledger_write('{9}', '{late:1}', '{""}', '{2026-11-18T12:00:00Z}', '{1,1}', '{9,9}', '{3,-1}', '{USDT,USDT}',
        '{1,-1}', '{0,0}', '{0,0}', '{0,0}', '{0,0}', '{0,0}')`,
    );
    const entries = Array.from({ length: 200 }, (_, index) => ({
      kind: recordTypes.spotBuy,
      reference: `beside:${index}`,
      postings: transfer({
        from: { owner: exchangeAccounts.fees, purpose: 'available' },
        to: { owner: 3, purpose: 'available' },
        asset: 'BTC',
        amount: 1n as Amount,
      }),
    }));
    await post(fresh.database, ...entries);
    for (let turn = 0; turn < 3; turn += 1) await countRecords(fresh.database);
    await late.query('commit');
    await late.end();
    await expectListsAsNaive();
    await count();
    await expectListsAsNaive();
    expect(await fresh.database.snapshot(auditRecords)).toMatchObject([{ faults: [] }]);
  });

  it('are counted once by concurrent counters', async () => {
    await postRandom(500);
    await count();
    await Promise.all(Array.from({ length: 6 }, () => countRecords(fresh.database)));
    await expectListsAsNaive();
    expect(await fresh.database.snapshot(auditRecords)).toMatchObject([{ faults: [] }]);
  });
});

/** One unit of BTC for the member, effective at a time. */
function giveAt(member: number, reference: string, at: number) {
  const postings = transfer({
    from: { owner: exchangeAccounts.paperIssuance, purpose: 'available' },
    to: { owner: member, purpose: 'available' },
    asset: 'BTC',
    amount: 1n as Amount,
  });
  const entry = { kind: recordTypes.spotBuy, reference, postings };
  return fresh.owner.transaction((tx) => postUnfounded(tx, [entry], at));
}

describe('deposits and withdrawals since midnight', () => {
  it('is the same from stored days, pruned days and uncounted records', async () => {
    const day = 86_400_000;
    const today = Math.floor(Date.now() / day) * day;
    const member = 44;
    const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
    const give = (reference: string, at: number) => giveAt(member, reference, at);
    for (const age of [40, 20, 9, 8, 7, 6, 1, 0]) await give(`aged:${age}`, today - age * day);
    await count();
    await give('late:40', today - 40 * day);
    await give('late:0', today);
    const since = async (age: number) =>
      (await dailyChanges(fresh.database, [member], dayOf(today - age * day))).reduce(
        (sum, { amount }) => sum + amount,
        0n,
      );
    expect(await Promise.all([0, 1, 6, 7, 8, 20, 41].map(since))).toEqual([
      2n,
      3n,
      4n,
      5n,
      6n,
      8n,
      10n,
    ]);
    expect(await fresh.database.snapshot(auditRecords)).toMatchObject([{ faults: [] }]);
  });
});

describe('the audit of counted records', () => {
  it.each([
    ['a count', 'update ledger_record_counts set records = records + 1 where owner_id = 2'],
    [
      'the length of a list',
      'update ledger_record_list_counts set records = records + 1 where owner_id = 2',
    ],
    ['a mark', 'update ledger_record_marks set posting_id = posting_id - 1 where number = 64'],
    ['a mark gone', 'delete from ledger_record_marks where number = 128'],
    ['a day', 'update ledger_day_changes set amount = amount + 1'],
  ])('finds a difference from the journal: %s', async (_what, sql) => {
    const victim = await freshDatabase();
    const whole = fresh;
    fresh = victim;
    canHold = false;
    await postRandom(600);
    // Days are kept for a week of the database's own clock.
    await giveAt(45, 'today', Date.now());
    await count();
    expect(await victim.database.snapshot(auditRecords)).toMatchObject([{ faults: [] }]);
    const admin = new Client(victim.ownerTarget);
    await admin.connect();
    await admin.query(sql);
    await admin.end();
    const [finding] = await victim.database.snapshot(auditRecords);
    expect(finding?.faults.length).toBeGreaterThan(0);
    fresh = whole;
    canHold = true;
    await victim.drop();
  });

  it('lets only the counting function write there', async () => {
    const app = new Client(fresh.appTarget);
    await app.connect();
    for (const table of ['counts', 'list_counts', 'marks', 'progress']) {
      const attempt = app.query(`delete from ledger_record_${table}`);
      await expect(attempt).rejects.toThrow('permission denied');
    }
    await app.end();
  });
});
