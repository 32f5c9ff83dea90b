/** Sends a declared query over a connection and decodes its rows. */
import type { QueryArrayConfig, QueryArrayResult } from 'pg';
import { columnName, decodeColumn, type Encoded } from './columns.ts';
import type { Params, Query } from './query.ts';
import type { Reader } from './database.ts';

/** Anything that can send a query: a connection, or the pool for a single statement. */
export interface Executor {
  query<F extends unknown[]>(config: QueryArrayConfig): Promise<QueryArrayResult<F>>;
}

export interface Executed<R> {
  readonly rows: R[];
  /** Rows written or read. */
  readonly count: number;
}

/** @throws the driver's error, or a thrown error when a value or column is not of its declared kind */
export async function execute<P extends Params, R>(
  executor: Executor,
  query: Query<P, R>,
  params: P,
): Promise<Executed<R>> {
  return executedOf(query, await executor.query<(string | null)[]>(configOf(query, params)));
}

/** The query as sent by the driver. @throws Error when a value cannot be sent exactly */
export function configOf<P extends Params, R>(query: Query<P, R>, params: P): QueryArrayConfig {
  return {
    name: query.name,
    text: query.text,
    values: encodeParams(query as unknown as Query, params),
    rowMode: 'array',
  };
}

/** @throws Error when a column is not of its declared kind */
export function executedOf<P extends Params, R>(
  query: Query<P, R>,
  result: QueryArrayResult<(string | null)[]>,
): Executed<R> {
  return { rows: readRows(query as unknown as Query, result) as R[], count: result.rowCount ?? 0 };
}

/** @throws Error naming the query and the parameter */
function encodeParams(query: Query, params: Params): Encoded[] {
  if (params.length !== query.params.length) {
    throw new TypeError(`${query.name} takes ${query.params.length} parameters`);
  }
  return query.params.map((kind, index) => {
    try {
      return (kind.encode as (value: unknown) => Encoded)(params[index]);
    } catch (error) {
      throw new TypeError(`${query.name}: parameter $${index + 1} cannot be sent`, {
        cause: error,
      });
    }
  });
}

const checkedNames = new WeakSet<Query>();

function readRows(query: Query, result: QueryArrayResult<(string | null)[]>): unknown[] {
  if (query.columns.length === 0) return [];
  if (!checkedNames.has(query)) {
    checkNames(
      query,
      result.fields.map((field) => field.name),
    );
    checkedNames.add(query);
  }
  return result.rows.map((fields) => readRow(query, fields));
}

function readRow(query: Query, fields: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  let index = 0;
  for (const [key, kind] of query.columns) {
    try {
      row[key] = decodeColumn(kind, fields[index] ?? null);
    } catch (error) {
      throw new TypeError(`${query.name}: column ${key} cannot be read`, { cause: error });
    }
    index += 1;
  }
  return row;
}

/** @throws Error unless the database's columns are the declared ones, in order */
export function checkNames(query: Query, actual: readonly string[]): void {
  const declared = query.columns.map(([key]) => columnName(key));
  if (declared.join(', ') !== actual.join(', ')) {
    throw new TypeError(
      `${query.name} declares the columns (${declared.join(', ')}) and gives (${actual.join(', ')})`,
    );
  }
}

/** Sends a query and reads its answer; an error thrown by `read` is a failure of the query. */
export type Send = <P extends Params, R, T>(
  query: Query<P, R>,
  params: P,
  read: (executed: Executed<R>) => T,
) => Promise<T>;

/** The three ways to read rows, given a function that sends queries. */
export function readerOver(send: Send): Reader {
  return {
    many: (query, params) => send(query, params, (executed) => executed.rows),
    one: (query, params) => send(query, params, ({ rows }) => onlyRow(query, rows)),
    maybe: (query, params) =>
      send(query, params, ({ rows }) => (rows.length === 0 ? undefined : onlyRow(query, rows))),
  };
}

function onlyRow<R>(query: { readonly name: string }, rows: readonly R[]): R {
  const [row] = rows;
  if (row === undefined || rows.length !== 1) {
    throw new Error(`${query.name} returned ${rows.length} rows instead of one`);
  }
  return row;
}
