import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paperAccounts } from '../src/features/account/auth/index.ts';
import { sendMessageAgain } from '../src/kernel/messaging/outgoing-messages.ts';
import { int8, nullable, text, timestamptz } from '../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = manualClock();
const withoutGuards = defineStatement({
  name: 'test.auditWithoutGuards',
  text: 'alter table audit_log disable trigger user',
  params: [],
});
const rewriteReason = defineStatement({
  name: 'test.rewriteAuditReason',
  text: "update audit_log set reason = 'for another reason' where id = $1",
  params: [int8],
});

let server: TestServer;
let consoleApi: Console;
let ada: string;
let person: Person;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  consoleApi = createConsole(server, clock);
  ada = await consoleApi.signIn(1);
  person = await server.register();
  const reason = '=HYPERLINK("https://tern.test","a, b")';
  const input = { ID: person.memberId, act: 'freeze' as const, reason };
  await consoleApi.data('GET /operator/customer/find', { ID: person.memberId }, ada);
  await consoleApi.data('POST /operator/customer/setStanding', input, ada);
});
afterAll(() => server?.stop());

const list = async (filter: object) =>
  (await consoleApi.data('GET /operator/audit/list', { pageSize: 100, ...filter }, ada)).list;

describe('the audit log', () => {
  it('records every action and view, with operator, time, address and reason', async () => {
    const lines = await list({ memberId: person.memberId });
    expect(lines.map(({ action, login }) => [action, login])).toEqual([
      ['member.freeze', 'operator-1'],
      ['customer.view', 'operator-1'],
    ]);
    expect(lines[0]!.address).toMatch(/127\.0\.0\.1|::1/);
    expect(lines[0]!.isShown).toBe(true);
    expect(lines[1]!.isShown).toBe(false);
    expect((await list({ action: 'session.' }))[0]).toMatchObject({ action: 'session.login' });
  });

  it('records repeated views within minutes once', async () => {
    await consoleApi.data('GET /operator/customer/find', { ID: person.memberId }, ada);
    expect(await list({ action: 'customer.view', memberId: person.memberId })).toHaveLength(1);
    clock.advance(6 * 60_000);
    await consoleApi.data('GET /operator/customer/find', { ID: person.memberId }, ada);
    expect(await list({ action: 'customer.view', memberId: person.memberId })).toHaveLength(2);
  });

  it('records every search and every listing of members', async () => {
    for (const search of ['tern over', 'gull', 'tern over']) {
      await consoleApi.data('GET /operator/customer/list', { search }, ada);
    }
    const searches = await list({ action: 'customer.search' });
    expect(searches.map(({ reason }) => reason)).toEqual(['gull', 'tern over']);
    await consoleApi.data('GET /operator/customer/list', { page: 2 }, ada);
    expect(await list({ action: 'customer.list' })).toHaveLength(1);
  });

  it('can be searched by operator, action, subject, text and time', async () => {
    const subject = `member:${person.memberId}`;
    for (const filter of [
      { login: 'operator-1' },
      { action: 'member.' },
      { subject },
      { reason: 'hyperlink' },
    ]) {
      const lines = await list({ ...filter, memberId: person.memberId });
      expect([filter, lines.length > 0]).toEqual([filter, true]);
    }
    expect(await list({ login: 'operator-2', memberId: person.memberId })).toEqual([]);
    expect(await list({ from: new Date(clock.now() + 1).toISOString() })).toEqual([]);
    expect(await list({ to: new Date(0).toISOString() })).toEqual([]);
  });

  it('is exported without spreadsheet formulas, and records the export', async () => {
    const filter = { memberId: person.memberId, action: 'member.freeze' };
    const { csv, rows } = await consoleApi.data('GET /operator/audit/export', filter, ada);
    expect(rows).toBe(1);
    expect(csv.split('\r\n')[0]).toContain('ID,CreatedAt,login,action');
    expect(csv).toContain(`"'=HYPERLINK(""https://tern.test"",""a, b"")"`);
    expect((await list({ action: 'audit.export' })).length).toBeGreaterThan(0);
  });

  it('names the record of an entry, and finds it by that number', async () => {
    const input = {
      memberId: person.memberId,
      side: 'credit' as const,
      coinname: 'USDT',
      amount: '5',
    };
    const proposal = { ...input, reason: 'Paid twice.', requestId: 'audit-1' };
    const { reviewId } = await consoleApi.data('POST /operator/manual/propose', proposal, ada);
    await consoleApi.data('GET /operator/review/find', { ID: reviewId }, ada);
    const about = (await list({ action: 'manual.propose' }))[0]!;
    const { record } = about;
    expect(record).toMatchObject({ reviewId, kind: 'manual', coinname: 'USDT', amount: '5' });
    expect(record?.recordNo).toMatch(/^J-\d+$/);
    const found = await list({ search: record!.recordNo.toLowerCase() });
    expect(found.map(({ action }) => action)).toEqual(['review.view', 'manual.propose']);
    expect(found.every((line) => line.record?.reviewId === reviewId)).toBe(true);
    expect(await list({ search: 'paid TWICE' })).toHaveLength(1);
    expect(await list({ search: 'J-999999' })).toEqual([]);
  });

  it('can be filtered to changes, without views, exports and sign-ins', async () => {
    const shown = await list({ show: 'changes' });
    // The seed verifies the demo member.
    const changes = ['manual.propose', 'member.freeze', 'member.verify'];
    expect(shown.map(({ action }) => action)).toEqual(changes);
    expect((await list({ show: 'all' })).length).toBeGreaterThan(shown.length);
  });

  it('is verified as a chain up to its newest entry, with the time of the check', async () => {
    const { rows } = await consoleApi.data('GET /operator/audit/export', {}, ada);
    expect(await consoleApi.data('GET /operator/audit/chain', {}, ada)).toEqual({
      entries: rows + 1,
      through: (await list({}))[0]!.ID,
      checkedAt: new Date(clock.now()).toISOString(),
      brokenAt: null,
      fault: '',
    });
  });

  it('names the operator of an entry, and prints addresses in plain form', async () => {
    const [login] = await list({ action: 'session.login' });
    expect(login).toMatchObject({ subjectName: 'operator-1', record: null });
    expect((await list({})).some(({ address }) => address.startsWith('::ffff:'))).toBe(false);
  });

  it('records the value before a proposed change, and the balance change of an approval', async () => {
    const effectiveAt = new Date(clock.now() + 2 * 86_400_000).toISOString();
    const about = { effectiveAt, reason: 'Gas is cheaper.' };
    const terms = { key: 'network.USDT.ERC20', outFee: '3', ...about };
    await consoleApi.data('POST /operator/terms/propose', terms, ada);
    const [proposed] = await list({ action: 'terms.propose' });
    const detail = JSON.parse(proposed!.detail) as { replaced: unknown; value: unknown };
    expect(detail.value).toEqual({ outFee: '3' });
    expect(detail.replaced).toEqual({ outFee: '5' });
    const setting = { key: 'withdrawal.targetHours', value: '30', ...about };
    await consoleApi.data('POST /operator/setting/propose', setting, ada);
    const [limit] = await list({ action: 'setting.propose' });
    expect(JSON.parse(limit!.detail)).toMatchObject({ value: 30, replaced: 24 });

    const bob = await consoleApi.signIn(2);
    const [credit] = await list({ action: 'manual.propose' });
    const ID = String(credit!.record!.reviewId);
    await consoleApi.data('POST /operator/review/claim', { ID }, bob);
    const { rereview } = await consoleApi.data('GET /operator/review/find', { ID }, bob);
    const approval = { ID, stage: 'second' as const, hash: rereview.hash, acknowledged: true };
    await consoleApi.data('POST /operator/review/approve', approval, bob);
    const [approved] = await list({ action: 'review.approve' });
    const change = { asset: 'USDT', amount: '5', of: 'available' };
    expect(JSON.parse(approved!.detail)).toMatchObject({ change });
    expect(approved!.record).toMatchObject({ approvals: 2, recordNo: rereview.recordNo });
  });

  const changes = {
    'changed by the server': ['app', `update audit_log set reason = ''`],
    'emptied by the server': ['app', 'delete from audit_log'],
    'changed by the owner of the tables': ['owner', `update audit_log set reason = ''`],
    'emptied by the owner of the tables': ['owner', 'delete from audit_log'],
    'truncated by the owner of the tables': ['owner', 'truncate audit_log'],
  } as const;

  it.each(Object.entries(changes))('is not %s', async (_name, [role, text]) => {
    const { database, owner } = server.fresh;
    const statement = defineStatement({
      name: `test.spoil-${role}-${text.slice(0, 8).replaceAll(/\W/g, '-')}`,
      text,
      params: [],
    });
    const spoiling = (role === 'app' ? database : owner).transaction((tx) => tx.run(statement, []));
    await expect(spoiling).rejects.toThrow(/append only|permission denied/);
  });
});

