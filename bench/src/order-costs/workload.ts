/** W13: what an order costs in the database, by what the time is for: writing, each guard, each job of the background. */
import { bool, int8, text } from '../../../apps/server/src/platform/database/columns.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { APP_ROLE } from '../../../apps/server/src/platform/database/embedded/provision.ts';
import { defineQuery } from '../../../apps/server/src/platform/database/query.ts';
import { openStatements, resetStatements, startWithStatements } from '../database-statements.ts';
import { Helper } from '../orders/child-process.ts';
import type { LoadReport, LoadRun } from '../orders/load-job.ts';
import { MARKETS, prepareLoad } from '../orders/prepare-load.ts';
import type { ServerProcess } from '../server-process.ts';
import type { Figures, RunOptions, Workload } from '../workload.ts';

const CONNECTIONS = 64;
const WARM_UP_SECONDS = 4;
/** Longer than a minute: the check of the minute runs once at least. */
const SECONDS = Number(process.env.TERN_BENCH_SECONDS ?? 80);

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
    const server = await startWithStatements();
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
  const database = await openStatements(server);
  try {
    await resetStatements(database);
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

/** Microseconds that statements took, those of the server and what functions executed for them. */
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
