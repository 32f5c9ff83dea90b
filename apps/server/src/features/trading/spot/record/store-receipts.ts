/** The SQL of receipts of orders: the batch of a number, and what its entry of the public log seals. */
import {
  bytea,
  int2,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../../platform/database/columns.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../../../platform/database/query.ts';

const batchRow = {
  firstNumber: int8,
  lastNumber: int8,
  at: timestamptz,
  secret: text,
  lines: text,
} as const;

const batchOf = defineQuery({
  name: 'spot.batchOfNumber',
  text: `select c.first_number, c.last_number, c.at, encode(c.secret, 'hex') as secret, c.lines, s.entry_index
    from (select * from spot_commands where instrument_id = $1 and last_number >= $2 order by last_number limit 1) c
    left join lateral (
      select entry_index from spot_command_seals where instrument_id = $1 and last_number >= c.last_number order by last_number limit 1
    ) s on true
    where c.first_number <= $2`,
  params: [int2, int8],
  row: { ...batchRow, entryIndex: nullable(int8) },
});
export type RecordedBatchRow = RowOf<typeof batchOf>;

const sealsOf = defineQuery({
  name: 'spot.sealsOfEntry',
  text: `select instrument_id, first_number, last_number from spot_command_seals where entry_index = $1 order by instrument_id`,
  params: [int8],
  row: { instrumentId: int2, firstNumber: int8, lastNumber: int8 },
});

/** Lines only where there is no root. */
const rootsOf = defineQuery({
  name: 'spot.rootsOfSeal',
  text: `select first_number, last_number, at, encode(secret, 'hex') as secret, case when root is null then lines else '' end as lines, root
    from spot_commands where instrument_id = $1 and last_number between $2 and $3 order by last_number`,
  params: [int2, int8, int8],
  row: { ...batchRow, root: nullable(bytea) },
});

/** Undefined for a number that no batch has yet; `entryIndex` is null until the batch is sealed. */
export const findBatchOf = (
  reader: Reader,
  { instrumentId, number }: { instrumentId: number; number: number },
): Promise<RecordedBatchRow | undefined> => reader.maybe(batchOf, [instrumentId, number]);

/** In the order of the statements of the entry. */
export const listSealsOf = (reader: Reader, entryIndex: number) =>
  reader.many(sealsOf, [entryIndex]);

export const readRoots = (
  reader: Reader,
  seal: { instrumentId: number; firstNumber: number; lastNumber: number },
) => reader.many(rootsOf, [seal.instrumentId, seal.firstNumber, seal.lastNumber]);
