/** The SQL of times up to which it was decided that no price is added to a chain any more (ADR 17). */
import { arrayOf, int2, timestamptz } from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';

const newestClosures = defineQuery({
  name: 'pricing.newestClosures',
  text: 'select instrument_id, max(at) as at from tick_closures group by instrument_id',
  params: [],
  row: { instrumentId: int2, at: timestamptz },
});

const insertClosuresStatement = defineStatement({
  name: 'pricing.insertClosures',
  text: `insert into tick_closures (instrument_id, at)
    select id, $2 from unnest($1::smallint[]) as i(id) on conflict do nothing`,
  params: [arrayOf(int2), timestamptz],
});

/** By instrument, epoch milliseconds. */
export async function findClosures(reader: Reader): Promise<Map<number, number>> {
  const rows = await reader.many(newestClosures, []);
  return new Map(rows.map(({ instrumentId, at }) => [instrumentId, at]));
}

export async function insertClosures(
  tx: Tx,
  instrumentIds: readonly number[],
  at: number,
): Promise<void> {
  await tx.run(insertClosuresStatement, [instrumentIds, at]);
}
