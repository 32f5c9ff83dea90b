/** W2, orders over HTTP: durable and settled orders a second, compared with the floors of the machine. */
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { compare, type Comparison, type Contender, type Sample } from '../compare.ts';
import { ServerProcess } from '../server-process.ts';
import type { Figures, RunOptions, Workload } from '../workload.ts';
import { Helper } from './child-process.ts';
import type { LoadReport, LoadRun } from './load-job.ts';
import { MARKETS, prepareLoad } from './prepare-load.ts';
import { TpcB } from './tpcb.ts';
import { type Acknowledged, tradeCount, verifyMoney } from './verify.ts';

const SECONDS = 3;
const WARM_UP_SECONDS = 4;
const OPEN_LOOP_SECONDS = 6;
const CONNECTIONS = [64, 8, 32, 128] as const;
const MAIN = CONNECTIONS[0];
/** The most that a call takes. */
const BATCH = 10;
/** Expected refusals: the order to cancel was filled meanwhile. */
const EXPECTED_CODES = ['5014'];

export const orders: Workload = {
  name: 'orders',
  title: 'Orders over HTTP, durable and settled when answered (W2)',
  onEachDatabase: true,
  async run(options) {
    const server = await ServerProcess.start(options.postgres);
    const bench = new OrdersBench(server, options);
    try {
      return await bench.run();
    } finally {
      bench.stop();
      await server.stop();
    }
  },
};

type Loop = Pick<LoadRun, 'connections' | 'markets'> & Partial<LoadRun>;

class OrdersBench {
  private readonly server: ServerProcess;
  private readonly options: RunOptions;
  private readonly load = new Helper('orders-load');
  private readonly floor = new Helper('orders-floor');
  private readonly acknowledged: Acknowledged = { placed: [], cancelled: [] };

  constructor(server: ServerProcess, options: RunOptions) {
    this.server = server;
    this.options = options;
  }

  async run(): Promise<Figures> {
    const { server, options } = this;
    const app = await openDatabase({ connection: server.connection('app'), poolSize: 2 });
    await prepareLoad(server, this.load, options);
    const tpcb = await TpcB.open(server.connection('owner'), options.seed);
    const ports = await this.floor.ask<{ bare: number; group: number }>(server.connection('owner'));
    const yardstick = { name: 'TPC-B, 8 connections', measure: () => tpcb.measure(SECONDS) };
    // Later rounds of it run right after the load, and are slower if something of ours still holds the database.
    const before = { title: 'before any load', contenders: [yardstick], rounds: 1 };
    const comparisons = [await compare({ ...before, log: options.log })];
    await this.drive({ connections: MAIN, markets: MARKETS, seconds: WARM_UP_SECONDS });
    const floors = [
      yardstick,
      this.floorContender('group commit of one insert', ports.group),
      this.floorContender('bare node:http', ports.bare),
    ];
    for (const markets of [1, MARKETS]) {
      const others = markets === 1 ? floors : floors.slice(0, 1);
      const scene = await this.scene(app, markets, others);
      comparisons.push(...scene);
    }
    await Promise.all([app.close(), tpcb.close()]);
    return { comparisons, facts: await this.checkMoney() };
  }

  stop(): void {
    this.load.stop();
    this.floor.stop();
  }

  private async scene(app: Database, markets: number, others: Contender[]): Promise<Comparison[]> {
    const { rounds, log } = this.options;
    const where = markets === 1 ? '1 symbol' : `${markets} symbols`;
    const contender = (name: string, loop: Loop): Contender => ({
      name,
      measure: () => this.sample(app, loop),
    });
    const closed = await compare({
      title: `${where}: closed loop`,
      contenders: [
        ...CONNECTIONS.map((connections) =>
          contender(`orders, ${connections} connections`, { connections, markets }),
        ),
        contender(`orders with keys, ${MAIN} connections`, {
          connections: MAIN,
          markets,
          hasKeys: true,
        }),
        contender(`batches of ${BATCH} orders, ${MAIN} connections (W2b)`, {
          connections: MAIN,
          markets,
          batch: BATCH,
        }),
        ...others,
      ],
      rounds,
      log,
    });
    const most = Math.max(
      ...closed.results
        .filter(({ contender: name, metric }) => metric === 'per s' && name.startsWith('orders, '))
        .map(({ spread }) => spread.median),
    );
    const rate = Math.round(most / 2);
    const name = `orders, ${rate} arrivals a second`;
    const loop = { connections: 256, markets, rate, seconds: OPEN_LOOP_SECONDS };
    const open = await compare({
      title: `${where}: open loop at half of the most, latency from the due moment`,
      contenders: [contender(name, loop)],
      rounds,
      log,
    });
    return [closed, open];
  }

  private async sample(app: Database, loop: Loop): Promise<Sample> {
    const tradesBefore = await tradeCount(app);
    const cpuBefore = this.server.cpuSeconds();
    const report = await this.drive(loop);
    const cpu = this.server.cpuSeconds();
    const trades = (await tradeCount(app)) - tradesBefore;
    const perOrder = (seconds: number) => (seconds * 1e6) / report.accepted;
    return {
      'per s': report.accepted / report.seconds,
      'p50 ms': report.p50,
      'p99 ms': report.p99,
      ...(loop.rate === undefined ? {} : { dropped: report.dropped }),
      'fills/s': trades / report.seconds,
      'server CPU µs': perOrder(cpu.server - cpuBefore.server),
      'database CPU µs': perOrder(cpu.database - cpuBefore.database),
      'load CPU µs': perOrder(report.cpuSeconds),
    };
  }

  /** @throws Error for any other refusal */
  private async drive(loop: Loop): Promise<LoadReport> {
    const run: LoadRun = {
      kind: 'run',
      target: 'orders',
      port: this.server.port,
      seconds: SECONDS,
      hasKeys: false,
      ...loop,
    };
    const report = await this.load.ask<LoadReport>(run);
    for (const id of report.placed) this.acknowledged.placed.push(id);
    for (const id of report.cancelled) this.acknowledged.cancelled.push(id);
    const strange = Object.keys(report.refused).filter((code) => !EXPECTED_CODES.includes(code));
    if (strange.length > 0 && !report.isCut) {
      throw new Error(`the server refused with ${JSON.stringify(report.refused)}`);
    }
    return report;
  }

  private floorContender(name: string, port: number): Contender {
    const run: LoadRun = {
      kind: 'run',
      target: 'floor',
      port,
      connections: MAIN,
      seconds: SECONDS,
      markets: 0,
      hasKeys: false,
    };
    return {
      name: `${name}, ${MAIN} connections`,
      measure: async () => {
        const { accepted, seconds, p50, p99 } = await this.load.ask<LoadReport>(run);
        return { 'per s': accepted / seconds, 'p50 ms': p50, 'p99 ms': p99 };
      },
    };
  }

  /** Verifies the books after the load, and again after server and database were killed under load and restarted. */
  private async checkMoney(): Promise<Record<string, string>> {
    const { server, acknowledged } = this;
    const afterLoad = await verifyMoney(server.connection('app'), acknowledged);
    const last = this.drive({ connections: MAIN, markets: MARKETS, seconds: 10 });
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await server.kill();
    const { isCut, accepted } = await last;
    if (!isCut) throw new Error('the load outlived the killed server');
    await server.restart();
    const afterKill = await verifyMoney(server.connection('app'), acknowledged);
    return {
      'after the load': afterLoad,
      'accepted in the run that was cut': String(accepted),
      'after kill -9 of server and database, and a new start': afterKill,
    };
  }
}
