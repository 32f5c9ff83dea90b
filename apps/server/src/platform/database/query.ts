/** Named queries: SQL with the kinds of its parameters and columns. */
import type { AnyColumn, InputOf, OutputOf } from './columns.ts';

export type Params = readonly unknown[];

/** A declared query. `P` is the tuple of its parameters, `R` one of its rows. */
export interface Query<P extends Params = Params, R = unknown> {
  /** Unique in the server; also the name of the prepared statement. */
  readonly name: string;
  readonly text: string;
  readonly params: readonly AnyColumn[];
  /** The result columns in the order of the select list, with their key in the row. */
  readonly columns: readonly (readonly [key: string, kind: AnyColumn])[];
  /** Never set: carries the types. */
  readonly types?: (params: P) => R;
}

/** A command without result rows. */
export type Statement<P extends Params = Params> = Query<P, NoRow>;
export type NoRow = Record<never, never>;

export type Inputs<C extends readonly AnyColumn[]> = { readonly [K in keyof C]: InputOf<C[K]> };
export type Outputs<C extends Record<string, AnyColumn>> = { [K in keyof C]: OutputOf<C[K]> };

/** The row type of a query: `type OrderRow = RowOf<typeof orderById>`. */
export type RowOf<Q> = Q extends Query<infer _P, infer R> ? R : never;
const NAME = /^[a-z][a-z0-9-]*\.[a-z][a-zA-Z0-9-]*$/;
/** PostgreSQL's limit for names. */
const NAME_LENGTH_MAX = 63;

const registry = new Map<string, Query>();

/**
 * Declares a query.
 *
 * Shape: `name` is `<owner>.<whatItDoes>`; `row` lists the result columns in the order of the
 * select list, each key being the column's name in camelCase (`createdAt` for `created_at`).
 * @throws Error when the name is malformed or already used for another text
 */
export function defineQuery<
  const C extends readonly AnyColumn[],
  const R extends Record<string, AnyColumn>,
>(declared: {
  readonly name: string;
  readonly text: string;
  readonly params: C;
  readonly row: R;
}): Query<Inputs<C>, Outputs<R>> {
  if (!NAME.test(declared.name) || declared.name.length > NAME_LENGTH_MAX) {
    throw new Error(`malformed query name: ${declared.name}`);
  }
  const known = registry.get(declared.name);
  if (known !== undefined && known.text !== declared.text) {
    throw new Error(`two queries are named ${declared.name}`);
  }
  const { name, text, params, row } = declared;
  const query: Query<Inputs<C>, Outputs<R>> = { name, text, params, columns: Object.entries(row) };
  registry.set(declared.name, query as unknown as Query);
  return query;
}

/** Declares a command without result rows; `run` returns the number of affected rows. */
export function defineStatement<const C extends readonly AnyColumn[]>(declared: {
  readonly name: string;
  readonly text: string;
  readonly params: C;
}): Statement<Inputs<C>> {
  return defineQuery({ ...declared, row: {} });
}

/** All queries of the modules loaded so far, for the test that checks each against the schema. */
export function allQueries(): readonly Query[] {
  return [...registry.values()];
}
