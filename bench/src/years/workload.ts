/** W15: years of members, records, orders, prices and public log: what grows faster than its own input. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { makeKey } from '../../../apps/server/src/platform/backup/encryption.ts';
import { int8 } from '../../../apps/server/src/platform/database/columns.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { defineQuery } from '../../../apps/server/src/platform/database/query.ts';
import { openSession } from '../history/load-history.ts';
import { cpuOf, ServerProcess, serverPath } from '../server-process.ts';
import type { Figures, RunOptions, Workload } from '../workload.ts';
import { BlocksRead } from './blocks-read.ts';
import { fillYears } from './fill.ts';
import { type Measures, slopes } from './growth.ts';
import {
  asServer,
  measureAudit,
  measureBackground,
  measureChecks,
  measureMembersList,
  measureOrders,
  measurePages,
} from './measure-years.ts';

/** A hundredth and a tenth of a million members with 50 records and 10 orders each. */
const MEMBERS = '10000,100000';
/** While a size is filled and backed up; the database takes 60 kB a member. */
const BYTES_PER_MEMBER = 150_000;
/** Longer than two minutes: each job of the minute runs twice, those of five minutes at the start. */
const ALONE_SECONDS = Number(process.env.TERN_BENCH_SECONDS ?? 130);
const ORDER_SECONDS = 15;

export const years: Workload = {
  name: 'years',
  title:
    'Years of members, records, orders, prices and log: what grows faster than its input (W15)',
  async run(options) {
    const sizes = (process.env.TERN_BENCH_MEMBERS ?? MEMBERS).split(',').map(Number);
    const { bavail, bsize } = statfsSync(tmpdir());
    const needed = Math.max(...sizes) * BYTES_PER_MEMBER;
    if (bavail * bsize < needed) {
      throw new Error(`${tmpdir()} needs ${Math.ceil(needed / 2 ** 30)} GB of free space`);
    }
    const measured: Measures[] = [];
    for (const members of sizes) measured.push(await measureSize(members, options));
    return { comparisons: [], facts: slopes(sizes, measured) } satisfies Figures;
  },
};

async function measureSize(members: number, options: RunOptions): Promise<Measures> {
  const { log } = options;
  const server = await ServerProcess.start();
  try {
    const begun = Date.now();
    const { heavy, light, bytes } = await fill(server, members, log);
    log(`${members} members: filled in ${Math.round((Date.now() - begun) / 1_000)} s`);
    await BlocksRead.prepare(server);
    const started = await measureStart(server);
    const blocks = await BlocksRead.open(server);
    const instance = await asServer(server);
    const measures: Measures[] = [started];
    const step = async (what: string, measure: () => Promise<Measures>) => {
      measures.push(await measure());
      log(`${members} members: ${what}`);
    };
    try {
      const given = { server, members, heavy, light, blocks };
      await step('pages', () => measurePages(given));
      await step('background', () => measureBackground(given, ALONE_SECONDS));
      await step('members list', () => measureMembersList(instance));
      await step("minute's check", () => measureChecks(instance));
      await step('audit', () => measureAudit(instance));
      await step('orders', () => measureOrders(server, options, ORDER_SECONDS));
    } finally {
      await Promise.all([blocks.close(), instance.close()]);
    }
    await server.end();
    await step('backup', () => measureBackup(server.dataDir));
    const gigabytes = { input: 'the data', figure: bytes / 1e9 } as const;
    return Object.assign({ 'database: GB': gigabytes }, ...measures) as Measures;
  } finally {
    await server.stop();
  }
}

const databaseBytes = defineQuery({
  name: 'bench.yearsBytes',
  text: 'select pg_database_size(current_database()) as bytes',
  params: [],
  row: { bytes: int8 },
});

async function fill(server: ServerProcess, members: number, log: RunOptions['log']) {
  const owner = await openDatabase({
    connection: server.connection('owner'),
    poolSize: 1,
    statementTimeoutMs: 0,
  });
  try {
    const first = await fillYears(owner, members, log);
    return {
      heavy: await openSession(owner, first),
      light: await openSession(owner, first + 6),
      ...(await owner.one(databaseBytes, [])),
    };
  } finally {
    await owner.close();
  }
}

/** Stopped in order, then started: what it reads, without what a crash costs. */
async function measureStart(server: ServerProcess): Promise<Measures> {
  await server.end();
  await server.restart();
  const { server: instance, database } = server.cpuSeconds();
  return {
    'start: CPU s of the server': { input: 'nothing', figure: instance },
    'start: CPU s of the database': { input: 'nothing', figure: database },
    'start: peak MB of the server': { input: 'nothing', figure: server.peakMemory() },
  };
}

/** The command of operators, on the stopped database. */
async function measureBackup(dataDir: string): Promise<Measures> {
  const folder = mkdtempSync(join(tmpdir(), 'tern-bench-backup-'));
  try {
    const { recipient } = await makeKey();
    const before = cpuOf(process.pid).reaped;
    await promisify(execFile)(process.execPath, [join(dirname(serverPath()), 'backup.js')], {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        BACKUP_DIR: folder,
        BACKUP_RECIPIENTS: recipient,
      },
    });
    const cpu = cpuOf(process.pid).reaped - before;
    return { 'backup: CPU s': { input: 'the data', figure: cpu } };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
