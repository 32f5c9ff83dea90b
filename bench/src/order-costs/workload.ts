/** W13: what an order costs in the database, by what the time is for: writing, each guard, each job of the background. */
import { bool, int8, text } from '../../../apps/server/src/platform/database/columns.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { SUPERUSER } from '../../../apps/server/src/platform/database/embedded/cluster.ts';
import { APP_ROLE } from '../../../apps/server/src/platform/database/embedded/provision.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { defineQuery, defineStatement } from '../../../apps/server/src/platform/database/query.ts';
import { Helper } from '../orders/child-process.ts';
import type { LoadReport, LoadRun } from '../orders/load-job.ts';
import { MARKETS, prepareLoad } from '../orders/prepare-load.ts';
import { ServerProcess } from '../server-process.ts';
import { findSystemPostgres } from '../system-postgres.ts';
import type { Figures, RunOptions, Workload } from '../workload.ts';

const CONNECTIONS = 64;
const WARM_UP_SECONDS = 4;
/** Longer than a minute: the check of the minute runs once at least. */
const SECONDS = Number(process.env.TERN_BENCH_SECONDS ?? 80);

/** pg_stat_statements counts what functions execute too. */
const SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.track_utility': 'off',
};

/** The first that fits a statement names it. `isPart`: executed by a function, whose own time includes it. */
const PURPOSES: readonly { name: string; of: RegExp; isPart?: true }[] = [
  { name: 'entries, balances, events', of: /\bledger_post\(/ },
  { name: '… of it: comparison with the facts', of: /ledger_refuse_unfounded\(/i, isPart: true },
  {
    name: '… of it: balances that may be missing',
    of: /^insert into ledger_balances/,
    isPart: true,
  },
  { name: 'orders and trades', of: /spot_write\(/ },
  { name: 'sealing of the public log', of: /public_log/ },
  { name: 'counting of records', of: /ledger_count_records\(/ },
  { name: 'notices of fills', of: /spot_read_fills|spot_fill_notices|into notifications/ },
  { name: 'rewards of inviters', of: /invitation_/ },
  { name: 'sessions', of: /auth_sessions/ },
  { name: 'events of members, read', of: /member_events_after\(/ },
  { name: 'prices', of: /into (ticks|candles)\b/ },
];
const REST = 'everything else, the check of the minute included';

const install = defineStatement({
  name: 'bench.installStatements',
  text: 'create extension pg_stat_statements',
  params: [],
});

const reset = defineStatement({
  name: 'bench.resetStatements',
  text: 'select pg_stat_statements_reset()',
  params: [],
});

const statements = defineQuery({
  name: 'bench.statements',
  text: `select s.query, s.toplevel as is_top, (s.total_exec_time * 1000)::int8 as micros
    from pg_stat_statements s join pg_roles r on r.oid = s.userid where r.rolname = $1 or not s.toplevel`,
  params: [text],
  row: { query: text, isTop: bool, micros: int8 },
});

export const orderCosts: Workload = {
  name: 'order-costs',
  title: 'What an order costs in the database, by purpose (W13)',
  async run(options) {
    const native = findSystemPostgres();
    if (native === undefined) {
      throw new Error(
        'needs the pg_stat_statements of an installed PostgreSQL (postgresql-contrib)',
      );
    }
    const server = await ServerProcess.start(native, SETTINGS);
    const load = new Helper('orders-load');
    try {
      return await measure(server, load, options);
    } finally {
      load.stop();
      await server.stop();
    }
  },
};

async function measure(server: ServerProcess, load: Helper, options: RunOptions): Promise<Figures> {
  await prepareLoad(server, load, options);
  const drive = (seconds: number) => {
    const run: LoadRun = {
      kind: 'run',
      target: 'orders',
      port: server.port,
      connections: CONNECTIONS,
      markets: MARKETS,
      hasKeys: false,
      seconds,
    };
    return load.ask<LoadReport>(run);
  };
  await drive(WARM_UP_SECONDS);
  const connection = { ...server.connection('owner'), user: SUPERUSER };
  const database = await openDatabase({ connection, poolSize: 1 });
  try {
    await database.transaction((tx) => tx.run(install, []));
    await database.transaction((tx) => tx.run(reset, []));
    const before = server.cpuSeconds();
    const { accepted, seconds } = await drive(SECONDS);
    const after = server.cpuSeconds();
    const perOrder = (micros: number) => Math.round((micros / accepted) * 10) / 10;
    const costs = Object.entries(await costsByPurpose(database)).map(
      ([purpose, micros]) => [`${purpose}, µs`, perOrder(micros)] as const,
    );
    return {
      comparisons: [],
      facts: {
        'orders per s': Math.round(accepted / seconds),
        'CPU of the database, µs': perOrder((after.database - before.database) * 1e6),
        'CPU of the server, µs': perOrder((after.server - before.server) * 1e6),
        ...Object.fromEntries(costs),
      },
    };
  } finally {
    await database.close();
  }
}

/** Microseconds that statements took, those of the program and what functions executed for them. */
async function costsByPurpose(database: Database): Promise<Record<string, number>> {
  const costs: Record<string, number> = Object.fromEntries(PURPOSES.map(({ name }) => [name, 0]));
  let rest = 0;
  for (const { query, isTop, micros } of await database.many(statements, [APP_ROLE])) {
    const purpose = PURPOSES.find(({ of, isPart }) => of.test(query) && isTop === !isPart);
    if (purpose !== undefined) costs[purpose.name]! += micros;
    else if (isTop) rest += micros;
  }
  return { ...costs, [REST]: rest };
}
