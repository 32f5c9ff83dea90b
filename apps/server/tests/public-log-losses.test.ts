/** A lost key of the public log: an undeclared new one is a fault, two operators declare it in the log, and nothing is hidden (ADR 67). */
import {
  followReceipts,
  openCheckpoint,
  parseLossEntry,
  parseVerifierKey,
  verifyReceipt,
} from '@tern/proofs';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditPublicLog } from '../src/audit/public-log.ts';
import { readEntry } from '../src/features/proof/public-log/index.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { clusterAdmin } from './support/cluster.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole, type EnrolledOperator } from './support/operator-client.ts';
import { startServer, type TestServer } from './support/server.ts';
import { failedRulesAfter } from './support/tampering.ts';

const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
let first: EnrolledOperator;
let second: EnrolledOperator;
let reviewer: EnrolledOperator;

/** Commits changes with every right and all triggers off. */
async function tamper(...statements: readonly string[]): Promise<void> {
  const client = new Client({
    ...clusterAdmin(),
    database: server.fresh.appTarget.database!,
  });
  await client.connect();
  await client.query('set session_replication_role = replica');
  for (const sql of statements) await client.query(sql);
  await client.end();
}

const seal = () => server.runJob('public-log.seal');
const check = () => server.runJob('invariants.check');
const keyStates = () => consoleApi.data('GET /operator/logKeys/list', {}, reviewer.token);
const stateOf = async () => (await keyStates()).list.map(({ ID, state }) => [ID, state]);
const published = async () => (await server.api.data('GET /public-log/keys', {})).list;
const site = () => server.api.data('GET /base/site', {});
const audited = () => server.fresh.database.snapshot((reader) => auditPublicLog(reader));
const faults = async () => (await audited()).flatMap((finding) => finding.faults);
const brokenRules = async () => {
  await check();
  const found = await consoleApi.data('GET /operator/operations/invariants', {}, first.token);
  return found.invariants.filter((each) => each.faults.length > 0).map(({ id }) => id);
};
const act = (call: 'propose' | 'declare', operator: EnrolledOperator, ID = 2) =>
  consoleApi.call(
    `POST /operator/logKeys/${call}`,
    { ID, reason: 'The disk burnt.' },
    operator.token,
  );

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  consoleApi = createConsole(server, clock);
  first = await consoleApi.enrolled(['approver']);
  second = await consoleApi.enrolled(['approver']);
  reviewer = await consoleApi.enrolled(['reviewer']);
  await server.register();
  await seal();
}, 120_000);
afterAll(() => server?.stop());

it('nothing is to be declared while the first key signs', async () => {
  expect(await keyStates()).toMatchObject({ list: [{ ID: 1, state: 'first' }], due: null });
  expect((await act('propose', first, 1)).code).toBe(5034);
  expect((await act('propose', first, 9)).code).toBe(5007);
});

it('a foreign key is not declared while the one before it can sign: nothing is lost', async () => {
  await tamper(`insert into public_log_keys
    select id + 1, sha256(public_key), sealed_secret, salt_secret, created_at from public_log_keys`);
  expect(await stateOf()).toEqual([
    [2, 'undeclared'],
    [1, 'first'],
  ]);
  expect((await keyStates()).due).toBeNull();
  expect((await act('propose', first)).code).toBe(5034);
  await tamper('delete from public_log_keys where id = 2');
});

it('a second key that no entry introduced is a fault, and makes the system read-only', async () => {
  // As when `secrets.key` was lost before new keys were entries: another key signs, and nothing says why.
  await tamper(`update public_log_keys set sealed_secret = '\\x00' where id = 1`);
  await seal();
  expect(await stateOf()).toEqual([
    [2, 'alone'],
    [1, 'first'],
  ]);
  expect(await faults()).toEqual([]);
  await tamper('delete from public_log_key_entries');
  expect(await stateOf()).toEqual([
    [2, 'undeclared'],
    [1, 'first'],
  ]);
  expect(await faults()).toContain('key 2 of the public log was introduced by no entry');
  expect(await brokenRules()).toEqual(['journal-sealed']);
  expect((await site()).isReadOnly).toBe(true);
});

it('two approvers declare it, also while the system is read-only, and nobody else', async () => {
  expect((await keyStates()).due).toEqual({ ID: 2, lost: [1] });
  expect((await act('propose', reviewer)).code).not.toBe(0);
  expect((await act('declare', second)).code).toBe(5032);
  expect((await act('propose', first, 1)).code).toBe(5034);
  expect((await act('propose', first)).code).toBe(0);
  expect((await act('propose', second)).code).toBe(5034);
  expect((await act('declare', first)).code).toBe(5032);
  // A proposal alone changes nothing.
  expect(await faults()).toContain('key 2 of the public log was introduced by no entry');
  expect((await act('declare', second)).code).toBe(0);
  expect((await act('declare', second)).code).toBe(5034);
});

it('a declared loss breaks no rule, and the audit says what was declared', async () => {
  expect(await stateOf()).toEqual([
    [2, 'declared'],
    [1, 'first'],
  ]);
  expect(await faults()).toEqual([]);
  expect((await audited()).map(({ rule }) => rule).join('\n')).toMatch(
    /^declared on \S+: key [0-9a-f]{8} of the public log signs in place of [0-9a-f]{8}, which was lost$/m,
  );
  expect(await brokenRules()).toEqual([]);
  const { periods } = await consoleApi.data('GET /operator/operations/invariants', {}, first.token);
  const lift = { ID: periods[0]!.ID, reason: 'The loss is declared.' };
  await consoleApi.data('POST /operator/readOnly/propose', lift, first.token);
  await consoleApi.data('POST /operator/readOnly/lift', lift, second.token);
  expect(await brokenRules()).toEqual([]);
  expect((await site()).isReadOnly).toBe(false);
});

