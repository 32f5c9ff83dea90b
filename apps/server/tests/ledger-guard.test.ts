import { exchangeAccounts, recordTypes } from '@tern/ledger';
import { add, formatDecimal, ZERO } from '@tern/money';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditLedger } from '../src/audit/ledger.ts';
import { isOverdrawn, isPostedBefore, overdrawnOwner } from '../src/kernel/ledger/post-entries.ts';
import { clusterAdmin } from './support/cluster.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { balanceOf, entryOf, historyOf, post, posting } from './support/journal.ts';

const EXCHANGE = exchangeAccounts.paperIssuance;
let fresh: FreshDatabase;
let member = 100;

beforeAll(async () => {
  fresh = await freshDatabase();
});

afterAll(() => fresh?.drop());

beforeEach(async () => {
  member += 1;
  await post(
    fresh.database,
    entryOf([posting(EXCHANGE, 'USDT', '-100'), posting(member, 'USDT', '100')]),
  );
});

const give = (amount: string) => [
  posting(EXCHANGE, 'USDT', `-${amount}`),
  posting(member, 'USDT', amount),
];
const take = (amount: string) => [
  posting(member, 'USDT', `-${amount}`),
  posting(EXCHANGE, 'USDT', amount),
];

async function expectUntouched() {
  expect(await balanceOf(fresh.database, member, 'USDT')).toEqual({ available: '100' });
  expect(await historyOf(fresh.database, member, 'USDT')).toHaveLength(1);
}

async function expectCleanJournal() {
  const findings = await fresh.database.snapshot(auditLedger);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
}

describe('the journal refuses', () => {
  it('an entry that does not sum to zero, with the whole batch', async () => {
    const unbalanced = entryOf([
      posting(EXCHANGE, 'USDT', '-1'),
      posting(member, 'USDT', '1.000000000000000001'),
    ]);
    await expect(post(fresh.database, entryOf(give('5')), unbalanced)).rejects.toMatchObject({
      constraint: 'ledger_unbalanced',
    });
    await expectUntouched();
  });

  it('an asset exchanged for another one within one owner', async () => {
    const swapped = entryOf([posting(member, 'USDT', '-1'), posting(member, 'BTC', '1')]);
    await expect(post(fresh.database, swapped)).rejects.toMatchObject({
      constraint: 'ledger_unbalanced',
    });
    await expectUntouched();
  });

  it('two entries that balance only together', async () => {
    const halves = [
      entryOf([posting(member, 'USDT', '1')]),
      entryOf([posting(EXCHANGE, 'USDT', '-1')]),
    ];
    await expect(post(fresh.database, ...halves)).rejects.toMatchObject({
      constraint: 'ledger_unbalanced',
    });
    await expectUntouched();
  });

  it('a repeated kind and reference, later or in one batch', async () => {
    const once = { kind: recordTypes.depositSuccess, reference: `deposit:${member}` };
    await post(fresh.database, entryOf(give('1'), once));
    await post(fresh.database, entryOf(take('1'), { ...once, kind: recordTypes.withdrawal }));
    const again = await post(fresh.database, entryOf(give('1'), once)).catch(
      (error: unknown) => error,
    );
    expect(isPostedBefore(again)).toBe(true);
    const repeated = { kind: recordTypes.increase, reference: `repeated:${member}` };
    const both = [entryOf(give('1'), repeated), entryOf(give('1'), repeated)];
    expect(
      isPostedBefore(await post(fresh.database, ...both).catch((error: unknown) => error)),
    ).toBe(true);
    expect(await balanceOf(fresh.database, member, 'USDT')).toEqual({ available: '100' });
  });

  it.each(['available', 'held', 'locked', 'staked', 'financed'] as const)(
    'taking more than a member has as %s',
    async (purpose) => {
      if (purpose !== 'available') {
        await post(
          fresh.database,
          entryOf([posting(member, 'USDT', '-100'), posting(member, 'USDT', '100', purpose)]),
        );
      }
      const greedy = [
        posting(member, 'USDT', '-100.000000000000000001', purpose),
        posting(EXCHANGE, 'USDT', '100.000000000000000001'),
      ];
      const refused = await post(fresh.database, entryOf(greedy)).catch((error: unknown) => error);
      expect(isOverdrawn(refused)).toBe(true);
      expect(await balanceOf(fresh.database, member, 'USDT')).toEqual({ [purpose]: '100' });
    },
  );

  it('a loan owed by the exchange to the member', async () => {
    const wrongWay = [posting(member, 'USDT', '-1'), posting(member, 'USDT', '1', 'loan')];
    const refused = await post(fresh.database, entryOf(wrongWay)).catch((error: unknown) => error);
    expect(isOverdrawn(refused)).toBe(true);
    const loan = [posting(member, 'USDT', '-50', 'loan'), posting(member, 'USDT', '50')];
    await post(fresh.database, entryOf(loan));
    expect(await balanceOf(fresh.database, member, 'USDT')).toEqual({
      available: '150',
      loan: '-50',
    });
  });

  it('an unknown owner', async () => {
    const nobody = [posting(EXCHANGE, 'USDT', '-1'), posting(0, 'USDT', '1')];
    await expect(post(fresh.database, entryOf(nobody))).rejects.toMatchObject({
      constraint: 'ledger_balances_owner',
    });
  });
});

