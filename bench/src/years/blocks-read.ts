/** Pages of 8 kB that statements of the server read, from memory or disk: a cost that does not depend on what else the machine does. */
import { int8, text } from '../../../apps/server/src/platform/database/columns.ts';
import { SUPERUSER } from '../../../apps/server/src/platform/database/embedded/cluster.ts';
import { APP_ROLE } from '../../../apps/server/src/platform/database/embedded/provision.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { defineQuery, defineStatement } from '../../../apps/server/src/platform/database/query.ts';
import { openStatements, resetStatements } from '../database-statements.ts';
import type { ServerProcess } from '../server-process.ts';

const preload = defineStatement({
  name: 'bench.yearsPreload',
  text: `alter system set shared_preload_libraries = 'pg_stat_statements'`,
  params: [],
});

const read = defineQuery({
  name: 'bench.yearsBlocks',
  text: `select s.query, sum(s.calls)::int8 as calls, sum(s.shared_blks_hit + s.shared_blks_read + s.temp_blks_read)::int8 as blocks,
      (sum(s.total_exec_time) * 1000)::int8 as micros
    from pg_stat_statements s join pg_roles r on r.oid = s.userid where r.rolname = $1 group by 1 order by blocks desc`,
  params: [text],
  row: { query: text, calls: int8, blocks: int8, micros: int8 },
});

export interface StatementCost {
  readonly query: string;
  readonly calls: number;
  readonly blocks: number;
  /** Elapsed, so only a hint on a machine in use. */
  readonly micros: number;
}

export class BlocksRead {
  private readonly database: Database;

  private constructor(database: Database) {
    this.database = database;
  }

  /** Counts from the next start of the database on. */
  static async prepare(server: ServerProcess): Promise<void> {
    const database = await openDatabase({
      connection: { ...server.connection('owner'), user: SUPERUSER },
      poolSize: 1,
    });
    await database.many(preload, []);
    await database.close();
  }

  static async open(server: ServerProcess): Promise<BlocksRead> {
    return new BlocksRead(await openStatements(server));
  }

  close(): Promise<void> {
    return this.database.close();
  }

  /** What the statements of the server cost while `work` ran, the dearest first. */
  async during(work: () => Promise<unknown>): Promise<readonly StatementCost[]> {
    await resetStatements(this.database);
    await work();
    return this.database.many(read, [APP_ROLE]);
  }
}
