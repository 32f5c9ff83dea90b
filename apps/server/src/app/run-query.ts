/** Runs a query of the runbooks, also on the embedded database, which has no psql and no port. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { connectOnce } from '../platform/database/connect-once.ts';
import type { ConnectionTarget } from '../platform/database/connection.ts';
import { joinEmbedded, startEmbedded } from '../platform/database/embedded.ts';

export interface Query {
  /** One statement. */
  readonly sql: string;
  /** Commits what it changes; otherwise it cannot change a row. */
  readonly isChange: boolean;
}

const SETTINGS = { name: 'query', statementTimeoutMs: 60_000, lockTimeoutMs: 5_000 };

/**
 * The lines to print: a line of JSON for each row, then how many rows were found or changed.
 * @throws Error of the database, after which nothing has changed; also for several statements, and for one that changes
 * something without `isChange`
 */
export async function runQuery(
  target: ConnectionTarget,
  { sql, isChange }: Query,
): Promise<string[]> {
  const client = await connectOnce(target, SETTINGS);
  try {
    await client.query(isChange ? 'begin read write' : 'begin read only');
    // A named statement is prepared, so a second one cannot follow it, which could end the transaction.
    const { rows, rowCount, fields } = await client.query({ name: 'query', text: sql });
    await client.query('commit');
    const count = `${rowCount ?? 0} row${rowCount === 1 ? '' : 's'}`;
    const isChanged = isChange && fields.length === 0;
    return [...rows.map((row) => JSON.stringify(row)), isChanged ? `${count} changed` : count];
  } finally {
    await client.end();
  }
}

/** Runs it where the settings say; starts the embedded database for the time of the query if no server runs. */
export async function queryDatabase(
  { dataDir, database }: Pick<Config, 'dataDir' | 'database'>,
  query: Query,
): Promise<string[]> {
  if (database !== undefined) {
    if (query.isChange) throw new Error('This database is your own: change it with psql.');
    return runQuery({ url: database.ownerUrl ?? database.url }, query);
  }
  if (!existsSync(join(dataDir, 'postgres'))) {
    throw new Error(`There is no database in ${dataDir}: start Tern once, or name its DATA_DIR.`);
  }
  const running = await joinEmbedded(dataDir);
  const started = running === undefined ? await startEmbedded({ dataDir }) : undefined;
  try {
    const { admin, owner } = (running ?? started)!;
    return await runQuery({ ...admin, database: owner.database! }, query);
  } finally {
    await started?.stop();
  }
}
