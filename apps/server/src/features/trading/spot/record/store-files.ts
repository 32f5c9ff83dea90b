/** The SQL of the files of the record: which days have none yet, what they consist of, and the files. */
import {
  bytea,
  date,
  int2,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../../platform/database/query.ts';

/** The day of the first seal behind the newest file. Clocks of instances differ: what was sealed on an earlier day comes into the next file. */
const nextDay = defineQuery({
  name: 'spot.nextRecordDay',
  text: `select greatest((s.sealed_at at time zone 'UTC')::date, f.day + 1) as day
    from (select max(day) as day, coalesce(max(last_number), 0) as through from spot_record_files where instrument_id = $1) f
    cross join lateral (
      select * from spot_command_seals where instrument_id = $1 and last_number > f.through order by last_number limit 1
    ) s`,
  params: [int2],
  row: { day: date },
});

/** In the order of the numbers, up to the first that was sealed later. */
const sealsOfDay = defineQuery({
  name: 'spot.sealsOfDay',
  text: `select s.first_number, s.last_number, s.entry_index from spot_command_seals s
    cross join lateral (select coalesce(max(last_number), 0) as through from spot_record_files where instrument_id = $1) f
    cross join lateral (
      select min(l.last_number) as number from spot_command_seals l where l.instrument_id = $1 and l.last_number > f.through
        and l.sealed_at >= ($2::date + 1)::timestamp at time zone 'UTC'
    ) later
    where s.instrument_id = $1 and s.last_number > f.through and (later.number is null or s.last_number < later.number)
    order by s.last_number`,
  params: [int2, date],
  row: { firstNumber: int8, lastNumber: int8, entryIndex: int8 },
});
export type SealRow = RowOf<typeof sealsOfDay>;

const batches = defineQuery({
  name: 'spot.recordedBatches',
  text: `select first_number, at, encode(secret, 'hex') as secret, lines from spot_recorded($1, $2::bigint - 1, $3::bigint - $2 + 1, $3)`,
  params: [int2, int8, int8],
  row: { firstNumber: int8, at: timestamptz, secret: text, lines: text },
});

const newestFile = defineQuery({
  name: 'spot.newestRecordFile',
  text: 'select file from spot_record_files where instrument_id = $1 order by day desc limit 1',
  params: [int2],
  row: { file: bytea },
});

const insert = defineStatement({
  name: 'spot.insertRecordFile',
  text: 'insert into spot_record_files (day, instrument_id, last_number, file) values ($1, $2, $3, $4)',
  params: [date, int2, int8, bytea],
});

const fileOf = defineQuery({
  name: 'spot.recordFile',
  text: 'select file from spot_record_files where day = $1 and instrument_id = $2',
  params: [date, int2],
  row: { file: bytea },
});

const filesOfDay = defineQuery({
  name: 'spot.recordFilesOfDay',
  text: `select instrument_id, octet_length(file) as bytes, encode(sha256(file), 'hex') as sha256 from spot_record_files
    where day = $1 order by instrument_id`,
  params: [date],
  row: { instrumentId: int2, bytes: int4, sha256: text },
});

const newestDay = defineQuery({
  name: 'spot.newestRecordDay',
  text: 'select max(day) as day from spot_record_files',
  params: [],
  row: { day: nullable(date) },
});

/** `before`: epoch ms of the day that is not over. Undefined when each day before it has its file. */
export async function findNextDay(
  reader: Reader,
  instrumentId: number,
  before: number,
): Promise<string | undefined> {
  const found = await reader.maybe(nextDay, [instrumentId]);
  return found !== undefined && Date.parse(found.day) < before ? found.day : undefined;
}

export const listSealsOfDay = (reader: Reader, instrumentId: number, day: string) =>
  reader.many(sealsOfDay, [instrumentId, day]);

/** Whole batches: a seal never divides one. */
export const listBatches = (
  reader: Reader,
  { instrumentId, first, last }: { instrumentId: number; first: number; last: number },
) => reader.many(batches, [instrumentId, first, last]);

export const readNewestFile = async (reader: Reader, instrumentId: number) =>
  (await reader.maybe(newestFile, [instrumentId]))?.file;

/** @throws a unique violation `spot_record_files_pkey` when another instance made it */
export const insertFile = (
  tx: Tx,
  file: { day: string; instrumentId: number; last: number; file: Uint8Array },
) => tx.run(insert, [file.day, file.instrumentId, file.last, file.file]);

export const readFileOf = async (reader: Reader, day: string, instrumentId: number) =>
  (await reader.maybe(fileOf, [day, instrumentId]))?.file;

export const listFilesOf = (reader: Reader, day: string) => reader.many(filesOfDay, [day]);

/** The newest day that has a file. */
export const readNewestDay = async (reader: Reader) => (await reader.one(newestDay, [])).day;
