/** The yardstick of one commit per transfer: TPC-B as pgbench runs it, through our driver, in the same cluster. */
import { int4 } from '../../../apps/server/src/platform/database/columns.ts';
import type { ConnectionTarget } from '../../../apps/server/src/platform/database/connection.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { defineQuery, defineStatement } from '../../../apps/server/src/platform/database/query.ts';
import type { Sample } from '../compare.ts';
import { randomFrom } from '../random.ts';
import { quantile } from '../spread.ts';

const BRANCHES = 50;
const TELLERS = 500;
const ACCOUNTS = 500_000;
const CLIENTS = 8;

const prepare = [
  ['Branches', 'create table bench_branches (bid int primary key, bbalance int, filler text)'],
  [
    'Tellers',
    'create table bench_tellers (tid int primary key, bid int, tbalance int, filler text)',
  ],
  [
    'Accounts',
    'create table bench_accounts (aid int primary key, bid int, abalance int, filler char(84))',
  ],
  ['History', 'create table bench_history (tid int, bid int, aid int, delta int, mtime timestamp)'],
  ['FillBranches', `insert into bench_branches select i, 0 from generate_series(1, ${BRANCHES}) i`],
  [
    'FillTellers',
    `insert into bench_tellers select i, i % ${BRANCHES} + 1, 0 from generate_series(1, ${TELLERS}) i`,
  ],
  [
    'FillAccounts',
    `insert into bench_accounts select i, i % ${BRANCHES} + 1, 0, '' from generate_series(1, ${ACCOUNTS}) i`,
  ],
  ['Analyze', 'analyze bench_branches, bench_tellers, bench_accounts'],
] as const;

const addToAccount = defineStatement({
  name: 'bench.addToAccount',
  text: 'update bench_accounts set abalance = abalance + $2 where aid = $1',
  params: [int4, int4],
});
const readAccount = defineQuery({
  name: 'bench.readAccount',
  text: 'select abalance from bench_accounts where aid = $1',
  params: [int4],
  row: { abalance: int4 },
});
const addToTeller = defineStatement({
  name: 'bench.addToTeller',
  text: 'update bench_tellers set tbalance = tbalance + $2 where tid = $1',
  params: [int4, int4],
});
const addToBranch = defineStatement({
  name: 'bench.addToBranch',
  text: 'update bench_branches set bbalance = bbalance + $2 where bid = $1',
  params: [int4, int4],
});
const addHistory = defineStatement({
  name: 'bench.addHistory',
  text: 'insert into bench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
  params: [int4, int4, int4, int4],
});

export class TpcB {
  private readonly database: Database;
  private readonly random;

  private constructor(database: Database, seed: number) {
    this.database = database;
    this.random = randomFrom(seed);
  }

  /** Makes the tables; log in as the owner. */
  static async open(connection: ConnectionTarget, seed: number): Promise<TpcB> {
    const database = await openDatabase({ connection, poolSize: CLIENTS, statementTimeoutMs: 0 });
    for (const [name, sql] of prepare) {
      const once = defineStatement({ name: `bench.tpcb${name}`, text: sql, params: [] });
      await database.transaction((tx) => tx.run(once, []));
    }
    return new TpcB(database, seed);
  }

  close(): Promise<void> {
    return this.database.close();
  }

  /** One timed run over eight connections, one statement at a time like pgbench. */
  async measure(seconds: number): Promise<Sample> {
    const latencies: number[] = [];
    const start = performance.now();
    const end = start + seconds * 1_000;
    const client = async () => {
      while (performance.now() < end) {
        const begun = performance.now();
        await this.transact();
        latencies.push(performance.now() - begun);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    const took = (performance.now() - start) / 1_000;
    const sorted = Float64Array.from(latencies).sort();
    return {
      'per s': latencies.length / took,
      'p50 ms': quantile(sorted, 0.5),
      'p99 ms': quantile(sorted, 0.99),
    };
  }

  private transact(): Promise<void> {
    const account = this.random.between(1, ACCOUNTS);
    const teller = this.random.between(1, TELLERS);
    const branch = this.random.between(1, BRANCHES);
    const delta = this.random.between(-5_000, 5_000);
    return this.database.transaction(async (tx) => {
      await tx.run(addToAccount, [account, delta]);
      await tx.one(readAccount, [account]);
      await tx.run(addToTeller, [teller, delta]);
      await tx.run(addToBranch, [branch, delta]);
      await tx.run(addHistory, [teller, branch, account, delta]);
    });
  }
}
