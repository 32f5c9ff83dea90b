/** W3, ledger entries: entries a second, one by one and in batches, compared with TPC-B in the same cluster. */
import { auditLedger } from '../../../apps/server/src/audit/ledger.ts';
import { postEntries } from '../../../apps/server/src/kernel/ledger/post-entries.ts';
import type { Database, Lane } from '../../../apps/server/src/platform/database/database.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { defineStatement } from '../../../apps/server/src/platform/database/query.ts';
import { compare, type Contender, type Sample } from '../compare.ts';
import { TpcB } from '../orders/tpcb.ts';
import { ServerProcess } from '../server-process.ts';
import { quantile } from '../spread.ts';
import type { Figures, RunOptions, Workload } from '../workload.ts';
import { type Activity, fundAccounts, Transfers } from './accounts.ts';
import { journalSize } from './journal-size.ts';
import { addLeanTransfer, leanTransfer } from './lean-transfer.ts';

const ACCOUNTS = 10_000;
const HOT_ACCOUNTS = 10;
const SECONDS = 3;
const CLIENTS_MAX = 16;
const FLOOR_CLIENTS = 8;

/** Its entries have no facts, for which the check of the minute would make the books read-only. */
const leaveUnchecked = defineStatement({
  name: 'bench.leaveUnchecked',
  text: `update invariant_progress set claimed_until = 'infinity'`,
  params: [],
});

interface Load {
  accounts: number;
  clients: number;
  /** Entries in one transaction. */
  batch: number;
  /** Uniform unless said otherwise. */
  activity?: Activity;
}

const loads: Readonly<Record<string, Load>> = {
  'one by one, 8 connections': { accounts: ACCOUNTS, clients: 8, batch: 1 },
  'one by one, 16 connections': { accounts: ACCOUNTS, clients: 16, batch: 1 },
  'batches of 32, 2 connections': { accounts: ACCOUNTS, clients: 2, batch: 32 },
  'batches of 32, 3 connections': { accounts: ACCOUNTS, clients: 3, batch: 32 },
  'batches of 256, 3 connections': { accounts: ACCOUNTS, clients: 3, batch: 256 },
  'Zipf-2 accounts one by one, 8 connections': {
    accounts: ACCOUNTS,
    clients: 8,
    batch: 1,
    activity: 'zipf',
  },
  'Zipf-2 accounts in batches of 32, 2 connections': {
    accounts: ACCOUNTS,
    clients: 2,
    batch: 32,
    activity: 'zipf',
  },
  'ten hot accounts one by one, 8 connections': { accounts: HOT_ACCOUNTS, clients: 8, batch: 1 },
  'ten hot accounts in batches of 32, 2 connections': {
    accounts: HOT_ACCOUNTS,
    clients: 2,
    batch: 32,
  },
};

export const ledger: Workload = {
  name: 'ledger',
  title: 'Ledger entries, each with its key and durable when answered (W3)',
  onEachDatabase: true,
  async run(options) {
    const server = await ServerProcess.start(options.postgres);
    try {
      return await new LedgerBench(server, options).run();
    } finally {
      await server.stop();
    }
  },
};

class LedgerBench {
  private readonly server: ServerProcess;
  private readonly options: RunOptions;
  private readonly transfers: Transfers;
  private leanCount = 0;

  constructor(server: ServerProcess, options: RunOptions) {
    this.server = server;
    this.options = options;
    this.transfers = new Transfers(options.seed);
  }