describe('the outbox', () => {
  it('shows sent messages, without their codes', async () => {
    const code = await server.emailCode('somebody@tern.test');
    const input = { recipient: 'somebody@tern.test' };
    const { list: messages } = await consoleApi.data('GET /operator/outbox/list', input, ada);
    expect(messages).toHaveLength(1);
    expect(JSON.stringify(messages)).not.toContain(code);
    expect(messages[0]).toMatchObject({ purpose: 'code', channel: 'email' });
  });

  it('records each view, with the recipient searched for', async () => {
    await consoleApi.data('GET /operator/outbox/list', {}, ada);
    const looks = await list({ action: 'outbox.view' });
    expect(looks.map(({ login, reason }) => [login, reason])).toEqual([
      ['operator-1', ''],
      ['operator-1', 'somebody@tern.test'],
    ]);
  });
});

describe('a message that failed', () => {
  const failed = defineQuery({
    name: 'test.failedMessage',
    text: `insert into outgoing_messages
        (channel, recipient, subject, body, purpose, code, state, attempts, last_error, next_attempt_at, created_at)
      values ('email', $1, 'Notice', 'Your code is 123456.', $2, $3, 'failed', 9, '550 no such mailbox', $4, $4) returning id`,
    params: [text, text, nullable(text), timestamptz],
    row: { id: int8 },
  });
  const fail = async (recipient: string, code: string | null = null) =>
    (
      await server.fresh.database.transaction((tx) =>
        tx.one(failed, [recipient, 'notice', code, clock.now()]),
      )
    ).id;
  const outbox = async (input: object, by = ada) =>
    (await consoleApi.data('GET /operator/outbox/list', input, by)).list;

  it('is found by state, channel, customer and time, with the reason', async () => {
    const person = await server.register();
    const id = await fail(person.email);
    const memberId = person.memberId;
    const state = 'failed' as const;
    expect(await outbox({ memberId, state })).toMatchObject([
      { ID: id, state, lastError: '550 no such mailbox', attempts: 9, isSendable: true },
    ]);
    expect(await outbox({ memberId, state, channel: 'sms' })).toEqual([]);
    expect(await outbox({ memberId, recipient: 'another@tern.test' })).toEqual([]);
    const soon = new Date(clock.now() + 1_000).toISOString();
    expect(await outbox({ memberId, from: soon })).toEqual([]);
    const looks = await list({ action: 'outbox.view', memberId });
    expect(looks.length).toBeGreaterThan(0);
  });

  it('is sent again by support once, which is logged; not by an auditor', async () => {
    const ID = await fail('again@tern.test');
    const { token: support } = await consoleApi.enrolled(['support']);
    const { token: auditor } = await consoleApi.enrolled(['auditor']);
    const again = (by: string) => consoleApi.call('POST /operator/outbox/sendAgain', { ID }, by);
    expect(await again(auditor)).toMatchObject({ code: 5030 });
    const [first, second] = await Promise.all([again(support), again(support)]);
    expect([first.code, second.code]).toEqual([0, 0]);
    const acts = await list({ action: 'outbox.sendAgain', subject: `message:${ID}` });
    expect(acts).toHaveLength(1);
    expect(await outbox({ recipient: 'again@tern.test', state: 'failed' })).toEqual([]);
  });

  it('is not sent again with a one-time code, whose text is hidden, and the database refuses it too', async () => {
    const ID = await fail('code@tern.test', '123456');
    const { token: support } = await consoleApi.enrolled(['support']);
    expect(await consoleApi.call('POST /operator/outbox/sendAgain', { ID }, support)).toMatchObject(
      { code: 5011 },
    );
    const [message] = await outbox({ recipient: 'code@tern.test' }, support);
    expect(message).toMatchObject({ state: 'failed', isSendable: false });
    expect(JSON.stringify(message)).not.toContain('123456');
    const wait = server.fresh.database.transaction((tx) => sendMessageAgain(tx, ID, clock.now()));
    await expect(wait).rejects.toMatchObject({ constraint: 'outgoing_messages_code_once' });
  });
});

