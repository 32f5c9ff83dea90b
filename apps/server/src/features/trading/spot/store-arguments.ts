/** Arguments of the database functions that write rounds: arrays with one value per item of the round. */
import { type AnyColumn, arrayOf, type Column, text } from '../../../platform/database/columns.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { defineQuery, type Params, type Query } from '../../../platform/database/query.ts';

export interface RoundArgument<Round> {
  name: string;
  kind: AnyColumn;
  valuesOf(round: Round): unknown;
}

type Part<T> = Record<string, readonly [kind: AnyColumn, of: (item: T) => unknown]>;

export const as = <In, T>(kind: Column<unknown, In>, of: (item: T) => In) => [kind, of] as const;

export function argumentsOf<Round, T>(
  items: (round: Round) => readonly T[],
  part: Part<T>,
): RoundArgument<Round>[] {
  return Object.entries(part).map(([name, [kind, of]]) => ({
    name,
    kind: arrayOf(kind as Column<unknown, unknown>) as AnyColumn,
    valuesOf: (round) => items(round).map(of),
  }));
}

/** The statement that calls a function with all of them. `call`: its name in SQL. */
export function defineWrite<Round>(
  name: string,
  call: string,
  given: readonly RoundArgument<Round>[],
): (tx: Tx, round: Round) => Promise<unknown> {
  const query = defineQuery({
    name,
    text: `select ${call}(${given.map((each, at) => `${each.name} => $${at + 1}`).join(', ')})::text as done`,
    params: given.map(({ kind }) => kind),
    row: { done: text },
  }) as Query<Params, { done: string }>;
  return (tx, round) =>
    tx.many(
      query,
      given.map(({ valuesOf }) => valuesOf(round)),
    );
}
