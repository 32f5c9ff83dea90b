/** Spans for what traced requests ask of the database: a read, or a transaction with the names of its queries. */
import { text } from './columns.ts';
import { applicationName } from './connection.ts';
import type { Database, Reader, Tx } from './database.ts';
import { defineQuery } from './query.ts';
import { type Attributes, currentTrace, type Trace } from '../tracing/trace.ts';

/** More names would not tell more. */
const NAMES_MAX = 50;
const SYSTEM: Attributes = { 'db.system.name': 'postgresql' };

/** For this transaction only, so that no later one on the same connection has its name. */
const nameConnection = defineQuery({
  name: 'tracing.nameConnection',
  text: `select set_config('application_name', $1, true) as name`,
  params: [text],
  row: { name: text },
});

/** The same database. While a traced transaction runs, `pg_stat_activity` and the server's log have the id of its trace. */
export function traceDatabase(database: Database, name: string): Database {
  const read = <T>(query: { readonly name: string }, work: () => Promise<T>): Promise<T> => {
    const trace = currentTrace();
    return trace === undefined ? work() : recorded(trace, query.name, work);
  };
  return {
    ...database,
    many: (query, params) => read(query, () => database.many(query, params)),
    one: (query, params) => read(query, () => database.one(query, params)),
    maybe: (query, params) => read(query, () => database.maybe(query, params)),
    transaction(work) {
      const trace = currentTrace();
      if (trace === undefined) return database.transaction(work);
      return recorded(trace, 'transaction', (names) =>
        database.transaction((tx) => {
          announce(tx, name, trace);
          return work(notingTx(tx, names));
        }),
      );
    },
    snapshot(work) {
      const trace = currentTrace();
      if (trace === undefined) return database.snapshot(work);
      return recorded(trace, 'snapshot', (names) =>
        database.snapshot((reader) => {
          announce(reader, name, trace);
          return work(notingReader(reader, names));
        }),
      );
    },
  };
}

async function recorded<T>(
  trace: Trace,
  name: string,
  work: (names: string[]) => Promise<T>,
): Promise<T> {
  const span = trace.span(name, SYSTEM, 'client');
  const names: string[] = [];
  const noteNames = () => {
    if (names.length > 0) span.set({ 'tern.queries': names });
  };
  try {
    const value = await work(names);
    noteNames();
    span.end();
    return value;
  } catch (error) {
    noteNames();
    span.end({ error });
    throw error;
  }
}

/** Sent in one packet with the statements that follow: no round trip of its own. */
function announce(reader: Reader, name: string, trace: Trace): void {
  // A failure aborts the transaction, which reports it.
  void reader.one(nameConnection, [`${applicationName(name)} ${trace.id}`]).catch(() => undefined);
}

function notingReader(reader: Reader, names: string[]): Reader {
  const note = (query: { readonly name: string }) => {
    if (names.length < NAMES_MAX) names.push(query.name);
  };
  return {
    many: (query, params) => (note(query), reader.many(query, params)),
    one: (query, params) => (note(query), reader.one(query, params)),
    maybe: (query, params) => (note(query), reader.maybe(query, params)),
  };
}

function notingTx(tx: Tx, names: string[]): Tx {
  return {
    ...notingReader(tx, names),
    run(query, params) {
      if (names.length < NAMES_MAX) names.push(query.name);
      return tx.run(query, params);
    },
  };
}