describe('a push that failed', () => {
  const failed = defineQuery({
    name: 'test.failedPush',
    text: `with device as (
        insert into push_devices (member_id, endpoint_hash, sealed, lang, created_at)
        values ($1::bigint, 'of test ' || $1::bigint, 'x', 'en', $2) returning id
      ), notice as (
        insert into notifications (member_id, about_id, created_at, kind, about, values)
        values ($1::bigint, 0, $2, 'security.keyRemoved', 'none', '{"name":"bot"}') returning id
      )
      insert into outgoing_messages (channel, recipient, subject, body, purpose, state, attempts, last_error, next_attempt_at, created_at,
        delivery_id, device_id, notification_id)
      select 'push', ($1::bigint)::text, 'API key deleted: bot', 'Open Tern.', 'security.keyRemoved', 'failed', 8, 'it answered 503', 'infinity', $2,
        -$1::bigint, device.id, notice.id from device, notice returning id`,
    params: [int8, timestamptz],
    row: { id: int8 },
  });
  const outbox = async (input: object) =>
    (await consoleApi.data('GET /operator/outbox/list', input, ada)).list;

  it('is found by its customer and its channel, and sent again within a day', async () => {
    const { memberId } = await server.register();
    const { id: ID } = await server.fresh.database.transaction((tx) =>
      tx.one(failed, [memberId, clock.now()]),
    );
    const found = { ID, channel: 'push', recipient: String(memberId), state: 'failed' };
    const push = { memberId, channel: 'push' as const };
    expect(await outbox(push)).toMatchObject([{ ...found, isSendable: true }]);
    expect(await outbox({ ...push, state: 'sent' })).toEqual([]);
    const { token: support } = await consoleApi.enrolled(['support']);
    const again = () => consoleApi.call('POST /operator/outbox/sendAgain', { ID }, support);
    const answers = [await again(), await again()];
    expect(answers).toMatchObject([{ code: 0 }, { code: 0 }]);
    const acts = await list({ action: 'outbox.sendAgain', subject: `message:${ID}` });
    expect(acts).toHaveLength(1);
  });

  it('is not sent again after a day', async () => {
    const { memberId } = await server.register();
    const { id: ID } = await server.fresh.database.transaction((tx) =>
      tx.one(failed, [memberId, clock.now() - DAY_MS]),
    );
    expect(await outbox({ memberId, channel: 'push' })).toMatchObject([{ ID, isSendable: false }]);
    const { token: support } = await consoleApi.enrolled(['support']);
    const again = await consoleApi.call('POST /operator/outbox/sendAgain', { ID }, support);
    expect(again.code).toBe(5011);
  });
});

