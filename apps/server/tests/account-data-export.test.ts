/** The export of everything we hold about a member: what is in it, who gets it, and that no table is forgotten. */
import { strFromU8, unzipSync } from 'fflate';
import { Client } from 'pg';
import type { Input, Name } from '@tern/protocol/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accountParts } from '../src/app/account-parts.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { addTotp } from './support/factors.ts';
import { sendDocuments } from './support/identities.ts';
import { manualClock } from './support/market.ts';
import { messagesIn, PASSWORD, type Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = manualClock();
let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  owner = new Client(server.fresh.ownerTarget);
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await server?.stop();
});

const ask = <N extends Name>(person: Person, name: N, input: Input<N>) =>
  server.api.call(name, input, { token: person.token });
const prepare = (person: Person, password = PASSWORD) =>
  ask(person, 'POST /user/exportAccount', { password });
/** The path of the download. */
const prepared = async ({ token }: Person) =>
  (await server.api.data('POST /user/exportAccount', { password: PASSWORD }, { token })).path;
const download = (path: string) => fetch(server.url() + path);

/** The files of an export by name. */
async function exportOf(person: Person): Promise<Record<string, string>> {
  const answer = await download(await prepared(person));
  expect(answer.status).toBe(200);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [
      name,
      name.startsWith('images/') ? strFromU8(bytes, true) : textOf(bytes),
    ]),
  );
}
/** Without the byte order mark of a CSV. */
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const rowsIn = (files: Record<string, string>, name: string) =>
  JSON.parse(files[`json/${name}.json`] ?? '[]') as Record<string, string | null>[];

describe('an export', () => {
  it('has the profile, records, orders and notifications of the member as JSON and as CSV', async () => {
    const person = await server.register();
    const order = { symbol: 'btcusdt', mprice: '20000', mnum: '0.01', buytype: 1 } as const;
    expect((await ask(person, 'POST /bborder/upbbbuy', order)).code).toBe(0);
    const files = await exportOf(person);
    expect(rowsIn(files, 'profile')).toMatchObject([
      { id: String(person.memberId), email: person.email, phone: person.phone },
    ]);
    expect(rowsIn(files, 'balances')).toContainEqual(
      expect.objectContaining({ asset: 'USDT', available: '9800', held: '200' }),
    );
    expect(rowsIn(files, 'records')[0]).toMatchObject({ kind: 'paperFundsGranted' });
    expect(rowsIn(files, 'spot-orders')).toMatchObject([
      { symbol: 'btcusdt', limit_price: '20000', quantity: '0.01' },
    ]);
    expect(rowsIn(files, 'notifications').length).toBeGreaterThan(0);
    const [heads, line] = files['csv/spot-orders.csv']!.split('\r\n');
    expect(heads!.split(',')).toEqual(Object.keys(rowsIn(files, 'spot-orders')[0]!));
    expect(line).toContain('20000');
    expect(JSON.parse(files['index.json']!)).toMatchObject({
      memberId: person.memberId,
      rows: { 'spot-orders': 1 },
    });
  });

  it('has the rewards of weeks that no notice has reported yet', async () => {
    const person = await server.register();
    const week = `insert into invitation_weeks (week, inviter_id, asset, amount) values ($1, $2, 'USDT', 1.25)`;
    await owner.query(week, ['2026-11-16', person.memberId]);
    await owner.query(week, ['2026-11-09', person.memberId]);
    expect(rowsIn(await exportOf(person), 'invitation-weeks')).toEqual([
      { week: '2026-11-09', asset: 'USDT', amount: '1.25' },
      { week: '2026-11-16', asset: 'USDT', amount: '1.25' },
    ]);
  });

  it('has the images that the member sent', async () => {
    const person = await server.register();
    await sendDocuments(server, person);
    const files = await exportOf(person);
    const images = Object.entries(files).filter(([name]) => name.startsWith('images/'));
    expect(images).toHaveLength(3);
    for (const [, bytes] of images) expect(bytes.startsWith('\u00FF\u00D8\u00FF')).toBe(true);
    expect(rowsIn(files, 'identity-documents')).toHaveLength(1);
    expect(rowsIn(files, 'identity-images')).toHaveLength(3);
  });

  it('has nothing of another member, and no secret', async () => {
    const person = await server.register();
    const other = await server.register();
    await addTotp(server, other, clock.now());
    const files = Object.values(await exportOf(person)).join('\n');
    expect(files).toContain(person.email);
    expect(files).not.toContain(other.email);
    expect(files).not.toMatch(/argon2|password_hash|sealed|token_hash|secret/);
  });

  it('leaves no formula in a spreadsheet', async () => {
    const person = await server.register();
    const { conversation } = await server.api.data(
      'POST /service/open',
      { lang: 'en' },
      { token: person.token },
    );
    const sent = await ask(person, 'POST /service/send', {
      ID: conversation.ID,
      clientId: 'formula-000000001',
      text: '=HYPERLINK("http://evil.test")',
    });
    expect(sent.code).toBe(0);
    const files = await exportOf(person);
    expect(files['csv/messages.csv']).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
  });

  it('pages through more rows than a batch has, in their order', async () => {
    const person = await server.register();
    await owner.query(
      `insert into notifications (member_id, about_id, created_at, kind, about, values)
        select $1, 0, now(), 'security.mailWord', '', '{}' from generate_series(1, 2500)`,
      [person.memberId],
    );
    const files = await exportOf(person);
    const ids = rowsIn(files, 'notifications').map(({ id }) => Number(id));
    expect(ids.length).toBeGreaterThanOrEqual(2_500);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(new Set(ids).size).toBe(ids.length);
    expect(files['csv/notifications.csv']!.trimEnd().split('\r\n')).toHaveLength(ids.length + 1);
  });
});

