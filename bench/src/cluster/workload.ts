/** The cost of several instances, and how long orders wait when one of them, or the primary database, is killed. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadInstruments } from '../../../apps/server/src/kernel/catalog/instruments.ts';
import { ROLES, type Role } from '../../../apps/server/src/kernel/leases/roles.ts';
import { arrayOf, int4, int8 } from '../../../apps/server/src/platform/database/columns.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { defineQuery } from '../../../apps/server/src/platform/database/query.ts';
import { compare, type Contender, type Sample } from '../compare.ts';
import { Helper } from '../orders/child-process.ts';
import { fundMembers } from '../orders/fund-members.ts';
import type { LoadMember, LoadReport, LoadRun } from '../orders/load-job.ts';
import { quantile } from '../spread.ts';
import type { RunOptions, Workload } from '../workload.ts';
import { compareFeeds } from './feed.ts';
import { Instances } from './instances.ts';

const MEMBERS = 500;
const MARKETS = 20;
/** Probes of a take-over, each in a market of its own. */
const PROBED = 6;
const SECONDS = 4;
const CONNECTIONS = 64;
/** A round of five: a hundred take-overs and twenty failovers. */
const KILLS_A_ROUND = 20;
const FAILOVERS_A_ROUND = 4;
const GIVE_UP_MS = 60_000;

export const cluster: Workload = {
  name: 'cluster',
  title: 'Several instances: orders, cost of a hop, take-over, failover (W10)',
  async run(options) {
    const instances = await Instances.open();
    const bench = new ClusterBench(instances, options);
    try {
      return await bench.run();
    } finally {
      bench.stop();
      await instances.stop();
    }
  },
};

class ClusterBench {
  private readonly instances: Instances;
  private readonly options: RunOptions;
  private readonly load = new Helper('orders-load');
  private members: LoadMember[] = [];
  /** Markets in which probes are placed. */
  private probed: readonly string[] = [];
  private readonly acknowledged: number[] = [];

  constructor(instances: Instances, options: RunOptions) {
    this.instances = instances;
    this.options = options;
  }

  async run() {
    const { rounds, log } = this.options;
    await this.fund();
    const comparison = await compare({
      title: `orders over HTTP, ${CONNECTIONS} connections, ${MARKETS} symbols`,
      contenders: [
        this.contender('one instance with all roles', { tern: ROLES }),
        ...[1, 2, 4].map((count) =>
          this.contender(`${count} api, ${count} engine, feed, jobs`, shape(count)),
        ),
      ],
      rounds,
      log,
    });
    const feeds = await compareFeeds(this.instances, this.options);
    await this.instances.use(shape(2));
    const kills = await this.repeat('take-over', rounds * KILLS_A_ROUND, () => this.takeOver());
    const failovers = await this.repeat('failover', rounds * FAILOVERS_A_ROUND, () =>
      this.failOver(),
    );
    const facts = {
      'ms from the kill of an engine instance to the first order of its market': kills,
      'ms from the kill of the primary database to the first order': failovers,
      'acknowledged orders of these probes, each found once': await this.checkAcknowledged(),
    };
    return { comparisons: [comparison, feeds], facts };
  }

  stop(): void {
    this.load.stop();
  }

  private async fund(): Promise<void> {
    const { url, ownerUrl } = this.instances.databases.urls;
    const app = await openDatabase({ connection: { url }, poolSize: 1 });
    const { all } = await loadInstruments(app);
    await app.close();
    this.probed = all.slice(0, PROBED).map(({ symbol }) => symbol);
    const assets = new Set(all.slice(0, MARKETS).flatMap(({ base, quote }) => [base, quote]));
    const owner = await openDatabase({ connection: { url: ownerUrl }, poolSize: 1 });
    this.members = await fundMembers(owner, MEMBERS, [...assets]);
    await owner.close();
    await this.load.ask({ kind: 'setup', seed: this.options.seed, members: this.members });
  }

  private contender(name: string, roles: Readonly<Record<string, readonly Role[]>>): Contender {
    return {
      name,
      measure: async () => {
        await this.instances.use(roles);
        await this.drive(2);
        const before = await this.instances.cpuSeconds();
        const report = await this.drive(SECONDS);
        const after = await this.instances.cpuSeconds();
        return figuresOf(report, before, after);
      },
    };
  }

  private async drive(seconds: number): Promise<LoadReport> {
    const run: LoadRun = {
      kind: 'run',
      target: 'orders',
      port: this.instances.proxy!.port,
      connections: CONNECTIONS,
      seconds,
      markets: MARKETS,
      hasKeys: true,
    };
    return this.load.ask<LoadReport>(run);
  }

