/** The database refuses terms of products that two operators did not approve. */
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditApprovals } from '../src/audit/approvals.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { logged } from './support/logged-decision.ts';

let fresh: FreshDatabase;
let owner: Client;
let app: Client;
let productId: number;

const AT = '2026-11-18T12:00:00Z';
const TERMS = { unitPrice: '0.24', lockDays: 30, opensAt: AT };

beforeAll(async () => {
  fresh = await freshDatabase();
  owner = new Client(fresh.ownerTarget);
  app = new Client(fresh.appTarget);
  await Promise.all([owner.connect(), app.connect()]);
  await owner.query(`
    create table fake_products (
      id bigint primary key references products (id), version int not null, state text not null,
      unit_price numeric(38, 18) not null, lock_days int not null, opens_at timestamptz not null,
      sold int not null default 0, created_at timestamptz not null
    );
    create trigger fake_products_follow_version before insert or update on fake_products
      for each row execute function product_follow_version('fake', 'sold');
    grant select, insert, update on fake_products to tern_app;
    insert into operators (login, password_hash, created_at)
      select 'guard-' || n, '', now() from generate_series(1, 2) n;`);
});
afterAll(async () => {
  await Promise.all([owner.end(), app.end()]);
  await fresh.drop();
});

const operatorId = async (n: number): Promise<number> =>
  (await owner.query(`select id from operators where login = $1`, [`guard-${n}`])).rows[0].id;

beforeEach(async () => {
  const begun = await owner.query(`select product_begin('fake', $1, $2) as id`, [TERMS, AT]);
  productId = begun.rows[0].id;
  await put(app, { version: 1 });
});

/** Writes the feature's row with the terms of version 1, unless changed. */
async function put(
  client: Client,
  over: Partial<{ version: number; isOpen: boolean; price: string }>,
): Promise<void> {
  const { version = 1, isOpen = true, price = '0.24' } = over;
  await client.query(
    `insert into fake_products (id, version, state, unit_price, lock_days, opens_at, created_at)
      values ($1, $2, $3, $4, 30, $5, $5)
      on conflict (id) do update set version = $2, state = $3, unit_price = $4`,
    [productId, version, isOpen ? 'open' : 'closed', price, AT],
  );
}

interface Draft {
  version?: number;
  terms?: object;
  isOpen?: boolean;
  state?: string;
}

/** A version of the server's role; returns its id. */
async function insertVersion({
  version = 2,
  terms = TERMS,
  isOpen = true,
  state = 'draft',
}: Draft): Promise<number> {
  const { rows } = await app.query(
    `insert into product_versions (product_id, version, terms, is_open, state, effective_at, proposed_by, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $6, $6) returning id`,
    [productId, version, terms, isOpen, state, AT, await operatorId(1)],
  );
  return rows[0].id;
}

const move = (id: number, state: string) =>
  app.query('update product_versions set state = $2 where id = $1', [id, state]);

async function approve(id: number, by: readonly [number, number]): Promise<void> {
  await app.query(
    `insert into reviews (kind, subject_id, approvals, facts, facts_hash, first_by, first_hash, first_at, created_at, updated_at)
      values ('product', $1, 2, '{}', 'same', $2, 'same', $3, $3, $3)`,
    [id, by[0], AT],
  );
  await app.query(
    logged(`update reviews set state = 'approved', decided_by = $2, decided_hash = 'same', decided_at = $3
      where kind = 'product' and subject_id = $1`),
    [id, by[1], AT],
  );
}

/** The constraint that refused it. */
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { constraint?: string; code?: string }) => error.constraint ?? error.code,
  );

