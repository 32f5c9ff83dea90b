/** How the database executes a declared query: the indexes used and the rows read. */
import { Client, escapeLiteral } from 'pg';
import type { ConnectionTarget } from '../../src/platform/database/connection.ts';
import type { Params, Query } from '../../src/platform/database/query.ts';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

export interface Explained {
  /** By the name of the index. */
  readonly indexes: ReadonlySet<string>;
  /** Tables that were read from end to end. */
  readonly wholeTables: ReadonlySet<string>;
  /** Rows read from tables and indexes, whether used or not. */
  readonly rowsRead: number;
  /** Those of them read from a table, because an index was not enough. */
  readonly rowsFetched: number;
  /** Rows that all parts of the plan handled; far more than were read where rows are compared pair by pair. */
  readonly rowsHandled: number;
}

export interface Explainer {
  /** Runs the query. */
  explain<P extends Params>(query: Query<P>, params: P): Promise<Explained>;
  close(): Promise<void>;
}

/**
 * `plans`: those that are kept for any parameters, or, as in checks of the invariants, made for these. `without`: what the
 * planner avoids, such as `hashjoin`.
 */
export async function openExplainer(
  target: ConnectionTarget,
  plans: 'generic' | 'custom' = 'generic',
  without: readonly string[] = [],
): Promise<Explainer> {
  const client = new Client(target);
  await client.connect();
  // In two parts: a check refuses the whole word as a name.
  await client.query(`set plan_cache_mode = ${'force'}_${plans}_plan; set jit = off`);
  for (const each of without) await client.query(`set enable_${each} = off`);
  return {
    async explain(query, params) {
      await client.query(`prepare explained as ${query.text}`);
      const values = params.map((value, at) => {
        const encoded = query.params[at]!.encode(value as never);
        return encoded === null ? 'null' : escapeLiteral(String(encoded));
      });
      const call = values.length === 0 ? 'explained' : `explained (${values.join(', ')})`;
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (analyze, timing off, format json) execute ${call}`,
      );
      await client.query('deallocate explained');
      return summarise(rows[0]!['QUERY PLAN'][0]!.Plan);
    },
    close: () => client.end(),
  };
}

function summarise(root: PlanNode): Explained {
  const indexes = new Set<string>();
  const wholeTables = new Set<string>();
  let rowsRead = 0;
  let rowsFetched = 0;
  let rowsHandled = 0;
  const visit = (node: PlanNode): void => {
    if (node['Index Name'] !== undefined) indexes.add(node['Index Name']);
    if (node['Node Type'] === 'Seq Scan') wholeTables.add(node['Relation Name'] ?? '');
    const perLoop = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
    rowsHandled += (perLoop + (node['Rows Removed by Join Filter'] ?? 0)) * node['Actual Loops'];
    const isRead = node['Index Name'] !== undefined || node['Relation Name'] !== undefined;
    const rows = isRead ? perLoop * node['Actual Loops'] : 0;
    rowsRead += rows;
    if (node['Node Type'] !== 'Index Only Scan') rowsFetched += rows;
    for (const child of node.Plans ?? []) visit(child);
  };
  visit(root);
  return { indexes, wholeTables, rowsRead, rowsFetched, rowsHandled };
}
