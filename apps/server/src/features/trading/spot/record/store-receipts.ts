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
    from spot_recorded($1, $2::bigint - 1, 1) c left join spot_sealed($1, c.last_number - 1, 1) s on true
    where c.first_number <= $2`,
  params: [int2, int8],
  row: { ...batchRow, entryIndex: nullable(int8) },
});
export type RecordedBatchRow = RowOf<typeof batchOf>;

const sealsOf = defineQuery({
  name: 'spot.sealsOfEntry',
  text: 'select instrument_id, first_number, last_number from spot_seals_of_entry($1)',
  params: [int8],
  row: { instrumentId: int2, firstNumber: int8, lastNumber: int8 },
});

/** Lines only where there is no root. */
const rootsOf = defineQuery({
  name: 'spot.rootsOfSeal',
  text: `select first_number, last_number, at, encode(secret, 'hex') as secret, case when root is null then lines else '' end as lines, root
    from spot_recorded($1, $2::bigint - 1, $3::bigint - $2 + 1, $3)`,
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
