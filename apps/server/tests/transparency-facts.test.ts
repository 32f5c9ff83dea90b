/** Published facts and their statements in the public log, on PostgreSQL (ADR 89). */
import { createFactChecker, FACTS, hashOfText, parseStatementsEntry } from '@tern/proofs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditSignedFacts } from '../src/audit/signed-facts.ts';
import { writeFigures } from '../src/features/proof/transparency/figures/store.ts';
import { readEntry } from '../src/features/proof/public-log/index.ts';
import { bytea, int8, nullable, text } from '../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { agreeVersion, verifyMember } from './support/operator-decisions.ts';
import { failedRulesOf } from './support/tampering.ts';
import { type SealedMarket, sealedMarket } from './support/transparency.ts';
import { fundedMember } from './support/market.ts';

const STATED = 'every published fact is stated as it is, for the public log';
const LOGGED = 'every statement of a published fact is in its entry of the public log';

const lines = defineQuery({
  name: 'test.statedFacts',
  text: 'select kind, statement, entry_index from transparency_facts order by id',
  params: [],
  row: { kind: text, statement: text, entryIndex: nullable(int8) },
});
const lastEntry = defineQuery({
  name: 'test.lastLogEntry',
  text: 'select index, entry from public_log_entries order by index desc limit 1',
  params: [],
  row: { index: int8, entry: bytea },
});
const newOperator = defineStatement({
  name: 'test.anOperator',
  text: `insert into operators (login, password_hash, sealed_totp, roles, created_at)
    values ('mia', 'x', '\\x01', '{support,approver}', now())`,
  params: [],
});

let fresh: FreshDatabase;
let market: SealedMarket;
let member: number;

/** A file that anyone may read. */
async function file(path: string): Promise<{ status: number; body: string }> {
  const [, folder, name = ''] = /^\/log\/([a-z]+)\/(.+)$/.exec(path) ?? [];
  const found = market.transparency.endpoints!.find((each) =>
    each.path.startsWith(`/log/${folder}/`),
  );
  const params = { entry: name, hash: name };
  const answer = await found!.answer({
    params,
    query: new URLSearchParams(),
    body: '',
    headers: {},
    rawUrl: path,
    address: '203.0.113.1',
    takeTurn: () => 0,
  });
  return { status: answer.status, body: (answer.body as string | Buffer).toString() };
}

/** A first minute with a fact of each kind. */
beforeAll(async () => {
  fresh = await freshDatabase();
  market = await sealedMarket(fresh.database, '2026-11-18T14:00:00.000Z');
  member = await fundedMember(fresh.database, { USDT: '1' });
  await fresh.owner.transaction(async (tx) => {
    await tx.run(newOperator, []);
    await agreeVersion(tx, { key: 'deposit.openMax', value: 3, kind: 'setting' });
    await verifyMember(tx, member);
  });
  const figures = { log: { size: 3 }, share: 0.25, tiny: 1e-7, names: ['Zürich', 'a"b'] };
  await fresh.database.transaction((tx) =>
    writeFigures(tx, { computedAt: market.clock.now(), figures }),
  );
  await market.transparency.sealFacts();
});
afterAll(() => fresh.drop());

