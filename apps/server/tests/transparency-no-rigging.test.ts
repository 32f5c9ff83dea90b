import { Client, DatabaseError } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredSettings } from '../src/kernel/settings/settings.ts';
import { clusterAdmin } from './support/cluster.ts';
import { asAdmin, type FreshDatabase, freshDatabase } from './support/database.ts';
import { sealedMarket } from './support/transparency.ts';

/** Tables that decide prices, outcomes and balances, with the server's grants beyond reading. */
const SERVER_MAY: Readonly<Record<string, readonly string[]>> = {
  ticks: ['INSERT'],
  tick_checkpoints: [],
  candles: ['INSERT'],
  market_genesis: ['INSERT'],
  ledger_entries: [],
  ledger_postings: [],
  ledger_balances: [],
  transparency_keys: ['INSERT'],
  transparency_segments: ['INSERT'],
  transparency_seeds: ['INSERT'],
  futures_contracts: ['INSERT'],
};
const tables = Object.keys(SERVER_MAY);

/** The only columns written later: the result of a contract, once. */
const CONTRACT_RESULT = [
  'close_at',
  'close_price',
  'close_seq',
  'due_at',
  'open_at',
  'open_price',
  'open_seq',
  'outcome',
  'payout',
  'profit',
  'reason',
  'settled_at',
  'status',
  'updated_at',
];

/** Functions that write protected tables: the owner's, or those with the caller's rights. */
const FUNCTIONS_WRITE: Readonly<Record<string, readonly string[]>> = {
  // They mark the balances of closed accounts, which then refuse every posting.
  account_close: ['ledger_balances'],
  account_close_asset: ['ledger_balances'],
  futures_end: ['futures_contracts'],
  ledger_write: ['ledger_balances', 'ledger_entries', 'ledger_postings'],
  ledger_write_pay_out: ['ledger_balances', 'ledger_entries', 'ledger_postings'],
  prune_ticks: ['tick_checkpoints', 'ticks'],
};

const DENIED = '42501';
const STRANGER = `stranger_${process.pid}`;

let fresh: FreshDatabase;
let owner: Client;
let app: Client;
let stranger: Client;

beforeAll(async () => {
  fresh = await freshDatabase();
  const market = await sealedMarket(fresh.database, '2026-11-18T12:00:00.000Z');
  await market.pass(3);
  await market.transparency.sealChains();
  await asAdmin(`create role ${STRANGER} login`);
  const { database = '' } = fresh.appTarget as { database?: string };
  const connect = async (user: string): Promise<Client> => {
    const client = new Client({ ...clusterAdmin(), user, database });
    await client.connect();
    return client;
  };
  owner = await connect(ownerName());
  app = await connect('tern_app');
  stranger = await connect(STRANGER);
});

afterAll(async () => {
  await Promise.all([owner, app, stranger].map((client) => client?.end()));
  await fresh?.drop();
  await asAdmin(`drop role if exists ${STRANGER}`);
});

const ownerName = () => String((fresh.ownerTarget as { user?: string }).user);

/** The code of the refusal, or "done". Rolled back. */
async function attempt(client: Client, sql: string): Promise<string> {
  await client.query('begin');
  try {
    await client.query(sql);
    return 'done';
  } catch (error) {
    if (error instanceof DatabaseError) return error.code ?? 'unknown';
    throw error;
  } finally {
    await client.query('rollback');
  }
}

