/** W6: thousands of timed contracts due at one time, settled by a server that keeps answering; also killed in the middle. */
import { setTimeout as sleep } from 'node:timers/promises';
import { auditBooks } from '../../../apps/server/src/audit/books.ts';
import { int8 } from '../../../apps/server/src/platform/database/columns.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { defineQuery } from '../../../apps/server/src/platform/database/query.ts';
import { compare, type Comparison, type Sample } from '../compare.ts';
import { fundMembers } from '../orders/fund-members.ts';
import type { LoadMember } from '../orders/load-job.ts';
import { ServerProcess } from '../server-process.ts';
import { spreadOf } from '../spread.ts';
import type { RunOptions, Workload } from '../workload.ts';
import { loadContracts } from './load-contracts.ts';
import { openOwnDatabase } from './own-database.ts';
import { feelApi, openDevices, quantiles, watchSettling } from './watch-burst.ts';

const MEMBERS = 20_000;
const DEVICES = 200;
/** The others place and read while the burst is settled. */
const READERS = 500;
/** A burst of ten thousand takes a third of a second and varies with the machine's load: the median of several. */
const BURSTS = [
  { count: 100, seconds: 10, times: 1 },
  { count: 10_000, seconds: 15, times: 7 },
  { count: 100_000, seconds: 120, times: 1 },
] as const;
const NAIVE_COUNT = 2_000;
/** Long enough to place them all before their closing price, which differs from the opening price. */
const SECONDS_ALONE = 5;

export const contracts: Workload = {
  name: 'contracts',
  title: 'Timed contracts due in one moment (W6)',
  onEachDatabase: true,
  async run(options) {
    const compared = await compareWays(options);
    const server = await ServerProcess.start(options.postgres);
    try {
      const burst = await measureServer(server, options);
      return { comparisons: [compared, burst.comparison], facts: burst.facts };
    } finally {
      await server.stop();
    }
  },
};

/** The same settlement, set by set and one by one, on a database without a server. */
async function compareWays({ rounds, log, postgres }: RunOptions): Promise<Comparison> {
  const own = await openOwnDatabase(postgres);
  try {
    const members = await fundMembers(own.owner, NAIVE_COUNT, ['USDT']);
    const ids = members.map(({ id }) => id);
    const way = (name: string, count: number, how: { workers: number; batch: number }) => ({
      name,
      async measure(): Promise<Sample> {
        await own.tick();
        const { dueAt } = await loadContracts(own.database, {
          members: ids,
          count,
          seconds: SECONDS_ALONE,
        });
        await own.tick();
        await sleep(Math.max(0, dueAt + 5 - Date.now()));
        return { 'contracts/s': await own.settle(how) };
      },
    });
    return await compare({
      title: 'settling alone',
      contenders: [
        way('in batches of 2,000, 2 workers', 10_000, { workers: 2, batch: 2_000 }),
        way('one transaction each, 8 workers', NAIVE_COUNT, { workers: 8, batch: 1 }),
      ],
      rounds,
      log,
    });
  } finally {
    await own.stop();
  }
}

interface Stage {
  readonly server: ServerProcess;
  readonly database: Database;
  readonly members: readonly LoadMember[];
}

async function measureServer(server: ServerProcess, options: RunOptions) {
  const database = await openDatabase({ connection: server.connection('app'), poolSize: 2 });
  try {
    const owner = await openDatabase({ connection: server.connection('owner'), poolSize: 1 });
    const members = await fundMembers(owner, MEMBERS, ['USDT']);
    await owner.close();
    options.log(`${MEMBERS} members have money`);
    const stage = { server, database, members };
    const comparison = await compare({
      title: 'due in one moment, API and quotes in use',
      contenders: BURSTS.map((burst) => ({
        name: `${burst.count} contracts`,
        measure: () => measureBursts(stage, burst),
      })),
      rounds: options.rounds,
      log: options.log,
    });
    return {
      comparison,
      facts: { ...(await checkBooks(stage)), ...(await killInTheMiddle(stage)) },
    };
  } finally {
    await database.close().catch(() => undefined);
  }
}