it('the declaration is an entry of the log that everyone can check, and nobody has to believe', async () => {
  const [next, lost] = (await published()).map(({ key }) => parseVerifierKey(key)!);
  const { loss, receipt } = (await published())[0]!;
  expect(receipt).toBeNull();
  const origin = next!.name;
  const { items, receipt: opened } = verifyReceipt(loss!, { origin, keys: [next!] });
  expect(items.filter(({ pass }) => !pass)).toEqual([]);
  expect(parseLossEntry(opened!.entry)).toMatchObject({ key: next, lost: [lost] });
  const { loss: shown } = (await keyStates()).list[0]!;
  expect(shown).toMatchObject({ proposedBy: first.login, declaredBy: second.login });
  const entry = await readEntry(server.fresh.database, shown!.entry!);
  expect(Buffer.from(entry!)).toEqual(Buffer.from(opened!.entry));
  // Who knows the lost key alone follows nothing.
  const { trust } = followReceipts([loss!], { origin, keys: [lost!] });
  expect(trust.keys).toEqual([lost]);
  const note = await (await fetch(`${server.url()}/log/checkpoint`)).text();
  expect(openCheckpoint(note, trust)).toBeUndefined();
  expect(openCheckpoint(note, { origin, keys: [next!] })).toBeDefined();
});

it('the audit log says who proposed and who declared it', async () => {
  const auditor = await consoleApi.enrolled(['auditor']);
  const { list } = await consoleApi.data(
    'GET /operator/audit/list',
    { action: 'logKey.' },
    auditor.token,
  );
  expect(list.map(({ action, login }) => [action, login])).toEqual([
    ['logKey.declareLoss', second.login],
    ['logKey.proposeLoss', first.login],
  ]);
});

let ran = 0;
function sql(text: string) {
  ran += 1;
  return defineStatement({ name: `test.loss${ran}`, text, params: [] });
}
const asServer = (text: string) => server.fresh.database.transaction((tx) => tx.run(sql(text), []));
/** Nothing that the owner does stays. */
const asOwner = (text: string) =>
  server.fresh.owner.transaction(async (tx) => {
    await tx.run(sql(text), []);
    throw new Error('accepted');
  });

it('the database keeps a declaration as it is, no matter who asks', async () => {
  const undone =
    'declared_by = null, declared_reason = null, declared_at = null, entry_index = null';
  for (const change of [`declared_reason = 'x'`, `proposed_reason = 'x'`, 'key_id = 1', undone]) {
    const update = `update public_log_losses set ${change}`;
    await expect(asOwner(update), update).rejects.toThrow('a lost key is declared once');
  }
  for (const removal of ['delete from', 'truncate'].map((verb) => `${verb} public_log_losses`)) {
    await expect(asOwner(removal)).rejects.toThrow('declarations of lost keys are kept');
    await expect(asServer(removal)).rejects.toThrow('permission denied');
  }
});

it('the database takes no declaration without a proposal, a second person, a reason and an entry of its own', async () => {
  await expect(
    asOwner(`insert into public_log_losses select 1, proposed_by, proposed_reason, proposed_at, declared_by, declared_reason,
      declared_at, 0 from public_log_losses`),
  ).rejects.toThrow('a lost key is proposed before it is declared');
  const propose = (reason: string) =>
    asServer(`insert into public_log_losses (key_id, proposed_by, proposed_reason, proposed_at)
      select 1, proposed_by, '${reason}', proposed_at from public_log_losses`);
  await expect(propose('')).rejects.toThrow('public_log_losses_proposed_reason_check');
  await propose('x');
  const declare = (over: object = {}): Promise<unknown> => {
    const taken = 'select %s from public_log_losses where key_id = 2';
    const given = {
      declared_by: `(${taken.replace('%s', 'declared_by')})`,
      declared_reason: `'x'`,
      declared_at: 'now()',
      entry_index: '0',
      ...over,
    };
    const set = Object.entries(given).map(([column, value]) => `${column} = ${value}`);
    return asOwner(`update public_log_losses set ${set.join(', ')} where key_id = 1`);
  };
  await expect(declare({ declared_by: 'proposed_by' })).rejects.toThrow('two_people');
  await expect(declare({ declared_reason: `''` })).rejects.toThrow('declared_reason_check');
  await expect(declare({ entry_index: '1000000' })).rejects.toThrow('entry_index_fkey');
  const same = '(select entry_index from public_log_losses where key_id = 2)';
  await expect(declare({ entry_index: same })).rejects.toThrow('entry_index_key');
  await expect(declare({ proposed_reason: `'y'` })).rejects.toThrow('a lost key is declared once');
  for (const column of ['declared_by', 'declared_reason', 'declared_at', 'entry_index']) {
    await expect(declare({ [column]: 'null' }), column).rejects.toThrow('losses_declared');
  }
  await expect(declare()).rejects.toThrow('accepted');
});

it('the audit finds a declaration that is not the one in the log, and one of another key', async () => {
  const rule = 'the public log is the signed tree of its entries';
  for (const statement of [
    'update public_log_losses set entry_index = 0 where key_id = 2',
    'update public_log_losses set entry_index = null, declared_at = null, declared_by = null, declared_reason = null where key_id = 2',
  ]) {
    expect(await failedRulesAfter(server.fresh, statement), statement).toContain(rule);
  }
});