describe('one batch', () => {
  it('may post to one account many times; each posting has the balance after it', async () => {
    const entries = Array.from({ length: 40 }, (_each, index) =>
      entryOf(index % 2 === 0 ? take(String(index + 1)) : give(String(index + 1))),
    );
    await post(fresh.database, ...entries);
    let total = ZERO;
    for (const line of await historyOf(fresh.database, member, 'USDT')) {
      total = add(total, line.total);
      expect(formatDecimal(line.totalAfter)).toBe(formatDecimal(total));
    }
    expect(formatDecimal(total)).toBe('120');
    await expectCleanJournal();
  });

  it('may go below zero within an entry that ends above', async () => {
    await post(fresh.database, entryOf(take('150')), entryOf(give('60')));
    expect(await balanceOf(fresh.database, member, 'USDT')).toEqual({ available: '10' });
  });
});

describe('an exchange account that backs promises', () => {
  it.each(['yields', 'yieldReserve', 'loans', 'loanReceivables'] as const)(
    '%s never pays more than it has, whatever the entry',
    async (account) => {
      const owner = exchangeAccounts[account];
      const pay = (amount: string) =>
        post(
          fresh.database,
          entryOf([posting(owner, 'USDT', `-${amount}`), posting(member, 'USDT', amount)]),
        );
      await post(
        fresh.database,
        entryOf([posting(EXCHANGE, 'USDT', '-50'), posting(owner, 'USDT', '50')]),
      );
      const refused = await pay('50.000001').catch((error: unknown) => error);
      expect(overdrawnOwner(refused)).toBe(owner);
      expect(await balanceOf(fresh.database, owner, 'USDT')).toEqual({ available: '50' });
      await pay('50');
      expect(overdrawnOwner(await pay('0.000001').catch((error: unknown) => error))).toBe(owner);
    },
  );
});

/** An own connection, so that a refused command aborts no other test's transaction. */
async function attempt(as: 'app' | 'owner', sql: string): Promise<string> {
  const client = new Client(as === 'app' ? fresh.appTarget : fresh.ownerTarget);
  await client.connect();
  try {
    await client.query(sql);
    return 'done';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  } finally {
    await client.end();
  }
}

const NOT_ALLOWED = '42501';
const tables = ['ledger_entries', 'ledger_postings', 'ledger_balances'];

describe('the server', () => {
  it.each(
    [
      "insert into ledger_entries (kind, reference, effective_at) values (32, 'mine', now())",
      `insert into ledger_postings (entry_id, owner_id, asset, available, total_after, kind, effective_at)
        values (1, 1, 'USDT', 1, 1, 32, now())`,
      "insert into ledger_balances (owner_id, asset, available) values (1, 'BTC', 1)",
    ].concat(
      tables.flatMap((table) => [
        `update ${table} set ${table === 'ledger_balances' ? 'available = available + 1' : 'kind = 1'}`,
        `delete from ${table}`,
        `truncate ${table}`,
        `alter table ${table} disable trigger all`,
        `drop table ${table}`,
        `create trigger mine before insert on ${table} execute function refuse_write('mine')`,
      ]),
    ),
  )('cannot run: %s', async (sql) => {
    expect(await attempt('app', sql)).toBe(NOT_ALLOWED);
  });

  it.each([
    'set role tern_owner',
    'create table mine (id int)',
    'create schema mine',
    'create temporary table mine (id int)',
  ])('cannot extend its rights: %s', async (sql) =>
    expect(await attempt('app', sql)).toBe(NOT_ALLOWED),
  );

  it('cannot replace a table of the posting function by its own', async () => {
    const sql = `select ledger_post('{12}', '{sneak:1}', '{""}', '{2026-01-01}', '{2}', '{12}', '{1}', '{USDT}', '{0}', '{0}', '{0}', '{0}', '{0}', '{0}')`;
    expect(await attempt('app', sql)).toBe('23514');
    const nowhere = sql.replace("'{2}', '{12}'", "'{null}', '{12}'");
    expect(await attempt('app', nowhere)).toBe('23514');
  });
});