  async run(): Promise<Figures> {
    const { server, options } = this;
    const connection = server.connection('app');
    const app = await openDatabase({ connection, poolSize: CLIENTS_MAX + 2 });
    const tpcb = await TpcB.open(server.connection('owner'), options.seed);
    const owner = await openDatabase({ connection: server.connection('owner'), poolSize: 1 });
    await addLeanTransfer(owner);
    await owner.transaction((tx) => tx.run(leaveUnchecked, []));
    await owner.close();
    await fundAccounts(app, ACCOUNTS);
    options.log(`${ACCOUNTS} accounts hold money`);
    const lanes = Array.from({ length: CLIENTS_MAX }, () => app.lane('bench'));
    const floor: Contender = {
      name: 'the same rows unchecked, 8 connections',
      measure: () => this.measureFloor(lanes.slice(0, FLOOR_CLIENTS)),
    };
    const contenders = Object.entries(loads)
      .map(([name, load]): Contender => ({ name, measure: () => this.measure(app, lanes, load) }))
      .concat(floor);
    const peer = { name: 'TPC-B, 8 connections', measure: () => tpcb.measure(SECONDS) };
    for (const contender of contenders) await contender.measure();
    const { rounds, log } = options;
    const title = 'entries through ledger_post';
    const comparison = await compare({
      title,
      contenders: [...contenders, peer],
      rounds,
      log,
    });
    const facts = { 'after the load': await checked(app) };
    await Promise.all([app.close(), tpcb.close()]);
    return { comparisons: [comparison], facts };
  }

  private async measure(app: Database, lanes: readonly Lane[], load: Load): Promise<Sample> {
    const sizeBefore = await journalSize(app);
    const sample = await this.closedLoop(lanes.slice(0, load.clients), load.batch, (lane) => {
      const { activity = 'uniform' } = load;
      const entries = Array.from({ length: load.batch }, () =>
        this.transfers.next(load.accounts, activity),
      );
      return () => lane.transaction((tx) => [postEntries(tx, entries, Date.now())]);
    });
    const size = await journalSize(app);
    const { count, ...figures } = sample;
    return {
      ...figures,
      'bytes on disk': (size.disk - sizeBefore.disk) / count,
      'bytes of log': (size.log - sizeBefore.log) / count,
    };
  }

  private async measureFloor(lanes: readonly Lane[]): Promise<Sample> {
    const { count: _count, ...figures } = await this.closedLoop(lanes, 1, (lane) => {
      this.leanCount += 1;
      const reference = `lean:${this.leanCount}`;
      const pair = this.transfers.pair(ACCOUNTS, 'uniform');
      return () => leanTransfer(lane, pair, reference);
    });
    return figures;
  }

  /** Each client prepares its next transaction and sends it once the previous one is durable; only the sending is timed. */
  private async closedLoop(
    lanes: readonly Lane[],
    batch: number,
    prepare: (lane: Lane) => () => Promise<unknown>,
  ) {
    const latencies: number[] = [];
    const cpuBefore = this.server.cpuSeconds().database;
    const start = performance.now();
    const end = start + SECONDS * 1_000;
    const client = async (lane: Lane) => {
      while (performance.now() < end) {
        const send = prepare(lane);
        const begun = performance.now();
        await send();
        latencies.push(performance.now() - begun);
      }
    };
    await Promise.all(lanes.map(client));
    const took = (performance.now() - start) / 1_000;
    const cpu = this.server.cpuSeconds().database - cpuBefore;
    const count = latencies.length * batch;
    const sorted = Float64Array.from(latencies).sort();
    return {
      count,
      'per s': count / took,
      'p50 ms': quantile(sorted, 0.5),
      'p99 ms': quantile(sorted, 0.99),
      'database CPU µs': (cpu * 1e6) / count,
    };
  }
}

/** Returns the amount checked. @throws Error that lists the failed checks */
async function checked(app: Database): Promise<string> {
  const findings = await app.snapshot(auditLedger);
  const faults = findings.flatMap(({ rule, faults: found }) =>
    found.map((fault) => `${rule}: ${fault}`),
  );
  if (faults.length > 0) throw new Error(`the books do not hold:\n${faults.join('\n')}`);
  const [entries] = findings;
  return `${entries?.checked ?? 0} entries sum to zero, and every balance is the sum of its postings`;
}