describe('the facts of a minute', () => {
  it('are the statements of one entry, which the audit makes again', async () => {
    const { index, entry } = await fresh.database.one(lastEntry, []);
    const stated = await fresh.database.many(lines, []);
    expect(new Set(stated.map(({ kind }) => kind))).toEqual(
      new Set(['seed', 'setting', 'product', 'operator', 'role', 'key', 'audit', 'figures']),
    );
    expect(new Set(stated.map(({ entryIndex }) => entryIndex))).toEqual(new Set([index]));
    expect(parseStatementsEntry(entry)).toMatchObject({ kind: FACTS, count: stated.length });
    const found = await auditSignedFacts(fresh.database);
    expect(found.map(({ faults }) => faults)).toEqual([[], []]);
    expect(found[0]!.checked).toBeGreaterThan(10);
    const { body } = await file(`/log/facts/${index}`);
    expect(body).toBe(stated.map(({ statement }) => `${statement}\n`).join(''));
  });

  it('follow from each other', async () => {
    const checker = createFactChecker();
    const stated = await fresh.database.many(lines, []);
    // The version of the test was written in force, never announced.
    const others = stated.filter(({ kind }) => kind !== 'setting');
    expect(others.flatMap(({ statement }) => checker.add(statement) ?? [])).toEqual([]);
  });

  it('come with the documents of their hashes', async () => {
    const stated = await fresh.database.many(lines, []);
    const hashes = stated
      .filter(({ kind }) => kind === 'setting' || kind === 'product')
      .map(({ statement }) => statement.split('|')[4]!);
    for (const hash of hashes) {
      expect(hashOfText((await file(`/log/documents/${hash}`)).body)).toBe(hash);
    }
    expect(await file(`/log/documents/${'0'.repeat(64)}`)).toMatchObject({ status: 404 });
    expect(await file('/log/facts/9999')).toMatchObject({ status: 404 });
  });

  it('make no entry when nothing changed, and one when two instances seal at the same time', async () => {
    const before = await fresh.database.one(lastEntry, []);
    await market.transparency.sealFacts();
    expect(await fresh.database.one(lastEntry, [])).toEqual(before);
    await fresh.owner.transaction((tx) => verifyMember(tx, member));
    await Promise.all([market.transparency.sealFacts(), market.transparency.sealFacts()]);
    const after = await fresh.database.one(lastEntry, []);
    expect(after.index).toBe(before.index + 1);
    expect((await file(`/log/facts/${after.index}`)).body).toMatch(
      /^tern audit head 1\|3\|[0-9a-f]{64}\n$/,
    );
    expect(await readEntry(fresh.database, after.index)).toEqual(after.entry);
  });
});

it('each later change is stated in its order', async () => {
  const before = (await fresh.database.many(lines, [])).length;
  const change = (name: string, sql: string) =>
    fresh.owner.transaction((tx) =>
      tx.run(defineStatement({ name: `test.facts${name}`, text: sql, params: [] }), []),
    );
  await change('Roles', `update operators set roles = '{content}' where login = 'mia'`);
  await change('Login', `update operators set totp_step = totp_step + 1 where login = 'mia'`);
  await change(
    'Proposal',
    `insert into setting_versions (key, value, reason, effective_at, proposed_by, created_at)
      select 'futures.ratio', '{"up": 0.80}', 'x', now() + interval '2 hours', id, now() from operators where login = 'mia'`,
  );
  const version = `where key = 'futures.ratio'`;
  await change(
    'Announced',
    `update setting_versions set state = 'announced', announced_at = now() ${version}`,
  );
  await change(
    'InForce',
    `update setting_versions set state = 'inForce', replaced = '1' ${version}`,
  );
  const stated = (await fresh.database.many(lines, [])).slice(before);
  const hash = hashOfText('{"up":0.8}');
  expect(stated.map(({ statement }) => statement)).toEqual([
    expect.stringMatching(/^tern operator 1\|\d+\|content\|active\|/),
    expect.stringMatching(new RegExp(`\\|${hash}\\|announced$`)),
    expect.stringMatching(new RegExp(`\\|${hash}\\|inForce$`)),
  ]);
  const checker = createFactChecker();
  expect(stated.flatMap(({ statement }) => checker.add(statement) ?? [])).toEqual([]);
  await market.transparency.sealFacts();
  const found = await auditSignedFacts(fresh.database);
  expect(found.map(({ faults }) => faults)).toEqual([[], []]);
});

describe('the server', () => {
  let named = 0;
  const asServer = (sql: string) => {
    named += 1;
    const statement = defineStatement({
      name: `test.factsByServer${named}`,
      text: sql,
      params: [],
    });
    return fresh.database.transaction((tx) => tx.run(statement, []));
  };

  it.each([
    `insert into transparency_facts (kind, subject_id, statement) values ('audit', 9, 'tern audit head 1|9|00')`,
    `update transparency_facts set entry_index = 0 where kind = 'audit'`,
    `update transparency_facts set statement = 'x' where kind = 'audit'`,
    `delete from transparency_facts where kind = 'audit'`,
  ])('cannot write statements of its own: %s', async (sql) => {
    await expect(asServer(sql)).rejects.toThrow(/append only|permission denied/);
  });
});

const seed = `insert into transparency_seeds (day, commitment, published_at, key_id, signature)
  select '2027-01-01', commitment, published_at, key_id, signature from transparency_seeds limit 1`;
const key = `insert into transparency_keys (id, public_key, sealed_secret, created_at)
  select 9, decode(repeat('ab', 32), 'hex'), sealed_secret, created_at from transparency_keys limit 1`;