describe('even the owner of the database', () => {
  it.each([
    'update ledger_entries set note = note',
    'update ledger_postings set kind = kind where false',
    'delete from ledger_entries where false',
    'delete from ledger_postings',
    'truncate ledger_postings',
    'truncate ledger_entries cascade',
  ])('is refused by the journal: %s', async (sql) => {
    expect(await attempt('owner', sql)).toBe(NOT_ALLOWED);
    await expectUntouched();
  });
});

/** A journal with some history, changed with every right; returns the failed rules. */
async function rulesBrokenBy(sql: string): Promise<string[]> {
  const victim = await freshDatabase();
  const admin = new Client({ ...clusterAdmin(), database: victim.appTarget.database });
  try {
    await post(
      victim.database,
      entryOf([posting(EXCHANGE, 'USDT', '-100'), posting(1, 'USDT', '100')]),
    );
    await post(victim.database, entryOf([posting(1, 'USDT', '-40'), posting(2, 'USDT', '40')]));
    await admin.connect();
    await admin.query(`set session_replication_role = replica; ${sql}`);
    const findings = await victim.database.snapshot(auditLedger);
    return findings.filter(({ faults }) => faults.length > 0).map(({ rule }) => rule);
  } finally {
    await admin.end();
    await victim.drop();
  }
}

describe('the audit', () => {
  const sum = 'every balance is the sum of its postings';
  const zero = 'every entry sums to zero per asset';
  const book = 'all balances of an asset sum to zero';
  const history = 'every stored total follows from its history';
  const written = 'every posting was written with its entry';
  it.each([
    ['nothing', 'select 1', []],
    ['a balance', 'update ledger_balances set available = 61 where owner_id = 1', [sum, book]],
    ['a created balance', `insert into ledger_balances values (9, 'USDT', 5)`, [sum, book]],
    ['a deleted balance', 'delete from ledger_balances where owner_id = 2', [sum, book]],
    [
      'a balance below zero',
      `alter table ledger_balances drop constraint ledger_balances_floor;
       update ledger_balances set available = -1 where owner_id = 1`,
      [sum, book, 'no member, and no exchange account that backs a promise, is below zero'],
    ],
    [
      'an amount',
      'update ledger_postings set available = available + 1 where owner_id = 2',
      [zero, written, sum, history],
    ],
    [
      'a displayed total',
      'update ledger_postings set total_after = 1 where owner_id = 2',
      [written, history],
    ],
    [
      'what a record says is available',
      'update ledger_postings set available_after = 7 where owner_id = 2',
      [written, history],
    ],
    [
      'what a record says is reserved',
      'update ledger_postings set reserved_after = 7 where owner_id = 2',
      [written, history],
    ],
    [
      'a movement deleted with both sides',
      'delete from ledger_postings where entry_id = (select max(id) from ledger_entries)',
      ['every entry has postings', sum],
    ],
    [
      'an entry deleted without its postings',
      'delete from ledger_entries where id = (select max(id) from ledger_entries)',
      ['every posting has its entry'],
    ],
    [
      'a disabled trigger',
      'alter table ledger_postings disable trigger ledger_postings_append_only',
      ['the journal refuses changes'],
    ],
    [
      'an additional right',
      'grant update on ledger_balances to tern_app',
      ['the server may only read the journal'],
    ],
  ])('finds a change made with every right: %s', async (_name, sql, rules) => {
    expect(await rulesBrokenBy(sql)).toEqual(rules);
  });
});
