/** The SQL of the record of markets: batches that the public log does not seal yet, what it seals, and how that is packed. */
import {
  arrayOf,
  bytea,
  int2,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../../../platform/database/query.ts';

/** Batches of one entry; more wait for the next one. */
const TOGETHER_MAX = 5_000;

/** Of each market those behind its newest seal. A market without new numbers costs two look-ups. */
const unsealed = defineQuery({
  name: 'spot.unsealedCommands',
  text: `select e.instrument_id, c.first_number, c.last_number, c.root from spot_engines e
    cross join lateral (
      select coalesce((select s.last_number from spot_command_seals s where s.instrument_id = e.instrument_id order by s.last_number desc limit 1), 0) as through
    ) sealed
    cross join lateral (
      select * from spot_commands c where c.instrument_id = e.instrument_id and c.last_number > sealed.through order by c.last_number limit ${TOGETHER_MAX}
    ) c
    where e.last_number > sealed.through order by e.instrument_id, c.last_number limit ${TOGETHER_MAX}`,
  params: [],
  row: { instrumentId: int2, firstNumber: int8, lastNumber: int8, root: nullable(bytea) },
});
export interface UnsealedBatch {
  readonly instrumentId: number;
  readonly firstNumber: number;
  readonly lastNumber: number;
  /** Null where the record began. */
  readonly root: Uint8Array | null;
}

const batchAt = defineQuery({
  name: 'spot.recordedBatch',
  text: `select first_number, at, encode(secret, 'hex') as secret, lines from spot_commands where instrument_id = $1 and last_number = $2`,
  params: [int2, int8],
  row: { firstNumber: int8, at: timestamptz, secret: text, lines: text },
});

const insertSeals = defineStatement({
  name: 'spot.sealCommands',
  text: `insert into spot_command_seals (instrument_id, first_number, last_number, entry_index, sealed_at)
    select s.*, $4, $5 from unnest($1::smallint[], $2::bigint[], $3::bigint[]) as s(instrument_id, first, last)`,
  params: [arrayOf(int2), arrayOf(int8), arrayOf(int8), int8, timestamptz],
});

const pack = defineQuery({
  name: 'spot.packRecord',
  text: 'select spot_pack_record($1, $2) as packed',
  params: [int2, nullable(int8)],
  row: { packed: int8 },
});

/** By market, then oldest first. */
export const listUnsealed = (reader: Reader): Promise<UnsealedBatch[]> => reader.many(unsealed, []);

/** The lines of the batch that ends with a number. */
export const readBatch = (reader: Reader, of: Pick<UnsealedBatch, 'instrumentId' | 'lastNumber'>) =>
  reader.one(batchAt, [of.instrumentId, of.lastNumber]);

/** @throws a check violation `spot_command_seals_follow` when another instance sealed them */
export async function noteSeals(
  tx: Tx,
  seals: readonly { instrumentId: number; first: number; last: number }[],
  { index, at }: { index: number; at: number },
): Promise<void> {
  await tx.run(insertSeals, [
    seals.map(({ instrumentId }) => instrumentId),
    seals.map(({ first }) => first),
    seals.map(({ last }) => last),
    index,
    at,
  ]);
}

/**
 * One pack of the days that have a file, with at most so many numbers; never more than the database packs together (ADR 113).
 * Returns how many it packed: 0 when none is left.
 */
export const packRecord = async (tx: Tx, instrumentId: number, most?: number): Promise<number> =>
  (await tx.one(pack, [instrumentId, most ?? null])).packed;
