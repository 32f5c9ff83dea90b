/** W17: what orders cost beside 10,000 conditional orders that wait in each market, against the same load without them. */
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { compare, type Contender, type Sample } from '../compare.ts';
import { Helper } from '../orders/child-process.ts';
import type { LoadReport, LoadRun } from '../orders/load-job.ts';
import { MARKETS, prepareLoad } from '../orders/prepare-load.ts';
import { ServerProcess } from '../server-process.ts';
import type { Figures, RunOptions, Workload } from '../workload.ts';
import { restOrders, waitingIn } from './rest-orders.ts';

const PER_MARKET = 10_000;
const CONNECTIONS = 64;
const SECONDS = 5;
/** The order to cancel was filled meanwhile. */
const EXPECTED_CODE = '5014';
/** An engine still reads what waits in its market: in the warm-up alone. */
const BUSY_CODE = '5006';

export const orderWaiting: Workload = {
  name: 'order-waiting',
  title: `Orders over HTTP beside ${PER_MARKET} conditional orders in each market (W17)`,
  onEachDatabase: true,
  async run(options) {
    const servers: LoadedServer[] = [];
    try {
      for (const perMarket of [PER_MARKET, 0]) {
        servers.push(await LoadedServer.start(options, perMarket));
      }
      return await measure(servers as [LoadedServer, LoadedServer], options);
    } finally {
      for (const server of servers) await server.stop();
    }
  },
};

async function measure(
  [beside, without]: [LoadedServer, LoadedServer],
  { rounds, log }: RunOptions,
): Promise<Figures> {
  const before = await beside.waiting();
  for (const each of [beside, without]) await each.warmUp();
  const contenders = (markets: number): Contender[] => [
    { name: `beside ${PER_MARKET} a market`, measure: () => beside.sample(markets) },
    { name: 'without', measure: () => without.sample(markets) },
  ];
  const comparisons = [];
  for (const markets of [1, MARKETS]) {
    const title = `${markets} of ${MARKETS} symbols, ${CONNECTIONS} connections`;
    comparisons.push(await compare({ title, contenders: contenders(markets), rounds, log }));
  }
  const after = await beside.waiting();
  if (after !== before) throw new Error(`${before - after} conditional orders were met`);
  return { comparisons, facts: { 'conditional orders that wait': after } };
}

/** A server of its own with its load generator; the other one is idle meanwhile. */
class LoadedServer {
  private readonly server: ServerProcess;
  private readonly load = new Helper('orders-load');

  private constructor(server: ServerProcess) {
    this.server = server;
  }

  static async start(options: RunOptions, perMarket: number): Promise<LoadedServer> {
    const loaded = new LoadedServer(await ServerProcess.start(options.postgres));
    const { server, load } = loaded;
    try {
      await prepareLoad(server, load, options);
      if (perMarket > 0) options.log(`${await loaded.rest(perMarket)} conditional orders wait`);
      // Also the one without them, so that both have run as long.
      await server.end();
      await server.restart();
      return loaded;
    } catch (error) {
      await loaded.stop();
      throw error;
    }
  }

  waiting(): Promise<number> {
    return this.asOwner(waitingIn);
  }

  async warmUp(): Promise<void> {
    await this.drive(MARKETS, [EXPECTED_CODE, BUSY_CODE]);
  }

  async sample(markets: number): Promise<Sample> {
    const before = this.server.cpuSeconds();
    const report = await this.drive(markets, [EXPECTED_CODE]);
    const after = this.server.cpuSeconds();
    const perOrder = (seconds: number) => (seconds * 1e6) / report.accepted;
    return {
      'per s': report.accepted / report.seconds,
      'p50 ms': report.p50,
      'p99 ms': report.p99,
      'server CPU µs': perOrder(after.server - before.server),
      'database CPU µs': perOrder(after.database - before.database),
    };
  }

  /** @throws Error for another refusal than these */
  private async drive(markets: number, expected: readonly string[]): Promise<LoadReport> {
    const run: LoadRun = {
      kind: 'run',
      target: 'orders',
      port: this.server.port,
      connections: CONNECTIONS,
      seconds: SECONDS,
      markets,
      hasKeys: false,
    };
    const report = await this.load.ask<LoadReport>(run);
    const strange = Object.keys(report.refused).filter((code) => !expected.includes(code));
    if (strange.length > 0) throw new Error(`refused with ${JSON.stringify(report.refused)}`);
    return report;
  }

  async stop(): Promise<void> {
    this.load.stop();
    await this.server.stop();
  }

  private rest(perMarket: number): Promise<number> {
    return this.asOwner((owner) => restOrders(owner, { markets: MARKETS, perMarket }));
  }

  private async asOwner<Found>(
    work: (owner: Awaited<ReturnType<typeof openDatabase>>) => Promise<Found>,
  ): Promise<Found> {
    const connection = this.server.connection('owner');
    const owner = await openDatabase({ connection, poolSize: 1 });
    try {
      return await work(owner);
    } finally {
      await owner.close();
    }
  }
}