describe('a row of a product', () => {
  it('has the terms of the version in force, to the last digit', async () => {
    expect(await refused(put(app, { price: '0.240000000000000001' }))).toBe('product_version');
    expect(await refused(put(app, { price: '0.2400' }))).toBe('accepted');
    expect(await refused(put(app, { version: 2 }))).toBe('product_version');
    expect(await refused(put(app, { isOpen: false }))).toBe('product_version');
  });

  it('cannot be changed by the owner of the database without a version either', async () => {
    expect(await refused(put(owner, { price: '0.01' }))).toBe('product_version');
  });

  it('may change in columns that are no terms', async () => {
    await app.query('update fake_products set sold = 5 where id = $1', [productId]);
  });

  it('may not have a column that no term names', async () => {
    await owner.query('begin');
    await owner.query('alter table fake_products add column secret_fee numeric');
    expect(await refused(put(owner, { version: 1, price: '0.25' }))).toBe('product_version');
    await owner.query('rollback');
    await owner.query('begin');
    await owner.query('alter table fake_products add column secret_fee numeric');
    const change = owner.query('update fake_products set secret_fee = 1 where id = $1', [
      productId,
    ]);
    expect(await refused(change)).toBe('product_version');
    await owner.query('rollback');
  });
});

describe('the audit', () => {
  it('finds terms that were changed past the guard', async () => {
    const faults = () =>
      fresh.database.snapshot(async (reader) =>
        (await auditApprovals(reader)).flatMap((finding) => finding.faults),
      );
    expect(await faults()).toEqual([]);
    const guard = 'trigger fake_products_follow_version';
    const change = 'update fake_products set lock_days = lock_days + $2 where id = $1';
    await owner.query(`alter table fake_products disable ${guard}`);
    await owner.query(change, [productId, 1]);
    expect(await faults()).toEqual([`product ${productId} has other terms than its version 1`]);
    await owner.query(change, [productId, -1]);
    await owner.query(`alter table fake_products enable ${guard}`);
  });
});

describe('a version of the server', () => {
  it('takes effect once two operators approved it', async () => {
    const id = await insertVersion({ terms: { ...TERMS, unitPrice: '0.3' } });
    await move(id, 'proposed');
    expect(await refused(move(id, 'scheduled'))).toBe('product_versions_approval');
    await approve(id, [await operatorId(1), await operatorId(2)]);
    await move(id, 'scheduled');
    expect(await refused(put(app, { version: 2, price: '0.3' }))).toBe('product_version');
    await app.query(
      `update product_versions set state = 'replaced' where product_id = $1 and version = 1`,
      [productId],
    );
    await move(id, 'inForce');
    expect(await refused(put(app, { version: 2 }))).toBe('product_version');
    await put(app, { version: 2, price: '0.3' });
  });

  it('cannot be approved twice by one operator', async () => {
    const id = await insertVersion({});
    await move(id, 'proposed');
    const one = await operatorId(1);
    expect(await refused(approve(id, [one, one]))).toBe('reviews_two_people');
  });

  it('does not change once it is proposed', async () => {
    const id = await insertVersion({});
    await move(id, 'proposed');
    const change = app.query(`update product_versions set terms = '{}' where id = $1`, [id]);
    expect(await refused(change)).toBe('product_versions_fixed');
    expect(await refused(move(id, 'inForce'))).toBe('product_versions_order');
  });

  it('cannot pass as part of the installation', async () => {
    const insert = app.query(
      `insert into product_versions (product_id, version, terms, state, effective_at, is_beginning, created_at, updated_at)
        values ($1, 2, '{}', 'inForce', $2, true, $2, $2)`,
      [productId, AT],
    );
    expect(await refused(insert)).toBe('42501');
  });

  it('closes the product without approval only if it changes nothing else', async () => {
    await app.query(`update product_versions set state = 'replaced' where product_id = $1`, [
      productId,
    ]);
    const other = { ...TERMS, lockDays: 60 };
    const closing = { isOpen: false, state: 'inForce' };
    expect(await refused(insertVersion({ ...closing, terms: other }))).toBe(
      'product_versions_approval',
    );
    expect(await refused(insertVersion({ state: 'inForce' }))).toBe('product_versions_approval');
    await insertVersion(closing);
    await put(app, { version: 2, isOpen: false });
  });

  it('stays', async () => {
    expect(await refused(app.query('delete from product_versions'))).toBe('42501');
    expect(await refused(owner.query('delete from product_versions'))).toBe('42501');
  });
});
