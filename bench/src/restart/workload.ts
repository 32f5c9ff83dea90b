/** W12, back after a kill: from the start of a killed server and database to the first order that is accepted. */
import { setTimeout as sleep } from 'node:timers/promises';
import { loadInstruments } from '../../../apps/server/src/kernel/catalog/instruments.ts';
import { text } from '../../../apps/server/src/platform/database/columns.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { defineQuery } from '../../../apps/server/src/platform/database/query.ts';
import { compare, type Sample } from '../compare.ts';
import { Helper } from '../orders/child-process.ts';
import { fundMembers } from '../orders/fund-members.ts';
import type { LoadMember, LoadReport, LoadRun } from '../orders/load-job.ts';
import { OrderMix } from '../orders/order-mix.ts';
import { readPrices } from '../orders/read-prices.ts';
import { type Acknowledged, verifyMoney } from '../orders/verify.ts';
import { ServerProcess } from '../server-process.ts';
import type { Figures, RunOptions, Workload } from '../workload.ts';
import { firstOrder } from './first-order.ts';

const MEMBERS = 1_000;
const MARKETS = 20;
const CONNECTIONS = 64;
/** Of load before the kill: the longer, the more of the database's log is read again, up to its next checkpoint. */
const LOAD_SECONDS = Number(process.env.TERN_BENCH_LOAD_SECONDS ?? 20);
const IDLE_SECONDS = 5;

const logWritten = defineQuery({
  name: 'bench.logWritten',
  text: 'select pg_current_wal_insert_lsn()::text as place',
  params: [],
  row: { place: text },
});

export const restart: Workload = {
  name: 'restart',
  title: 'Back after kill -9 of server and database (W12)',
  async run(options) {
    const server = await ServerProcess.start();
    const bench = new RestartBench(server, options);
    try {
      return await bench.run();
    } finally {
      bench.stop();
      await server.stop();
    }
  },
};

class RestartBench {
  private readonly server: ServerProcess;
  private readonly options: RunOptions;
  private readonly load = new Helper('orders-load');
  private readonly acknowledged: Acknowledged = { placed: [], cancelled: [] };
  private members: readonly LoadMember[] = [];
  private round = 0;

  constructor(server: ServerProcess, options: RunOptions) {
    this.server = server;
    this.options = options;
  }

  async run(): Promise<Figures> {
    const { server, options } = this;
    const peak = server.peakMemory();
    const firstSteps = stepsOf(server);
    const app = await openDatabase({ connection: server.connection('app'), poolSize: 1 });
    const { all } = await loadInstruments(app);
    await app.close();
    const assets = new Set(all.slice(0, MARKETS).flatMap(({ base, quote }) => [base, quote]));
    const owner = await openDatabase({ connection: server.connection('owner'), poolSize: 1 });
    this.members = await fundMembers(owner, MEMBERS, [...assets]);
    await owner.close();
    await this.load.ask({ kind: 'setup', seed: options.seed, members: this.members });
    const comparison = await compare({
      title: 'from the start to the first order',
      contenders: [
        { name: 'killed idle', measure: () => this.afterIdle() },
        { name: `killed after ${LOAD_SECONDS} s of load`, measure: () => this.afterLoad() },
      ],
      rounds: options.rounds,
      log: options.log,
    });
    return {
      comparisons: [comparison],
      facts: {
        'the first start of all: peak MB of the server alone': Math.round(peak),
        'the first start of all: ms by step': JSON.stringify(firstSteps),
        'after all kills': await verifyMoney(server.connection('app'), this.acknowledged),
      },
    };
  }

  stop(): void {
    this.load.stop();
  }

  private async afterIdle(): Promise<Sample> {
    await sleep(IDLE_SECONDS * 1_000);
    return this.killAndStart();
  }