describe('a login that failed', () => {
  const code = '000000';
  const password = 'a guess of mine';

  it('is recorded with its address, and never with what was typed', async () => {
    const refused = async () => list({ action: 'session.refused' });
    expect(await refused()).toEqual([]);
    await consoleApi.call('POST /operator/login', { login: 'my secret password', password });
    await consoleApi.call('POST /operator/login', { login: 'operator-2', password });
    const [, right] = paperAccounts.operators;
    await consoleApi.call('POST /operator/login', { ...right, code });
    const lines = await refused();
    expect(lines.map(({ subject, detail }) => [subject, JSON.parse(detail)])).toEqual([
      ['operator:2', { why: 'code' }],
      ['operator:2', { why: 'password' }],
      ['operators', { why: 'password' }],
    ]);
    expect(lines.every(({ address }) => /127\.0\.0\.1|::1/.test(address))).toBe(true);
    expect(JSON.stringify(lines)).not.toMatch(/secret|guess|000000/);
  });

  // The last test: the log stays changed.
  it('is reported with its first changed entry', async () => {
    const all = await list({ pageSize: 100 });
    const { ID } = all[Math.floor(all.length / 2)]!;
    await server.fresh.owner.transaction(async (tx) => {
      await tx.run(withoutGuards, []);
      await tx.run(rewriteReason, [ID]);
    });
    expect(await consoleApi.data('GET /operator/audit/chain', {}, ada)).toMatchObject({
      brokenAt: ID,
      fault: `row ${ID} of the audit log is not what was written`,
    });
  });
});