describe('the download', () => {
  it('works once, and for a few minutes', async () => {
    const person = await server.register();
    const path = await prepared(person);
    expect((await download(path)).headers.get('content-disposition')).toMatch(
      /^attachment; filename="tern-\d+-\d{4}-\d\d-\d\d\.zip"$/,
    );
    expect((await download(path)).status).toBe(410);
    const later = await prepared(person);
    clock.advance(10 * 60_000 + 1);
    expect((await download(later)).status).toBe(410);
    expect((await download('/account-export/unknown')).status).toBe(410);
  });

  it('needs the login password, and the second factor of a member who has one', async () => {
    const person = await server.register();
    expect((await prepare(person, 'wrong password 9')).code).toBe(4011);
    await addTotp(server, person, clock.now());
    expect((await prepare(person)).code).toBe(5017);
  });

  it('is prepared three times a day at most', async () => {
    const person = await server.register();
    for (let count = 0; count < 3; count += 1) expect((await prepare(person)).code).toBe(0);
    const refused = await prepare(person);
    expect(refused).toMatchObject({ code: 4024, data: { seconds: 86_400 } });
    clock.advance(24 * 3_600_000);
    ({ token: person.token } = await server.login(person));
    expect((await prepare(person)).code).toBe(0);
  });

  it('is on the timeline and reported with the link that freezes the account', async () => {
    const person = await server.register();
    await prepare(person);
    const { list } = await server.api.data('GET /user/securityEvents', {}, { token: person.token });
    expect(list[0]?.kind).toBe('security.exported');
    await vi.waitFor(() => {
      const alerts = messagesIn(server.outboxFile).filter(({ to }) => to === person.email);
      expect(alerts.at(-1)?.body).toContain('/pages/login/notMe?token=');
    }, 60_000);
  });
});