async function firstColumn(table: string): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass
       and attnum > 0 and attidentity = '' and attgenerated = '' order by attnum limit 1`,
    [table],
  );
  return rows[0]?.name ?? '';
}

async function attempts(client: Client, table: string): Promise<Record<string, string>> {
  const column = await firstColumn(table);
  return {
    INSERT: await attempt(client, `insert into public.${table} default values`),
    UPDATE: await attempt(client, `update public.${table} set ${column} = ${column}`),
    DELETE: await attempt(client, `delete from public.${table}`),
    TRUNCATE: await attempt(client, `truncate public.${table} cascade`),
  };
}

describe('the database', () => {
  it('has no roles except its administrator, its owner and the server', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select rolname as name from pg_roles where rolname !~ '^pg_' and not rolsuper and rolname !~ '^stranger_'
       and (pg_has_role(oid, $1, 'usage') or has_schema_privilege(oid, 'public', 'usage'))`,
      [ownerName()],
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(['tern_app', ownerName()].toSorted());
  });

  const grantsNow = async () => {
    const { rows } = await owner.query<{ table: string; grantee: string; privilege: string }>(
      `select c.relname as table, coalesce(r.rolname, 'public') as grantee, a.privilege_type as privilege
       from pg_class c cross join lateral aclexplode(c.relacl) a left join pg_roles r on r.oid = a.grantee
       where c.relname = any($1) and a.grantee <> c.relowner`,
      [tables],
    );
    const granted = Object.fromEntries(
      tables.map((table) => {
        const own = rows.filter((row) => row.table === table && row.privilege !== 'SELECT');
        return [table, own.map(({ privilege }) => privilege).toSorted()];
      }),
    );
    return { granted, grantees: [...new Set(rows.map(({ grantee }) => grantee))] };
  };

  it('grants exactly what is listed here', async () => {
    expect(await grantsNow()).toEqual({ granted: SERVER_MAY, grantees: ['tern_app'] });
  });

  it.each([
    'grant update on ticks to tern_app',
    'grant delete on ledger_postings to tern_app',
    `grant select on futures_contracts to ${STRANGER}`,
  ])('would show "%s"', async (grant) => {
    await owner.query('begin');
    try {
      await owner.query(grant);
      expect(await grantsNow()).not.toEqual({ granted: SERVER_MAY, grantees: ['tern_app'] });
    } finally {
      await owner.query('rollback');
    }
  });

  it('lets no column be changed later, except the result of a contract', async () => {
    const { rows } = await owner.query<{ place: string }>(
      `select c.relname || '.' || a.attname as place
       from pg_class c join pg_attribute a on a.attrelid = c.oid cross join lateral aclexplode(a.attacl) x
       where c.relname = any($1) and x.privilege_type <> 'SELECT' order by 1`,
      [tables],
    );
    expect(rows.map(({ place }) => place)).toEqual(
      CONTRACT_RESULT.map((column) => `futures_contracts.${column}`),
    );
  });

  it('has no other function that writes these tables', async () => {
    const { rows } = await owner.query<{ name: string; body: string }>(
      `select proname as name, prosrc as body from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    const found = rows.flatMap(({ name, body }) => {
      const written = tables.filter((table) =>
        new RegExp(
          String.raw`\b(insert\s+into|update|delete\s+from|truncate|merge\s+into)\s+(only\s+)?(public[.])?${table}\b`,
          'i',
        ).test(body),
      );
      return written.length === 0 ? [] : [[name, written.toSorted()] as const];
    });
    expect(Object.fromEntries(found)).toEqual(FUNCTIONS_WRITE);
    expect(rows.length).toBeGreaterThan(5);
  });

  it('has only triggers on these tables that refuse, or state a row for the public log', async () => {
    const { rows } = await owner.query<{ name: string; body: string }>(
      `select distinct p.proname as name, p.prosrc as body from pg_trigger t join pg_proc p on p.oid = t.tgfoid
       where t.tgrelid = any($1::text[]::regclass[]) and not t.tgisinternal`,
      [tables],
    );
    expect(rows.length).toBeGreaterThan(1);
    const refuses =
      /^\s*begin\s+(?:if tg_nargs > 1 then\s+raise exception '[^;]*;\s*end if;\s*)?raise exception '[^;]*;\s*end\s*$/i;
    const mayRefuse =
      /^\s*begin\s+(?:perform pg_current_xact_id\(\);[^\n]*\s+)?if (?:not )?exists \([^;]*\) then\s+raise exception '[^;]*;\s*end if;\s*return null;\s*end\s*$/i;
    const states =
      /^\s*begin\s+insert into transparency_facts \(kind, subject_id, statement\)\s+values \([^;]*;\s*return null;\s*end\s*$/i;
    for (const { name, body } of rows) {
      const isHarmless = [refuses, mayRefuse, states].some((form) => form.test(body));
      expect([name, isHarmless]).toEqual([name, true]);
    }
    const { rows: rules } = await owner.query(
      `select rulename from pg_rewrite where ev_class = any($1::text[]::regclass[])`,
      [tables],
    );
    expect(rules).toEqual([]);
  });
});

describe.each(tables)('%s', (table) => {
  it('lets the server insert only', async () => {
    const codes = await attempts(app, table);
    const refused = Object.keys(codes).filter((act) => codes[act] === DENIED);
    const may = SERVER_MAY[table] ?? [];
    expect(refused).toEqual(
      ['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'].filter((act) => !may.includes(act)),
    );
    expect(Object.values(codes)).not.toContain('done');
  });

  it('cannot be written or read by any other role', async () => {
    expect(new Set(Object.values(await attempts(stranger, table)))).toEqual(new Set([DENIED]));
    expect(await attempt(stranger, `select * from public.${table}`)).toBe(DENIED);
  });
});

describe('decided data', () => {
  const history = tables.filter(
    (table) => !['ledger_balances', 'tick_checkpoints', 'futures_contracts'].includes(table),
  );

  it.each(history)('cannot be changed in %s even by the owner of the tables', async (table) => {
    const { UPDATE, DELETE, TRUNCATE } = await attempts(owner, table);
    expect(UPDATE).toBe(DENIED);
    // Old ticks may be deleted; by the database's clock, this test's market is older than the protected 48 hours.
    if (table !== 'ticks') expect(DELETE).toBe(DENIED);
    expect(TRUNCATE).toBe(DENIED);
  });

  it('cannot be altered, unguarded or granted by the server', async () => {
    for (const sql of [
      'alter table ticks disable trigger all',
      'alter table ticks add column note text',
      'drop table ticks',
      'drop trigger ticks_append_only on ticks',
      'grant update on ticks to tern_app; update ticks set seq = seq',
      'create rule win as on insert to ticks do instead nothing',
      'create or replace function refuse_write() returns trigger language plpgsql as $$begin return new; end$$',
      'set session_replication_role = replica',
      `set role ${ownerName()}`,
      'create table mine (id int)',
    ]) {
      expect([sql, await attempt(app, sql)]).toEqual([sql, DENIED]);
    }
  });

  it('cannot change the terms of a contract, nor its result', async () => {
    for (const column of [
      'stake',
      'direction',
      'payout_ratio',
      'accepted_at',
      'terms_hash',
      'rule',
    ]) {
      const sql = `update futures_contracts set ${column} = ${column}`;
      expect([column, await attempt(app, sql)]).toEqual([column, DENIED]);
    }
  });

  it('includes the seed of simulated prices', async () => {
    await owner.query(`insert into market_seed (sealed) values ('sealed') on conflict do nothing`);
    const change = `update market_seed set sealed = 'chosen'`;
    const inClear = `insert into settings (key, value) values ('market.seed', '"chosen"')`;
    expect(await attempt(app, 'delete from market_seed')).toBe(DENIED);
    for (const sql of [change, inClear]) {
      expect([sql, await attempt(app, sql)]).toEqual([sql, DENIED]);
      expect([sql, await attempt(owner, sql)]).toEqual([sql, DENIED]);
    }
  });

  it('is not among the settings of operators', () => {
    const keys = declaredSettings().map(({ key }) => key);
    expect(keys.filter((key) => /seed|price|tick|outcome|win|odds/i.test(key))).toEqual([]);
  });
});

describe('a tick forged with the rights of the server', () => {
  it('is not signed, because it does not follow from the chain', async () => {
    const other = await freshDatabase();
    const market = await sealedMarket(other.database, '2026-11-18T12:00:00.000Z');
    await market.pass(2);
    await market.transparency.sealChains();
    const { database = '' } = other.appTarget as { database?: string };
    const client = new Client({ ...clusterAdmin(), user: 'tern_app', database });
    await client.connect();
    await client.query(
      `insert into ticks (instrument_id, seq, at, price, quantity, taker_side, source, rule, hash)
       select instrument_id, seq + 1, at + interval '1 ms', price * 2, 0, 'buy', source, rule, hash from ticks
       where instrument_id = 1 order by seq desc limit 1`,
    );
    await client.end();
    market.clock.advance(1_000);
    await market.transparency.sealChains();
    const { list } = (await market.ask('/transparency/heads', { symbol: 'btcusdt' })) as {
      list: { seq: number }[];
    };
    expect(list.map(({ seq }) => seq)).toEqual([3]);
    await other.drop();
  });
});
