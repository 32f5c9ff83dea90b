/** A dump by pg_dump, restored on another server: the books are in order, nothing is read-only, work goes on (ADR 70). */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedGuards } from '../../src/kernel/invariants/schema-guards.ts';
import { APP_ROLE } from '../../src/platform/database/embedded/provision.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { type Api, createApi } from '../support/api-client.ts';
import { type Build, buildServer, type Instance } from '../support/built-server.ts';
import { freePort } from '../support/free-port.ts';
import { orderOf, type Prices, readPrices, type Sent, startLoad } from '../support/order-load.ts';
import { createPeople, type Person } from '../support/people.ts';
import {
  createSystemPostgres,
  type SystemPostgres,
  systemPostgres,
} from '../support/system-postgres.ts';
import { until } from '../support/pass-time.ts';

const bin = systemPostgres(15, 18);
const why =
  bin === undefined
    ? 'PostgreSQL is not installed on this machine (Debian: postgresql)'
    : undefined;

/** As many as a server that has worked for a while: more than a new one has after the restore. */
const MANY_TRANSACTIONS = `do language plpgsql 'begin
  for one in 1..60000 loop perform pg_current_xact_id(); commit; end loop; end'`;

let build: Build;
let instance: Instance;
let api: Api;
let members: Person[];
let prices: Prices;
let dumped: Server;
let restored: Server;

interface Server {
  readonly own: SystemPostgres;
  /** Runs a command of PostgreSQL as its superuser. */
  run(command: string, more?: string): string;
  sql(text: string): string;
}

async function createServer(): Promise<Server> {
  const port = await freePort();
  const own = createSystemPostgres(bin!, port, () => ({}));
  const run = (command: string, more = '') => {
    const { status, stdout, stderr } = own.shell(
      `${command} -h ${own.home} -p ${port} -U postgres ${more}`,
    );
    expect([command, status, stderr]).toEqual([command, 0, '']);
    return stdout.trim();
  };
  return { own, run, sql: (text) => run('psql', `-d tern -Atc "${text}"`) };
}

async function startOn({ own }: Server): Promise<void> {
  instance = await build.start({ env: own.environment, withinMs: 180_000 });
  api = createApi(() => instance.url);
}

async function stopInstance(): Promise<void> {
  instance.kill('SIGTERM');
  expect(await instance.ended).toBe(0);
}

/** Orders until enough are acknowledged. Returns those that were. */
async function trade(): Promise<number[]> {
  const tokens = members.map(({ token }) => token);
  const load = startLoad(api, tokens, prices);
  const acknowledged = () =>
    load.sent.flatMap((one: Sent) =>
      one.name === 'POST /bborder/clearorder' ? [] : (orderOf(one)?.ID ?? []),
    );
  await until('some orders', () => acknowledged().length > 20);
  load.stop();
  await load.finished;
  return acknowledged();
}

/** What the check of each minute reads. */
async function guardsOf({ own }: Server): Promise<string[]> {
  const connection = { url: own.environment['DATABASE_URL']!, role: APP_ROLE };
  const database = await openDatabase({ connection, poolSize: 1 });
  try {
    return await changedGuards(database);
  } finally {
    await database.close();
  }
}

const audit = ({ own }: Server) => build.run('audit', own.environment);

describe.skipIf(why)(`a dump that is restored on another server ${why ?? ''}`.trim(), () => {
  let orders: number[];

  beforeAll(async () => {
    build = buildServer();
    dumped = await createServer();
    await startOn(dumped);
    const { register } = createPeople(api, {
      outboxFile: join(build.dataDir, 'outbox.jsonl'),
      captcha: 'GULL',
      provePhone: async () => undefined,
    });
    members = [];
    for (let count = 0; count < 4; count += 1) members.push(await register());
    prices = await readPrices(api);
    orders = await trade();
    dumped.sql(MANY_TRANSACTIONS);
    orders.push(...(await trade()));
    // While the server runs.
    const file = join(dumped.own.home, 'tern.dump');
    dumped.run('pg_dump', `--format=custom --file=${file} tern`);
    await stopInstance();
    restored = await createServer();
    restored.run('pg_restore', `--exit-on-error --dbname=tern ${file}`);
  }, 600_000);
  afterAll(async () => {
    instance?.kill('SIGKILL');
    await instance?.ended;
    dumped?.own.remove();
    restored?.own.remove();
    await build?.remove();
  });

  it('has every order, and guards in other words, which are in order', async () => {
    expect(orders.length).toBeGreaterThan(20);
    expect(
      restored.sql(
        'select count(*) from spot_orders where id = any (array[' + orders.join() + '])',
      ),
    ).toBe(String(orders.length));
    const reworded = `select count(*) > 0 from schema_guards g join schema_guards_now n
      on n.kind = g.kind and n.name = g.name where n.definition <> g.definition`;
    expect(restored.sql(reworded)).toBe('t');
    expect(await guardsOf(restored)).toEqual([]);
    const { code, output } = audit(restored);
    expect([code, output.includes('FAIL')]).toEqual([0, false]);
    expect(output).toContain('The books are in order.');
  });

  it('serves: orders are taken, counted and sealed in the public log, and the checks find nothing', async () => {
    const counted = 'select counted_through from ledger_record_progress';
    const countedBefore = restored.sql(counted);
    await startOn(restored);
    expect(instance.output()).toContain('This database was restored from a dump.');
    expect((await trade()).length).toBeGreaterThan(20);
    const unsealed = `select count(*) from ledger_entries e where not exists (select from public_log_journal j where j.entry_id = e.id)`;
    await expect.poll(() => restored.sql(unsealed)).toBe('0');
    await expect.poll(() => restored.sql(counted), { timeout: 130_000 }).not.toBe(countedBefore);
    const checked = `select coalesce(min(checked_at) > now() - interval '1 minute', false) from invariant_results`;
    await expect.poll(() => restored.sql(checked), { timeout: 130_000 }).toBe('t');
    expect(restored.sql('select count(*) from read_only_periods')).toBe('0');
    expect(restored.sql(`select has_database_privilege('tern_app', 'tern', 'temporary')`)).toBe(
      'f',
    );
    await stopInstance();
    expect(audit(restored).output).toContain('The books are in order.');
  }, 400_000);

  it('is found weakened as any other one', async () => {
    const weaken =
      'drop constraint reviews_two_people, add constraint reviews_two_people check (true)';
    restored.sql(`alter table reviews ${weaken}`);
    restored.sql('alter table ledger_entries disable trigger ledger_entries_append_only');
    expect(await guardsOf(restored)).toEqual([
      'constraint reviews.reviews_two_people was changed or disabled',
      'trigger ledger_entries.ledger_entries_append_only was changed or disabled',
    ]);
  });
});
