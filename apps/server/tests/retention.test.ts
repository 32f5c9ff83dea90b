/** The plan of what is kept: it names every table, and after its jobs have run, what is left is young and still proves everything. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/platform/durations.ts';
import { startServer, type TestServer } from './support/server.ts';

const plan = readFileSync(
  fileURLToPath(new URL('../../../docs/retention.md', import.meta.url)),
  'utf8',
);
const rows = plan
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const tablesOf = (cell = '') => [...cell.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name);

/** The column of its age, and how old the oldest row may be. */
const LIMITS: Readonly<Record<string, readonly [column: string, keptMs: number]>> = {
  member_events: ['created_at', HOUR_MS],
  idempotency_keys: ['created_at', 48 * HOUR_MS],
  outgoing_messages: ['created_at', 90 * DAY_MS],
  ticks: ['at', 49 * HOUR_MS],
  notifications: ['created_at', 180 * DAY_MS],
  operation_minutes: ['minute', 8 * DAY_MS],
  auth_captchas: ['expires_at', 0],
  auth_alerts: ['expires_at', 0],
  call_confirmations: ['expires_at', 0],
  auth_codes: ['sent_at', DAY_MS],
  auth_code_budgets: ['updated_at', DAY_MS],
  auth_attempts: ['updated_at', DAY_MS],
  auth_sessions: ['expires_at', 30 * DAY_MS],
  auth_ended_sessions: ['ended_at', 30 * DAY_MS],
};
const JOBS = [
  'pruning.events',
  'pruning.keys',
  'pruning.messages',
  'pricing.prune-ticks',
  'notification.prune',
  'operations.measure',
  'auth.prune-captchas',
  'auth.prune-codes',
  'auth.prune-code-budgets',
  'auth.prune-sessions',
  'auth.prune-ended-sessions',
  'auth.prune-alerts',
  'auth.prune-attempts',
  'second-factor.prune',
  'images.prune',
  'markets.prune-pictures',
  'support.prune',
  'price-alert.prune',
  'spot.prune-fill-notices',
  'spot.drop-books',
  'day-close.files',
  'operators.customer-files',
  'cases.prune',
  'identity.erase',
];
/** So long ago was the first run of the server. */
const AWAY_MS = 3 * DAY_MS;

let behindMs = AWAY_MS;
let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startServer({ clock: { now: () => Date.now() - behindMs } });
  owner = new Client(server.fresh.ownerTarget);
  await owner.connect();
}, 120_000);
afterAll(async () => {
  await owner?.end();
  await server?.stop();
});

const names = async () => {
  const { rows: found } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  );
  // The list of applied migrations.
  return found.map(({ name }) => name).filter((name) => !name.startsWith('schema_migrations'));
};

describe('the plan of what is kept', () => {
  it('names every table once', async () => {
    const planned = rows.flatMap(([, cell]) => tablesOf(cell));
    expect(planned.toSorted()).toEqual((await names()).toSorted());
  });

  it('says of each table that is bounded by age who deletes it', () => {
    const deleted = rows.filter((row) => row.length === 6);
    const mentioned = deleted.map((row) => row[4]).join(' ');
    expect(deleted.flatMap(([, cell]) => tablesOf(cell))).toEqual(
      expect.arrayContaining(Object.keys(LIMITS)),
    );
    const named = [...mentioned.matchAll(/`([a-z-]+[.][a-z-]+)`/g)].map(([, job]) => job);
    expect(JOBS).toEqual(expect.arrayContaining(named));
  });
});

describe('after its jobs have run', () => {
  const old = async () => {
    const sql = Object.entries(LIMITS).map(([table, [column, keptMs]]) => {
      const before = new Date(Date.now() - keptMs - MINUTE_MS).toISOString();
      // The newest event and the newest tick of each chain stay.
      const kept =
        { member_events: 1, ticks: '(select count(distinct instrument_id) from ticks)' }[table] ??
        0;
      return `select '${table}' as name where (select count(*) from ${table} where ${column} < '${before}') > ${kept}`;
    });
    const { rows: found } = await owner.query<{ name: string }>(sql.join(' union all '));
    return found.map(({ name }) => name);
  };

  const areReadable = async () => {
    const { rows: found } = await owner.query<{ are: boolean }>(
      `select max(transaction_id) < pg_snapshot_xmin(pg_current_snapshot()) as are from member_events
        where created_at < now() - interval '1 hour'`,
    );
    return found[0]!.are;
  };

  it('nothing is older than planned, and the whole audit still passes', async () => {
    const person = await server.register();
    await server.emailCode('somebody@tern.test');
    const order = { symbol: 'btcusdt', musdt: '100', buytype: 2 };
    const answer = await server.api.call('POST /bborder/upbbbuy', order as never, {
      token: person.token,
      key: 'retention-0001',
    });
    expect(answer.code).toBe(0);
    // Each chain has more than the tick that stays; the restarted server removes them by itself.
    await expect.poll(old).toContain('ticks');
    behindMs = 0;
    await server.restart();
    // What is kept for weeks becomes as old as it can be.
    await owner.query('begin read write');
    for (const [table, column] of [
      ['outgoing_messages', 'created_at'],
      ['auth_sessions', 'expires_at'],
    ]) {
      await owner.query(`update ${table} set ${column} = ${column} - interval '200 days'`);
    }
    await owner.query(`insert into notifications (member_id, about_id, created_at, kind, about, values)
      select id, 0, now() - interval '181 days', 'security.login', '', '{}' from members limit 1`);
    await owner.query(
      `insert into operation_minutes values ('orders', now() - interval '9 days', 1)`,
    );
    await owner.query('commit');
    expect(await old()).toEqual(
      expect.arrayContaining(['member_events', 'idempotency_keys', 'outgoing_messages']),
    );
    // Measurements are deleted as each minute begins.
    await server.runJob('operations.measure');
    behindMs = -MINUTE_MS;
    // Of events it deletes those that could be read at its run before, which other tests' transactions hold up.
    await expect.poll(areReadable).toBe(true);
    await server.runJob('pruning.events');
    for (const job of JOBS) await server.runJob(job);
    behindMs = 0;
    expect(await old()).toEqual([]);
    const findings = await auditBooks(server.fresh.database);
    const failed = findings.filter(({ faults }) => faults.length > 0);
    expect(failed).toEqual([]);
  });
});
