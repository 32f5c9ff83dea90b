/** The SQL of files of closed days. */
import { packedParts } from '../../../../kernel/files-of-days/packed-parts.ts';
import {
  amount,
  arrayOf,
  bool,
  bytea,
  date,
  int2,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../../platform/database/query.ts';
import { defineTable } from '../../../../platform/database/table.ts';

/** What accounts moved in a day, by kind. */
export const feesOfDay = defineQuery({
  name: 'day-close.feesOfDay',
  text: `select asset, account, kind, credits, debits from day_close_movements
    where day = $1 and account = any($2::bigint[]) order by asset, abs(account), kind`,
  params: [date, arrayOf(int8)],
  row: { asset: text, account: int8, kind: int2, credits: amount, debits: amount },
});

/** What each account moved in a day, by kind. */
export const movementsOfDay = defineQuery({
  name: 'day-close.movementsOfDay',
  text: `select asset, account, kind, credits, debits from day_close_movements
    where day = $1 order by asset, account < 0, abs(account), kind`,
  params: [date],
  row: { asset: text, account: int8, kind: int2, credits: amount, debits: amount },
});

/** Through which posting the day was closed, and through which one before it began: with a day in between, nothing is dated that far ahead. */
export const countedDay = defineQuery({
  name: 'day-close.countedDay',
  text: `select c.through_posting as through,
      coalesce((select max(e.through_posting) from day_closes e where e.closed_at <= $2), 0) as settled
    from day_closes c where c.day = $1`,
  params: [date, timestamptz],
  row: { through: int8, settled: int8 },
});

const files = defineTable('day_close_files', {
  id: int8,
  kind: text,
  fromDay: date,
  untilDay: date,
  asset: nullable(text),
  hasNames: bool,
  askedBy: int8,
  askedAt: timestamptz,
  state: text,
  first: int8,
  passed: int8,
  through: int8,
  rows: int8,
  bytes: int8,
  sha256: nullable(bytea),
  keyId: nullable(int4),
  signature: nullable(bytea),
  madeAt: nullable(timestamptz),
});
export type DayFile = RowOf<typeof fileById>;

export const insertFile = files.insertReturning('day-close.askForFile', [
  'kind',
  'fromDay',
  'untilDay',
  'asset',
  'hasNames',
  'askedBy',
  'askedAt',
]);

export const fileById = files.select('day-close.file', 'where id = $1', [int8]);
export const lockFile = files.select('day-close.lockFile', 'where id = $1 for update', [int8]);
export const newestFiles = files.select('day-close.newestFiles', 'order by id desc limit $1', [
  int8,
]);
export const nextFile = files.select(
  'day-close.nextFile',
  `where state in ('waiting', 'making') order by id limit 1`,
  [],
);
export const countWaiting = files.count(
  'day-close.countFilesWaiting',
  `where state in ('waiting', 'making') and asked_by = $1`,
  [int8],
);

export const beginFile = defineStatement({
  name: 'day-close.beginFile',
  text: `update day_close_files set state = 'making', first = $2, passed = $2, through = $3 where id = $1 and state = 'waiting'`,
  params: [int8, int8, int8],
});

export const addToFile = defineStatement({
  name: 'day-close.addToFile',
  text: 'update day_close_files set passed = $2, rows = rows + $3, bytes = bytes + $4 where id = $1',
  params: [int8, int8, int8, int8],
});

export const fileParts = packedParts({ name: 'day-close', table: 'day_close_file_parts' });

export const finishFile = defineStatement({
  name: 'day-close.finishFile',
  text: `update day_close_files set state = 'ready', sha256 = $2, key_id = $3, signature = $4, made_at = $5 where id = $1`,
  params: [int8, bytea, int4, bytea, timestamptz],
});

export const oldestFile = files.select(
  'day-close.oldestFile',
  `where state = 'ready' and made_at < $1 order by made_at limit 1`,
  [timestamptz],
);
export const markRemoved = defineStatement({
  name: 'day-close.removeFile',
  text: `update day_close_files set state = 'removed' where id = $1`,
  params: [int8],
});
