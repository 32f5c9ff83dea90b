/** The SQL of operations: measured minutes, incidents, and what the database says of itself. */
import { arrayOf, int8, nullable, text, timestamptz } from '../../../platform/database/columns.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

/** Another instance may have measured the same minute; the first one counts. */
export const putMinute = defineStatement({
  name: 'operations.putMinute',
  text: `insert into operation_minutes (figure, minute, value)
    select f.figure, $1, f.value from unnest($2::text[], $3::bigint[]) as f(figure, value) on conflict do nothing`,
  params: [timestamptz, arrayOf(text), arrayOf(int8)],
});

export const pruneMinutes = defineStatement({
  name: 'operations.pruneMinutes',
  text: 'delete from operation_minutes where minute < $1',
  params: [timestamptz],
});

const newestMinute = defineQuery({
  name: 'operations.newestMinute',
  text: 'select max(minute) as minute from operation_minutes',
  params: [],
  row: { minute: nullable(timestamptz) },
});

export const readNewestMinute = async (reader: Reader): Promise<number | null> =>
  (await reader.one(newestMinute, [])).minute;

/** Steps of `$3` milliseconds from `$1` on, before `$2`. */
const lines = defineQuery({
  name: 'operations.lines',
  text: `select figure, floor((extract(epoch from minute) * 1000 - extract(epoch from $1::timestamptz) * 1000) / $3::bigint)::int8 as step,
      max(value) as highest, round(avg(value))::int8 as mean
    from operation_minutes where minute >= $1 and minute < $2 group by 1, 2`,
  params: [timestamptz, timestamptz, int8],
  row: { figure: text, step: int8, highest: int8, mean: int8 },
});

/** Highest and mean of each step that was measured. */
export const readLines = (
  reader: Reader,
  { from, until, stepMs }: { from: number; until: number; stepMs: number },
): Promise<RowOf<typeof lines>[]> => reader.many(lines, [from, until, stepMs]);

const bands = defineQuery({
  name: 'operations.bands',
  text: `select figure, count(*) as minutes, percentile_disc(0.05) within group (order by value) as low,
      percentile_disc(0.95) within group (order by value) as high
    from operation_minutes where minute >= $1 and minute < $2 group by 1`,
  params: [timestamptz, timestamptz],
  row: { figure: text, minutes: int8, low: int8, high: int8 },
});

/** What each figure was in most minutes of this time. */
export const readBands = (reader: Reader, from: number, until: number) =>
  reader.many(bands, [from, until]);

export const openIncident = defineStatement({
  name: 'operations.openIncident',
  text: `insert into operation_incidents (kind, subject, began_at, ended_at, worst) values ($1, $2, $3, $4, $5)
    on conflict do nothing`,
  params: [text, text, timestamptz, nullable(timestamptz), nullable(int8)],
});

export const worsenIncident = defineStatement({
  name: 'operations.worsenIncident',
  text: 'update operation_incidents set worst = $2 where id = $1',
  params: [int8, int8],
});

export const endIncident = defineStatement({
  name: 'operations.endIncident',
  text: 'update operation_incidents set ended_at = greatest($2, began_at) where id = $1 and ended_at is null',
  params: [int8, timestamptz],
});
const operationIncidents = defineTable('operation_incidents', {
  id: int8,
  kind: text,
  subject: text,
  beganAt: timestamptz,
  endedAt: nullable(timestamptz),
  worst: nullable(int8),
});

const openIncidents = operationIncidents.select(
  'operations.openIncidents',
  'where ended_at is null order by id',
  [],
);
export type IncidentRow = RowOf<typeof openIncidents>;

export const readOpenIncidents = (reader: Reader): Promise<IncidentRow[]> =>
  reader.many(openIncidents, []);

const newestIncidents = operationIncidents.select(
  'operations.newestIncidents',
  'order by ended_at is not null, began_at desc, id desc limit $1',
  [int8],
);

/** Open ones first, then the newest. */
export const readIncidents = (reader: Reader, most: number): Promise<IncidentRow[]> =>
  reader.many(newestIncidents, [most]);

/**
 * A role sees when its own transactions began. Those of people and of other instances are only seen to be open (`others`): all of
 * this database, and of others those that write, for which members' events wait too. Vacuum's own workers have no login.
 */
const databaseState = defineQuery({
  name: 'operations.databaseState',
  text: `select current_setting('server_version') as version, pg_database_size(current_database()) as size,
      (select (extract(epoch from max(clock_timestamp() - a.xact_start)) * 1000)::int8 from pg_stat_activity a
        where a.datname = current_database() and a.xact_start is not null and a.pid <> pg_backend_pid()) as longest_ms,
      (select coalesce(array_agg(distinct l.virtualtransaction), '{}')
        from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where a.usename is not null and a.xact_start is null and l.granted and l.mode = 'ExclusiveLock'
          and (l.locktype = 'transactionid' or l.locktype = 'virtualxid' and a.datname = current_database())) as others,
      (select count(*) from pg_stat_replication) as standbys`,
  params: [],
  row: {
    version: text,
    size: int8,
    longestMs: nullable(int8),
    others: arrayOf(text),
    standbys: int8,
  },
});
export type DatabaseRow = RowOf<typeof databaseState>;

export const readDatabaseState = (reader: Reader): Promise<DatabaseRow> =>
  reader.one(databaseState, []);
