/** Measures one filled deployment: pages, background work, the minute's check by rule, the audit, orders. */
import { setTimeout as sleep } from 'node:timers/promises';
import { auditBooks } from '../../../apps/server/src/audit/books.ts';
import { invariants } from '../../../apps/server/src/audit/invariants.ts';
import { planForNow, resultsQuery } from '../../../apps/server/src/kernel/invariants/progress.ts';
import {
  listMembers,
  membersWith,
} from '../../../apps/server/src/kernel/members/search-members.ts';
import { pageOf } from '../../../apps/server/src/kernel/requests/page.ts';
import { int4, int8 } from '../../../apps/server/src/platform/database/columns.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { defineQuery } from '../../../apps/server/src/platform/database/query.ts';
import { Helper } from '../orders/child-process.ts';
import { HttpConnection } from '../orders/http-connection.ts';
import type { LoadReport, LoadRun } from '../orders/load-job.ts';
import { MARKETS, prepareLoad } from '../orders/prepare-load.ts';
import { cpuOf, type ServerProcess } from '../server-process.ts';
import type { RunOptions } from '../workload.ts';
import type { BlocksRead } from './blocks-read.ts';
import { RECORDS_PER_MEMBER } from './fill.ts';
import type { Measured, Measures } from './growth.ts';

export interface Years {
  readonly server: ServerProcess;
  readonly members: number;
  /** The sessions of the member with one record in a hundred, and of one with as many as most have. */
  readonly heavy: string;
  readonly light: string;
  readonly blocks: BlocksRead;
}

const steady = (figure: number): Measured => ({ input: 'nothing', figure });
const proportional = (figure: number): Measured => ({ input: 'the data', figure });

const ASKED = 20;
/** Below the reads that a member may make. */
const EVERY_MS = 80;

/** Blocks of each page; only statements that ran for each request count, not the background work meanwhile. */
export async function measurePages(years: Years): Promise<Measures> {
  const { server, members, heavy, light, blocks } = years;
  const records = '/user_money_log/getUser_money_logList';
  const middle = Math.floor((members * RECORDS_PER_MEMBER) / 100 / 10 / 2);
  const now = Math.floor(Date.now() / 1_000);
  const old = now - Math.floor((730 * 86_400 * members) / 1_000_000 / 2);
  const pages: [string, string, string | undefined][] = [
    ['records, page 1', `${records}?page=1&pageSize=10`, heavy],
    ['records, middle page', `${records}?page=${middle}&pageSize=10`, heavy],
    [
      'records of one coin, middle',
      `${records}?coinname=BTC&page=${Math.floor(middle / 2)}&pageSize=10`,
      heavy,
    ],
    ['records of most, page 1', `${records}?page=1&pageSize=10`, light],
    ['orders, page 1', '/bborder/myBborderList?page=1&pageSize=10', heavy],
    ['orders of most, page 1', '/bborder/myBborderList?page=1&pageSize=10', light],
    ['assets', '/user/mycoin?cate=1', light],
    ['profit', '/user/ploss', light],
    ['statement of most', '/user/statement/list?', light],
    ['candles, newest', '/base/getkdata?id=btcusdt&interval=1min&num=300', undefined],
    ['candles, old', `/base/getkdata?id=btcusdt&interval=1min&num=300&to=${old}`, undefined],
    ['candles of hours', '/base/getkdata?id=btcusdt&interval=60min&num=300', undefined],
  ];
  const figures: [string, Measured][] = [];
  for (const [name, path, token] of pages) {
    await ask(server, { path, token }, 2);
    const costs = await blocks.during(() => ask(server, { path, token }, ASKED));
    const ofPage = costs.filter(({ calls }) => calls >= ASKED);
    const sum = ofPage.reduce((total, each) => total + each.blocks, 0);
    figures.push([`page ${name}: blocks`, steady(sum / ASKED)]);
  }
  return Object.fromEntries(figures);
}

async function ask(
  server: ServerProcess,
  { path, token }: { path: string; token: string | undefined },
  times: number,
): Promise<void> {
  const connection = await HttpConnection.open(server.port);
  const head = token === undefined ? '' : `x-token: ${token}\r\n`;
  for (let turn = 0; turn < times; turn += 1) {
    const body = await connection.send(
      `GET /api${path} HTTP/1.1\r\nhost: localhost\r\n${head}\r\n`,
    );
    if (!body.startsWith('{"code":0')) throw new Error(`${path} answered ${body}`);
    await sleep(EVERY_MS);
  }
  connection.close();
}

/** Statements that cost less are not worth a line. */
const LISTED_BLOCKS = 2_000;

