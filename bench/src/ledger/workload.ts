/** W3, ledger entries: how many a second the journal takes, one by one and in batches, beside TPC-B in the same cluster. */
import { auditLedger } from '../../../apps/server/src/kernel/audit-ledger.ts';
import { postEntries } from '../../../apps/server/src/kernel/post-entries.ts';
import type { Database, Lane } from '../../../apps/server/src/platform/database/database.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { compare, type Contender, type Sample } from '../compare.ts';
import { TpcB } from '../orders/tpcb.ts';
import { ServerProcess } from '../server-process.ts';
import { quantile } from '../spread.ts';
import type { Figures, RunOptions, Workload } from '../workload.ts';
import { fundAccounts, Transfers } from './accounts.ts';
import { journalSize } from './journal-size.ts';

const ACCOUNTS = 10_000;
const HOT_ACCOUNTS = 10;
const SECONDS = 3;
const CLIENTS_MAX = 16;

interface Load {
  accounts: number;
  clients: number;
  /** Entries in one transaction. */
  batch: number;
}

const loads: Readonly<Record<string, Load>> = {
  'one by one, 8 connections': { accounts: ACCOUNTS, clients: 8, batch: 1 },
  'one by one, 16 connections': { accounts: ACCOUNTS, clients: 16, batch: 1 },
  'batches of 32, 2 connections': { accounts: ACCOUNTS, clients: 2, batch: 32 },
  'batches of 256, 2 connections': { accounts: ACCOUNTS, clients: 2, batch: 256 },
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
  async run(options) {
    const server = await ServerProcess.start();
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

  constructor(server: ServerProcess, options: RunOptions) {
    this.server = server;
    this.options = options;
    this.transfers = new Transfers(options.seed);
  }

  async run(): Promise<Figures> {
    const { server, options } = this;
    const connection = server.connection('app');
    const app = await openDatabase({ connection, poolSize: CLIENTS_MAX + 2 });
    await fundAccounts(app, ACCOUNTS);
    options.log(`${ACCOUNTS} accounts hold money`);
    const tpcb = await TpcB.open(server.connection('owner'), options.seed);
    const lanes = Array.from({ length: CLIENTS_MAX }, () => app.lane());
    const contenders = Object.entries(loads).map(
      ([name, load]): Contender => ({ name, measure: () => this.measure(app, lanes, load) }),
    );
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

  /** Closed loop: each client sends its next transaction, whole, as soon as the one before is durable. */
  private async measure(app: Database, lanes: readonly Lane[], load: Load): Promise<Sample> {
    const latencies: number[] = [];
    const sizeBefore = await journalSize(app);
    const cpuBefore = this.server.cpuSeconds().database;
    const start = performance.now();
    const end = start + SECONDS * 1_000;
    const client = async (lane: Lane) => {
      while (performance.now() < end) {
        const entries = Array.from({ length: load.batch }, () =>
          this.transfers.next(load.accounts),
        );
        const begun = performance.now();
        await lane.transaction((tx) => [postEntries(tx, entries, Date.now())]);
        latencies.push(performance.now() - begun);
      }
    };
    await Promise.all(lanes.slice(0, load.clients).map(client));
    const took = (performance.now() - start) / 1_000;
    const cpu = this.server.cpuSeconds().database - cpuBefore;
    const size = await journalSize(app);
    const count = latencies.length * load.batch;
    const sorted = Float64Array.from(latencies).sort();
    return {
      'per s': count / took,
      'p50 ms': quantile(sorted, 0.5),
      'p99 ms': quantile(sorted, 0.99),
      'database CPU µs': (cpu * 1e6) / count,
      'bytes on disk': (size.disk - sizeBefore.disk) / count,
      'bytes of log': (size.log - sizeBefore.log) / count,
    };
  }
}

/** Fails with: an Error that lists what does not hold. Gives how much was checked. */
async function checked(app: Database): Promise<string> {
  const findings = await app.snapshot(auditLedger);
  const faults = findings.flatMap(({ rule, faults: found }) =>
    found.map((fault) => `${rule}: ${fault}`),
  );
  if (faults.length > 0) throw new Error(`the books do not hold:\n${faults.join('\n')}`);
  const [entries] = findings;
  return `${entries?.checked ?? 0} entries sum to zero, and every balance is the sum of its postings`;
}