async function measureBursts(
  stage: Stage,
  { times, ...burst }: (typeof BURSTS)[number],
): Promise<Sample> {
  const samples: Sample[] = [];
  for (let time = 0; time < times; time += 1) samples.push(await measureBurst(stage, burst));
  const median = (name: string) => spreadOf(samples.map((sample) => sample[name]!)).median;
  const medians = Object.keys(samples[0]!).map((name) => [name, median(name)] as const);
  const worst = Math.max(...samples.map((sample) => sample['settled p99 ms']!));
  return { ...Object.fromEntries(medians), 'worst p99 ms': worst };
}

async function measureBurst(
  { server, database, members }: Stage,
  { count, seconds }: { count: number; seconds: number },
): Promise<Sample> {
  const owners = members.slice(READERS).map(({ id }) => id);
  const { dueAt } = await loadContracts(database, { members: owners, count, seconds });
  if (Date.now() > dueAt - 3_000) throw new Error('the contracts were not there in time');
  // From the first to the last: contracts are settled in the order in which they were accepted.
  const apart = Math.max(1, Math.floor(Math.min(count, owners.length) / DEVICES));
  const watched = Array.from({ length: DEVICES }, (_, at) => members[READERS + at * apart]!);
  const devices = await openDevices(server.port, watched);
  await sleep(dueAt - 1_000 - Date.now());
  const feel = await feelApi(server.port, members.slice(0, READERS));
  const before = server.cpuSeconds();
  const settled = quantiles(await watchSettling(database, dueAt));
  const cpu = server.cpuSeconds();
  const perContract = (seconds: number) => (seconds * 1e6) / count;
  await sleep(500);
  const { latencies } = await feel();
  const notified = quantiles(devices.finish(dueAt));
  const api = quantiles(latencies);
  return {
    'settled p50 ms': settled.p50,
    'settled p99 ms': settled.p99,
    'settled max ms': settled.max,
    'notified p50 ms': notified.p50,
    'notified p99 ms': notified.p99,
    'API p50 ms': api.p50,
    'API p99 ms': api.p99,
    'server CPU µs': perContract(cpu.server - before.server),
    'database CPU µs': perContract(cpu.database - before.database),
  };
}

/** @throws Error that lists the audit's findings */
async function checkBooks({ database }: Stage): Promise<Record<string, string>> {
  const findings = await auditBooks(database);
  const faults = findings.flatMap((finding) => finding.faults);
  if (faults.length > 0) throw new Error(`the books are wrong: ${faults.join('; ')}`);
  const checked = findings.reduce((sum, finding) => sum + finding.checked, 0);
  return { 'audit after the bursts': `clean, ${checked} facts checked` };
}

const pendingCount = defineQuery({
  name: 'bench.pendingContracts',
  text: 'select count(*) as count from futures_contracts where status = 1 and due_at <= now()',
  params: [],
  row: { count: int8 },
});

/** Kills server and database during the settlement of a burst, and restarts them. */
async function killInTheMiddle({ server, database, members }: Stage) {
  const count = 50_000;
  const owners = members.slice(READERS).map(({ id }) => id);
  const { dueAt } = await loadContracts(database, { members: owners, count, seconds: 60 });
  await sleep(Math.max(0, dueAt - Date.now()));
  for (;;) {
    const { count: pending } = await database.one(pendingCount, []);
    if (pending < count * 0.8) break;
    await sleep(5);
  }
  await server.kill();
  await server.restart();
  const reopened = await openDatabase({ connection: server.connection('app'), poolSize: 2 });
  try {
    const { count: left } = await reopened.one(pendingCount, []);
    while ((await reopened.one(pendingCount, [])).count > 0) await sleep(50);
    await checkBooks({ server, database: reopened, members });
    return {
      'killed in the middle': `${count} contracts due, all ended once, audit clean; ${left} pending when the server said it was back`,
    };
  } finally {
    await reopened.close();
  }
}