/** Blocks a minute of all background work, by statement: jobs, metrics, the check of the minute. */
export async function measureBackground(years: Years, seconds: number): Promise<Measures> {
  const costs = await years.blocks.during(() => sleep(seconds * 1_000));
  const aMinute = (blocks: number) => steady((blocks * 60) / seconds);
  const figures = costs
    .filter(({ blocks, calls }) => blocks / calls >= LISTED_BLOCKS)
    .map(({ query, blocks }) => [`background: ${shortened(query)}`, aMinute(blocks)] as const);
  const all = costs.reduce((sum, { blocks }) => sum + blocks, 0);
  return { 'background: blocks a minute': aMinute(all), ...Object.fromEntries(figures) };
}

const shortened = (query: string) => query.replaceAll(/\s+/g, ' ').slice(0, 90);

const progress = defineQuery({
  name: 'bench.yearsProgress',
  text: 'select entries_through as entry, postings_through as posting, pg_backend_pid() as pid from invariant_progress',
  params: [],
  row: { entry: int8, posting: int8, pid: int4 },
});

/** CPU of the database's process that works for `database`, and of this one. Units: ms, in steps of ten. */
async function cpuMs(database: Database, work: () => Promise<unknown>): Promise<number> {
  const { pid } = await database.one(progress, []);
  const own = process.cpuUsage();
  const before = cpuOf(pid).own;
  await work();
  const used = process.cpuUsage(own);
  return (cpuOf(pid).own - before) * 1_000 + (used.user + used.system) / 1_000;
}

/** A rule is measured as often as gives it some tenths of a second. */
const RULE_TIMES = 5;

/** The check of a quiet minute, rule by rule; then the whole audit. `database`: one connection of the server. */
export async function measureChecks(database: Database): Promise<Measures> {
  const figures: [string, Measured][] = [];
  const { entry, posting } = await database.one(progress, []);
  const results = new Map((await database.many(resultsQuery, [])).map((each) => [each.id, each]));
  let all = 0;
  for (const { id, find } of invariants) {
    const since = { entry, posting, own: results.get(id)?.ownThrough ?? 0 };
    const once = () =>
      database.snapshot(async (reader) => {
        await reader.one(planForNow, []);
        return find(reader, since);
      });
    const faults = await once();
    if (faults.length > 0) throw new Error(`${id}: ${faults.join(', ')}`);
    const took =
      (await cpuMs(database, async () => {
        for (let time = 0; time < RULE_TIMES; time += 1) await once();
      })) / RULE_TIMES;
    all += took;
    if (took >= 20) figures.push([`minute's check, ${id}: CPU ms`, proportional(took)]);
  }
  figures.unshift(["minute's check: CPU ms", proportional(all)]);
  return Object.fromEntries(figures);
}

export async function measureAudit(database: Database): Promise<Measures> {
  const took = await cpuMs(database, async () => {
    const faults = (await auditBooks(database)).flatMap(({ rule, faults: found }) =>
      found.map((fault) => `${rule}: ${fault}`),
    );
    if (faults.length > 0) throw new Error(`the books do not hold:\n${faults.join('\n')}`);
  });
  return { 'audit: CPU s': proportional(took / 1_000) };
}

/** The console's list of members reads the count of all. */
export async function measureMembersList(database: Database): Promise<Measures> {
  const shown = { page: pageOf({ page: 1, pageSize: 20 }), row: ({ id }: { id: number }) => id };
  const list = () => listMembers(database, shown);
  await list();
  return {
    'console, members: CPU ms': proportional(await cpuMs(database, list)),
    'console, members by word: CPU ms': proportional(
      await cpuMs(database, () => membersWith(database, 's77', 100)),
    ),
  };
}

const CONNECTIONS = 64;

export async function measureOrders(
  server: ServerProcess,
  options: RunOptions,
  seconds: number,
): Promise<Measures> {
  const load = new Helper('orders-load');
  try {
    await prepareLoad(server, load, options);
    const run: LoadRun = {
      kind: 'run',
      target: 'orders',
      port: server.port,
      connections: CONNECTIONS,
      markets: MARKETS,
      hasKeys: false,
      seconds,
    };
    await load.ask<LoadReport>({ ...run, seconds: 4 });
    const before = server.cpuSeconds();
    const { accepted } = await load.ask<LoadReport>(run);
    const after = server.cpuSeconds();
    const perOrder = (part: 'server' | 'database') =>
      steady(((after[part] - before[part]) * 1e6) / accepted);
    return {
      'order: database CPU µs': perOrder('database'),
      'order: server CPU µs': perOrder('server'),
    };
  } finally {
    load.stop();
  }
}

/** As the server, on one connection. */
export const asServer = (server: ServerProcess): Promise<Database> =>
  openDatabase({ connection: server.connection('app'), poolSize: 1, statementTimeoutMs: 0 });