  private async repeat(what: string, times: number, act: () => Promise<number>): Promise<string> {
    const took: number[] = [];
    for (let done = 0; done < times; done += 1) {
      took.push(await act());
      if ((done + 1) % 10 === 0) this.options.log(`${what} ${done + 1} of ${times}`);
    }
    const sorted = Float64Array.from(took).sort();
    const [p50, p99, max] = [0.5, 0.99, 1].map((q) => Math.round(quantile(sorted, q)));
    return `p50 ${p50}, p99 ${p99}, max ${max} (${times} times)`;
  }

  private async takeOver(): Promise<number> {
    const engines = this.instances.running.filter(({ roles }) => roles.includes('engine'));
    const killed = engines[Math.floor(Math.random() * engines.length)]!;
    const startedAt = performance.now();
    killed.child.kill('SIGKILL');
    // About half of them were in the killed instance, and all must trade again.
    await this.placeUntilTaken(this.probed);
    const took = performance.now() - startedAt;
    this.instances.restart(killed);
    await this.instances.whenReady();
    await sleep(1_000);
    return took;
  }

  private async failOver(): Promise<number> {
    const { databases } = this.instances;
    await this.untilSynchronous();
    const { servers } = await databases.status();
    const primary = servers.find(({ role }) => role === 'primary')!;
    const startedAt = performance.now();
    databases.kill(primary.name);
    await this.placeUntilTaken(this.probed);
    return performance.now() - startedAt;
  }

  private async untilSynchronous(): Promise<void> {
    for (;;) {
      const { servers } = await this.instances.databases.status();
      if (servers.some(({ isSynchronous }) => isSynchronous)) return;
      await sleep(100);
    }
  }

  /** One order in each market, repeated by its key until it is acknowledged. */
  private async placeUntilTaken(markets: readonly string[]): Promise<void> {
    await Promise.all(
      markets.map(async (symbol, at) => {
        const { token } = this.members[at]!;
        const key = randomBytes(9).toString('hex');
        const deadline = performance.now() + GIVE_UP_MS;
        for (;;) {
          const id = await this.placeOne({ symbol, key, token });
          if (id !== undefined) return void this.acknowledged.push(id);
          if (performance.now() > deadline) throw new Error(`no order in ${symbol} was taken`);
          await sleep(20);
        }
      }),
    );
  }

  private async placeOne({ symbol, key, token }: Probe): Promise<number | undefined> {
    const url = `http://127.0.0.1:${this.instances.proxy!.port}/api/bborder/upbbbuy`;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-token': token,
          'idempotency-key': key,
        },
        body: JSON.stringify({ symbol, musdt: '20', buytype: 2 }),
        signal: AbortSignal.timeout(5_000),
      });
      const { code, data } = (await response.json()) as { code: number; data: Placed };
      return code === 0 ? data.order.ID : undefined;
    } catch {
      return undefined;
    }
  }

  /** @throws Error if an acknowledged order is missing or was acknowledged twice */
  private async checkAcknowledged(): Promise<number> {
    const { acknowledged } = this;
    if (new Set(acknowledged).size !== acknowledged.length) throw new Error('an order was doubled');
    const { ownerUrl } = this.instances.databases.urls;
    const owner = await openDatabase({ connection: { url: ownerUrl }, poolSize: 1 });
    try {
      const { count } = await owner.one(countOrders, [acknowledged]);
      if (count !== acknowledged.length) {
        throw new Error(`${acknowledged.length - count} acknowledged orders are missing`);
      }
      return acknowledged.length;
    } finally {
      await owner.close();
    }
  }
}

interface Probe {
  readonly symbol: string;
  readonly key: string;
  readonly token: string;
}

const countOrders = defineQuery({
  name: 'bench.countOrders',
  text: 'select count(*)::int4 as count from spot_orders where id = any($1)',
  params: [arrayOf(int8)],
  row: { count: int4 },
});

interface Placed {
  readonly order: { readonly ID: number };
}

function shape(count: number): Record<string, readonly Role[]> {
  const numbers = Array.from({ length: count }, (_one, at) => at + 1);
  return Object.fromEntries([
    ...numbers.map((number) => [`api-${number}`, ['api']] as const),
    ...numbers.map((number) => [`engine-${number}`, ['engine']] as const),
    ['feed-1', ['feed']],
    ['jobs-1', ['jobs']],
  ]);
}

type Cpu = Readonly<Record<string, number>>;

function figuresOf(report: LoadReport, before: Cpu, after: Cpu): Sample {
  const perOrder = (seconds: number) => (seconds * 1e6) / report.accepted;
  const cpu = Object.entries(after).map(
    ([part, seconds]) => [`${part} CPU µs`, perOrder(seconds - (before[part] ?? 0))] as const,
  );
  return {
    'per s': report.accepted / report.seconds,
    'p50 ms': report.p50,
    'p99 ms': report.p99,
    'refused %':
      (100 * Object.values(report.refused).reduce((sum, count) => sum + count, 0)) /
      report.requests,
    ...Object.fromEntries(cpu),
    'load CPU µs': perOrder(report.cpuSeconds),
  };
}
