/** The three ways to read rows, given a function that sends queries. */
import type { Reader } from './database.ts';
import type { Executed } from './execute.ts';
import type { Params, Query } from './query.ts';

/** Sends a query and reads its answer; an error thrown by `read` is a failure of the query. */
export type Send = <P extends Params, R, T>(
  query: Query<P, R>,
  params: P,
  read: (executed: Executed<R>) => T,
) => Promise<T>;

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
