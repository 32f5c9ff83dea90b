/** W14, latency of orders at a fixed rate, through a check of the minute and through the minute after a burst. */
import { APP_ROLE } from '../../../apps/server/src/platform/database/embedded/provision.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { defineQuery } from '../../../apps/server/src/platform/database/query.ts';
import { int4, int8, text } from '../../../apps/server/src/platform/database/columns.ts';
import { compare, type Comparison, type Sample } from '../compare.ts';
import { openStatements, resetStatements, startWithStatements } from '../database-statements.ts';
import { Helper } from '../orders/child-process.ts';
import type { LoadReport, LoadRun } from '../orders/load-job.ts';
import { prepareLoad } from '../orders/prepare-load.ts';
import type { ServerProcess } from '../server-process.ts';
import type { Figures, RunOptions, Workload } from '../workload.ts';
import { type BusySpans, watchBusySpans } from './watch-busy-spans.ts';

/** About half of what the two cores of docs/performance.md can do. Units: requests a second. */
const RATE = Number(process.env.TERN_BENCH_RATE ?? 2_000);
const MARKETS = (process.env.TERN_BENCH_MARKETS ?? '20,1').split(',').map(Number);
/** A check of the minute begins in each run. */
const SECONDS = Number(process.env.TERN_BENCH_SECONDS ?? 61);
const BURST_SECONDS = 15;
const BURST_CONNECTIONS = 128;
const WARM_UP_SECONDS = 4;
const CONNECTIONS = 256;
/** The goals of docs/performance.md. Units: milliseconds. */
const goalOf = (markets: number) => (markets === 1 ? 40 : 50);
const LISTED = 12;

const longest = defineQuery({
  name: 'bench.longestStatements',
  text: `select s.calls, round(s.max_exec_time)::int4 as longest, round(s.total_exec_time)::int4 as total,
      left(regexp_replace(s.query, '\\s+', ' ', 'g'), 90) as query
    from pg_stat_statements s join pg_roles r on r.oid = s.userid
    where r.rolname = $1 and s.toplevel and s.max_exec_time >= 20 order by s.max_exec_time desc limit ${LISTED}`,
  params: [text],
  row: { calls: int8, longest: int4, total: int4, query: text },
});

const rules = defineQuery({
  name: 'bench.longestRules',
  text: 'select id, took_ms from invariant_results order by took_ms desc limit 6',
  params: [],
  row: { id: text, tookMs: int4 },
});

export const orderLatency: Workload = {
  name: 'order-latency',
  title:
    'Latency of orders at a fixed rate, through the check of the minute and after a burst (W14)',
  async run(options) {
    const server = await startWithStatements();
    const load = new Helper('orders-load');
    try {
      return await new LatencyBench(server, load, options).run();
    } finally {
      load.stop();
      await server.stop();
    }
  },
};

class LatencyBench {
  private readonly server: ServerProcess;
  private readonly load: Helper;
  private readonly options: RunOptions;
  private readonly facts: Record<string, string> = {};

  constructor(server: ServerProcess, load: Helper, options: RunOptions) {
    this.server = server;
    this.load = load;
    this.options = options;
  }

  async run(): Promise<Figures> {
    await prepareLoad(this.server, this.load, this.options);
    const database = await openStatements(this.server);
    const comparisons: Comparison[] = [];
    try {
      for (const markets of MARKETS) comparisons.push(...(await this.scenes(database, markets)));
    } finally {
      await database.close();
    }
    return { comparisons, facts: this.facts };
  }

  /** From quiet; then in the minute after as many orders as two cores can take. */
  private async scenes(database: Database, markets: number): Promise<Comparison[]> {
    const burst = { connections: BURST_CONNECTIONS, markets };
    const where = markets === 1 ? '1 symbol' : `${markets} symbols`;
    await this.drive({ ...burst, seconds: WARM_UP_SECONDS });
    const quiet = await this.scene(database, markets, `${where}, from quiet`);
    await this.drive({ ...burst, seconds: BURST_SECONDS });
    return [quiet, await this.scene(database, markets, `${where}, after a burst`)];
  }

  private scene(database: Database, markets: number, title: string): Promise<Comparison> {
    return compare({
      title,
      contenders: [
        {
          name: `${RATE} arrivals a second for ${SECONDS} s`,
          measure: () => this.sample(database, markets, title),
        },
      ],
      rounds: 1,
      log: this.options.log,
    });
  }

  private async sample(database: Database, markets: number, title: string): Promise<Sample> {
    await resetStatements(database);
    const cpuBefore = this.server.cpuSeconds();
    const busySpans = watchBusySpans(this.server);
    const loop = { connections: CONNECTIONS, markets, rate: RATE, seconds: SECONDS };
    const report = await this.drive(loop);
    const { server, database: backends } = busySpans();
    const cpu = this.server.cpuSeconds();
    const listed = await database.many(longest, [APP_ROLE]);
    this.facts[`${title}: longest statements, ms`] = listed
      .map((each) => `\n    ${each.longest} (${each.calls} calls, ${each.total}) ${each.query}`)
      .join('');
    this.facts[`${title}: longest rules of the last check, ms`] = (await database.many(rules, []))
      .map(({ id, tookMs }) => `${id} ${tookMs}`)
      .join(', ');
    const perRequest = (seconds: number) => (seconds * 1e6) / report.requests;
    const goal = goalOf(markets);
    return {
      dropped: report.dropped,
      'p50 ms': report.p50,
      'p99 ms': report.p99,
      [`seconds with a p99 above ${goal} ms`]: report.eachSecond.filter((each) => each > goal)
        .length,
      'worst second, p99 ms': Math.max(...report.eachSecond),
      'server CPU µs': perRequest(cpu.server - cpuBefore.server),
      'database CPU µs': perRequest(cpu.database - cpuBefore.database),
      ...figuresOf('server', server),
      ...figuresOf('database', backends),
    };
  }

  /** @throws an Error if the server ends. */
  private async drive(
    loop: Pick<LoadRun, 'connections' | 'markets' | 'seconds' | 'rate'>,
  ): Promise<LoadReport> {
    const { port } = this.server;
    const run: LoadRun = { kind: 'run', target: 'orders', port, hasKeys: false, ...loop };
    const report = await this.load.ask<LoadReport>(run);
    if (report.isCut) throw new Error('the server ended under the load');
    return report;
  }
}

const figuresOf = (name: string, { longestMs, count, totalMs }: BusySpans): Sample => ({
  [`${name}: longest busy span of a core, ms`]: longestMs,
  [`${name}: busy spans above 20 ms`]: count,
  [`${name}: their total, ms`]: totalMs,
});