/** Tables about members that are not exported, each with its reason. */
const leftOut: Record<string, string> = {
  idempotency_keys: 'repeats answers for two days; what they did is exported',
  member_events: 'copies for devices, kept for an hour',
  pay_password_checks: 'a lock without content',
  factor_setups: 'a factor being added, for minutes',
  call_confirmations: 'proof of one call, for minutes',
  factor_failures: 'wrong codes of the last minutes',
  notification_deliveries: 'a notice on its way, for minutes',
  notification_yields: 'sums of the day; the records have them',
  ledger_record_counts: 'numbers of the exported records',
  ledger_record_list_counts: 'numbers of the exported records',
  ledger_record_marks: 'places in the exported records',
  ledger_day_changes: 'sums of the exported records',
  assets_paid_in: 'sums of the exported records',
  assets_paid_in_totals: 'sums of the exported records',
  assets_worth_days: 'the exported records at prices of the time',
  assets_worth_progress: 'how far all members are computed',
  offering_members: 'sums of the exported subscriptions',
  invitation_rewards: 'names the trades of other members; their sums are exported',
  member_notes: 'the work of our staff on checks that the law forbids to reveal',
  customer_files: 'who asked for a file may forbid to reveal it',
  futures_result_alarms: 'the work of our staff on checks that the law forbids to reveal',
  payout_returns: 'the work of our staff; the payout is exported with what came back',
  payment_file_payouts: 'the work of our staff; the payout is exported',
  day_close_items: 'differences of closed days; their owner is an operator',
  cases: 'the work of our staff on checks that the law forbids to reveal',
  member_restrictions: 'the work of our staff on checks that the law forbids to reveal',
  operator_links: 'of operators',
  operator_link_requests: 'of operators',
  screening_values: 'the work of our staff on checks that the law forbids to reveal',
  screening_hits: 'the work of our staff on checks that the law forbids to reveal',
  monitoring_hits: 'the work of our staff on checks that the law forbids to reveal',
  outflows: 'withdrawals by time, under a cap; they are exported',
  outflow_releases: 'the work of our staff; the withdrawal is exported',
  unmatched_proposals: 'the work of our staff; the credit is exported as a deposit',
  futures_waiting: 'when a contract is due, which the contract has',
  withdrawal_resolutions: 'the work of our staff; the withdrawal is exported',
  withdrawal_discrepancies: 'the work of our staff; the withdrawal is exported',
  audit_log_links: 'hashes of the audit log',
  futures_month_accounts: 'sums of the exported contracts, for the public figures',
  invariant_balances: 'sums of the exported records, as last checked',
  auth_attempts: 'times of wrong passwords, for minutes',
  auth_codes: 'codes that were sent, for a day',
  auth_code_budgets: 'counts of codes that were sent, for a day',
  service_counts: 'times of messages, for an hour',
  futures_result_sequences: 'sums of the exported contracts, for alarms',
  operation_incidents: 'of the server; their subject is a figure or a source of prices',
  liabilities_balances: 'balances at the moment of a snapshot; the exported records have them',
};

describe('the parts of the export', () => {
  const none = { account: { held: [] } };
  const secretBox = createSecretBox(new Uint8Array(32));
  const parts = accountParts({ auth: none, keys: none, secretBox });

  it('have every table with a column about a member, or a reason not to', async () => {
    const { rows } = await owner.query(
      `select distinct c.table_name as name from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
          and c.column_name in ('member_id', 'member_ids', 'owner_id', 'inviter_id', 'invitee_id', 'subject', 'target')
        union
        select k.conrelid::regclass::text from pg_constraint k
        where k.contype = 'f' and (k.confrelid = 'members'::regclass or k.confrelid::regclass::text = any($1))`,
      [parts.flatMap((part) => part.held.flatMap(({ tables }) => [...tables]))],
    );
    const exported = new Set([
      ...parts.flatMap((part) => part.held.flatMap(({ tables }) => [...tables])),
      // Of the two parts that the server makes.
      'auth_sessions',
      'auth_alerts',
      'paper_grants',
      'api_keys',
    ]);
    expect(rows.length).toBeGreaterThan(60);
    const forgotten = rows
      .map(({ name }: { name: string }) => name)
      .filter((name) => !exported.has(name) && leftOut[name] === undefined);
    expect(forgotten).toEqual([]);
  });

  it('omit every column with a secret or a hash of one', async () => {
    const person = await server.register();
    const { rows } = await owner.query(
      `select table_name, column_name from information_schema.columns where table_schema = 'public'
        and (column_name ~ '(^sealed|password_hash$|token_hash$|code_hash$|key_hash$|endpoint_hash$)' or data_type = 'bytea')`,
    );
    const secrets = new Set(rows.map((row: { column_name: string }) => row.column_name));
    const files = await exportOf(person);
    const columns = Object.entries(files)
      .filter(([name]) => name.startsWith('csv/'))
      .flatMap(([, text]) => text.split('\r\n')[0]!.split(','));
    expect(columns.filter((column) => secrets.has(column))).toEqual([]);
  });
});