const setting = `insert into setting_versions (key, value, reason, announced_at, effective_at, state, proposed_by, created_at)
  select key, '4', 'x', announced_at, effective_at, 'announced', proposed_by, created_at from setting_versions limit 1`;
const product = `insert into product_versions (product_id, version, terms, state, effective_at, is_beginning, created_at, updated_at)
  select product_id, version + 100, terms, 'scheduled', now(), true, now(), now() from product_versions limit 1`;

describe('the audit finds', () => {
  const rules = (...statements: string[]) =>
    failedRulesOf((database) => auditSignedFacts(database), fresh, statements);

  it.each([
    ['a seed', seed],
    ['an evidence key', key],
    ['a version of a setting', setting],
    ['a version of a product', product],
    ['an operator', `insert into operators (login, created_at) values ('eve', now())`],
    ['a version of a role', `update operator_roles set version = 2 where key = 'content'`],
    ['figures', `update transparency_figures set computed_at = computed_at + interval '5 minutes'`],
    [
      'the head of the audit log',
      `with act as (
        insert into audit_log (operator_login, action, subject, reason, detail, address, is_shown, created_at)
        values ('', 'x', 'x', '', '{}', '', false, '2026-11-18T13:00:00Z') returning id
      ) insert into audit_log_links (seq, entry_id, hash) select 99, id, sha256('x') from act`,
    ],
  ])('%s without its statement', async (_name, sql) => {
    expect(await rules(sql)).toEqual([STATED]);
  });

  it.each([
    ['a seed', `update transparency_seeds set commitment = sha256('x') where day = '2026-11-20'`],
    [
      'the time of a seed',
      `update transparency_seeds set published_at = published_at - interval '1 day' where day = '2026-11-20'`,
    ],
    ['a seed that is gone', `delete from transparency_seeds where day = '2026-11-20'`],
    [
      'an evidence key',
      `update transparency_keys set public_key = decode(repeat('ab', 32), 'hex')`,
    ],
    ['the value of a setting', `update setting_versions set value = '7'`],
    [
      'the time of a setting',
      `update setting_versions set effective_at = effective_at + interval '1 day'`,
    ],
    ['a setting back to a proposal', `update setting_versions set state = 'proposed'`],
    ['terms of a product', `update product_versions set terms = terms || '{"x": 1}' where id = 1`],
    [
      'an operator with another role',
      `update operators set roles = '{reviewer}' where login = 'mia'`,
    ],
    [
      'an operator with another key',
      `update operators set sealed_totp = '\\x02' where login = 'mia'`,
    ],
    [
      'a role with another permission',
      `update operator_roles set permissions = '{audit.read}' where key = 'content'`,
    ],
    ['an operator without a lock', `update operators set is_active = false where login = 'mia'`],
    ['figures', `update transparency_figures set figures = figures || '{"share": 0.26}'`],
    ['a link of the audit log', `update audit_log_links set hash = sha256('x') where seq = 2`],
  ])('%s that was changed afterwards', async (_name, sql) => {
    expect(await rules(sql)).toEqual([STATED]);
  });

  it('statements that were changed, taken out of their entry, or left out for long', async () => {
    const head = `from transparency_facts where kind = 'audit' and subject_id = 2`;
    expect(await rules(`delete ${head}`)).toEqual([LOGGED]);
    const moved = `update transparency_facts set entry_index = 0 where kind = 'audit' and subject_id = 3`;
    expect(await rules(moved)).toEqual([LOGGED]);
    expect(await rules(`delete from transparency_facts where kind = 'operator'`)).toEqual([
      STATED,
      LOGGED,
    ]);
    const forged = [
      `update transparency_figures set figures = figures || '{"share": 0.26}'`,
      `update transparency_facts set statement = 'tern figures 1|' || subject_id || '|'
        || (select transparency_hash(transparency_plain_json(figures)) from transparency_figures) where kind = 'figures'`,
    ];
    expect(await rules(...forged)).toEqual([LOGGED]);
    const waiting = `insert into transparency_facts (kind, subject_id, statement, stated_at)
      select kind, subject_id, statement, stated_at - interval '1 hour' from transparency_facts where kind = 'operator' limit 1`;
    expect(await rules(waiting)).toEqual([STATED]);
  });
});
