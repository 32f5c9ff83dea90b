/** W8: the daily yields of a hundred thousand orders while the API is in use, and a rush for the last units of an offering. */
import { setTimeout as sleep } from 'node:timers/promises';
import { auditBooks } from '../../../apps/server/src/audit/books.ts';
import { bool, int4, timestamptz } from '../../../apps/server/src/platform/database/columns.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { defineQuery, type Query } from '../../../apps/server/src/platform/database/query.ts';
import { compare, type Sample } from '../compare.ts';
import { feelApi, quantiles } from '../contracts/watch-burst.ts';
import { fundMembers } from '../orders/fund-members.ts';
import type { LoadMember } from '../orders/load-job.ts';
import { randomFrom } from '../random.ts';
import { ServerProcess } from '../server-process.ts';
import type { RunOptions, Workload } from '../workload.ts';
import { type Burst, loadFixedTermOrders, loadMachineOrders, type Stage } from './load-orders.ts';
import { prepareBuyers, rush } from './rush.ts';

const MEMBERS = 20_000;
/** They place and read while yields are paid. */
const READERS = 500;
const BUYERS = 1_000;
const ORDERS = 100_000;
const MINUTE_MS = 60_000;
const POLL_MS = 20;
const GIVE_UP_S = 120;

export const products: Workload = {
  name: 'products',
  title: 'Daily yields of 100,000 orders, and a rush for the last units (W8)',
  onEachDatabase: true,
  async run(options) {
    const server = await ServerProcess.start(options.postgres);
    try {
      return await measure(server, options);
    } finally {
      await server.stop();
    }
  },
};

async function measure(server: ServerProcess, { seed, rounds, log }: RunOptions) {
  const startedAt = Date.now();
  const database = await openDatabase({ connection: server.connection('app'), poolSize: 2 });
  const owner = await openDatabase({ connection: server.connection('owner'), poolSize: 1 });
  try {
    const members = await fundMembers(owner, MEMBERS, ['USDT']);
    const buyers = members.slice(READERS, READERS + BUYERS);
    await prepareBuyers(owner, buyers);
    log(`${MEMBERS} members have money`);
    const stage = { server, owner, database, members, startedAt };
    const random = randomFrom(seed);
    const comparison = await compare({
      title: 'yields due in one moment, API in use; members who buy within one second',
      contenders: [
        {
          name: `${ORDERS} orders of machines`,
          measure: () => measureYields(stage, machines),
        },
        {
          name: `${ORDERS} fixed terms`,
          measure: () => measureYields(stage, fixedTerms),
        },
        {
          name: `${BUYERS} members, 100 units`,
          measure: async () => {
            const { p50, p99, max } = quantiles(
              await rush({ port: server.port, owner, random }, buyers),
            );
            return { 'p50 ms': p50, 'p99 ms': p99, 'max ms': max };
          },
        },
      ],
      rounds,
      log,
    });
    const findings = await auditBooks(database);
    const faults = findings.flatMap((finding) => finding.faults);
    if (faults.length > 0) throw new Error(`the books are wrong: ${faults.join('; ')}`);
    const checked = findings.reduce((sum, finding) => sum + finding.checked, 0);
    return {
      comparisons: [comparison],
      facts: { 'audit afterwards': `clean, ${checked} facts checked` },
    };
  } finally {
    await Promise.all([database.close(), owner.close()]);
  }
}

interface YieldStage extends Stage {
  readonly server: ServerProcess;
  readonly members: readonly LoadMember[];
  readonly startedAt: number;
}

interface Kind {
  load(stage: Stage, burst: Burst): Promise<void>;
  /** Whether a payout is due. `$1`: now. */
  readonly isDue: Query<[number], { isLeft: boolean }>;
  /** The payouts of one payout time. `$1`: that time. */
  readonly paid: Query<[number], { count: number }>;
}

const machines: Kind = {
  load: loadMachineOrders,
  isDue: defineQuery({
    name: 'bench.dueMachineOrders',
    text: 'select exists (select from staking_orders where next_payout_at <= $1) as is_left',
    params: [timestamptz],
    row: { isLeft: bool },
  }),
  paid: defineQuery({
    name: 'bench.machinePayouts',
    text: 'select count(*)::int as count from staking_payouts where due_at = $1',
    params: [timestamptz],
    row: { count: int4 },
  }),
};

const fixedTerms: Kind = {
  load: loadFixedTermOrders,
  isDue: defineQuery({
    name: 'bench.dueFixedTermOrders',
    text: `select exists (select from fixed_term_orders where state = 'inTerm' and next_payout_at <= $1) as is_left`,
    params: [timestamptz],
    row: { isLeft: bool },
  }),
  paid: defineQuery({
    name: 'bench.fixedTermPayouts',
    text: 'select count(*)::int as count from fixed_term_payouts where due_at = $1',
    params: [timestamptz],
    row: { count: int4 },
  }),
};

/** From the moment in which all orders are there and due until the last yield is durable. */
async function measureYields(stage: YieldStage, kind: Kind): Promise<Sample> {
  const { server, database, members } = stage;
  const dueAt = await passedMinute(stage.startedAt);
  const owners = members.slice(READERS).map(({ id }) => id);
  await kind.load(stage, { members: owners, count: ORDERS, dueAt });
  const start = performance.now();
  const before = server.cpuSeconds();
  const feel = await feelApi(server.port, members.slice(0, READERS));
  const unpaid = async () => (await database.one(kind.isDue, [dueAt])).isLeft;
  let isLeft = true;
  let seconds = 0;
  let cpu = before;
  while (isLeft && seconds < GIVE_UP_S) {
    await sleep(POLL_MS);
    isLeft = await unpaid();
    seconds = (performance.now() - start) / 1_000;
    cpu = server.cpuSeconds();
  }
  const { latencies } = await feel();
  if (isLeft) throw new Error('yields stay unpaid');
  const { count } = await database.one(kind.paid, [dueAt]);
  if (count !== ORDERS) throw new Error(`${count} yields instead of ${ORDERS}`);
  const api = quantiles(latencies);
  const perYield = (spent: number) => (spent * 1e6) / ORDERS;
  return {
    'paid s': seconds,
    'API p50 ms': api.p50,
    'API p99 ms': api.p99,
    'API max ms': api.max,
    'server CPU µs': perYield(cpu.server - before.server),
    'database CPU µs': perYield(cpu.database - before.database),
  };
}

/** The newest whole minute, which is after the first prices. Units: epoch milliseconds. */
async function passedMinute(startedAt: number): Promise<number> {
  const first = Math.ceil((startedAt + 5_000) / MINUTE_MS) * MINUTE_MS;
  await sleep(Math.max(0, first + 2_000 - Date.now()));
  return Math.floor((Date.now() - 2_000) / MINUTE_MS) * MINUTE_MS;
}