  private async afterLoad(): Promise<Sample> {
    const { server } = this;
    const job: LoadRun = {
      kind: 'run',
      target: 'orders',
      port: server.port,
      connections: CONNECTIONS,
      markets: MARKETS,
      // It is cut.
      seconds: LOAD_SECONDS + 60,
      hasKeys: false,
    };
    const before = { ...server.cpuSeconds(), log: await this.logWritten() };
    const loaded = this.load.ask<LoadReport>(job);
    await sleep(LOAD_SECONDS * 1_000);
    const after = { ...server.cpuSeconds(), log: await this.logWritten() };
    const sample = await this.killAndStart();
    const { isCut, accepted, placed, cancelled } = await loaded;
    if (!isCut) throw new Error('the load outlived the killed server');
    for (const id of placed) this.acknowledged.placed.push(id);
    for (const id of cancelled) this.acknowledged.cancelled.push(id);
    return {
      ...sample,
      'orders before': accepted,
      'log kB per order': (after.log - before.log) / 1_024 / accepted,
      'database CPU µs per order': ((after.database - before.database) * 1e6) / accepted,
    };
  }

  /** The place in the log of the database up to which it was written. Units: bytes. */
  private async logWritten(): Promise<number> {
    const app = await openDatabase({ connection: this.server.connection('app'), poolSize: 1 });
    try {
      return placeOf((await app.one(logWritten, [])).place);
    } finally {
      await app.close();
    }
  }

  private async killAndStart(): Promise<Sample> {
    const { server } = this;
    this.round += 1;
    const mix = new OrderMix(this.options.seed + this.round, this.members);
    mix.priceAt(await readPrices(server.port, MARKETS));
    await server.kill();
    const startedAt = performance.now();
    const started = server.restart();
    const [firstAt] = await Promise.all([
      firstOrder(server.port, mix).then((placed) => {
        this.acknowledged.placed.push(placed);
        return performance.now() - startedAt;
      }),
      started,
    ]);
    return {
      'first order s': firstAt / 1_000,
      'server CPU s': server.cpuSeconds().server,
      ...replayed(server.databaseLog()),
      ...stepsOf(server),
    };
  }
}

/** Those that take long, and the sum of the others. */
const STEPS = [
  'the server',
  'the rest of the server',
  'the database',
  'migrations',
  'accounts and keys',
  'its calls',
  'pricing',
  'spot',
];

function stepsOf(server: ServerProcess): Sample {
  const others: Record<string, number> = { ...server.startSteps() };
  const figures: Record<string, number> = {};
  for (const step of STEPS) {
    figures[`${step} ms`] = others[step] ?? 0;
    delete others[step];
  }
  return { ...figures, 'other steps ms': Object.values(others).reduce((sum, ms) => sum + ms, 0) };
}

/** What the database did before it was ready, by its own words. */
function replayed(log: string): Sample {
  const [, from] = / redo starts at ([0-9A-F/]+)/.exec(log) ?? [];
  const [, to] = / redo done at ([0-9A-F/]+)/.exec(log) ?? [];
  const seconds = (begin: RegExp, end: RegExp) =>
    (momentOf(log, end) - momentOf(log, begin)) / 1_000;
  return {
    'log read MB': (placeOf(to) - placeOf(from)) / 2 ** 20,
    'database: files synced s': seconds(/was interrupted/, /not properly shut down/),
    'database: log read s': seconds(/ redo starts at/, / redo done at/),
    'database: checkpoint s': seconds(/ redo done at/, /ready to accept connections/),
  };
}

/** "1/8C0A5D28": a place in the log of the database. */
function placeOf(text: string | undefined): number {
  const [high, low] = (text ?? '0/0').split('/').map((part) => Number.parseInt(part, 16));
  return high! * 2 ** 32 + low!;
}

/** "2026-11-29 04:52:09.123 UTC [4711] LOG:  …" */
function momentOf(log: string, words: RegExp): number {
  const line = log.split('\n').find((each) => words.test(each)) ?? '';
  return Date.parse(line.replace(/ UTC .*/, 'Z').replace(' ', 'T'));
}
