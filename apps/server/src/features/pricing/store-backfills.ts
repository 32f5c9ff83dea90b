/** Which candles a source told afterwards, by symbol and span of time. */
import { arrayOf, int2, text, timestamptz } from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';

const allBackfills = defineQuery({
  name: 'pricing.allBackfills',
  text: `select instrument_id, starts_at, ends_at, source from candle_backfills
    where instrument_id = any($1::smallint[]) order by instrument_id, starts_at`,
  params: [arrayOf(int2)],
  row: { instrumentId: int2, startsAt: timestamptz, endsAt: timestamptz, source: text },
});

/** Candles that touch the span, its end excluded, hold what the source told of it afterwards. */
export type Backfill = RowOf<typeof allBackfills>;

const insertBackfillsStatement = defineStatement({
  name: 'pricing.insertBackfills',
  text: `insert into candle_backfills (instrument_id, starts_at, ends_at, source)
    select * from unnest($1::smallint[], $2::timestamptz[], $3::timestamptz[], $4::text[])
    on conflict do nothing`,
  params: [arrayOf(int2), arrayOf(timestamptz), arrayOf(timestamptz), arrayOf(text)],
});

/** Oldest first. */
export function findBackfills(reader: Reader, instrumentIds: readonly number[]) {
  return reader.many(allBackfills, [instrumentIds]);
}

export async function insertBackfills(tx: Tx, spans: readonly Backfill[]): Promise<void> {
  if (spans.length === 0) return;
  await tx.run(insertBackfillsStatement, [
    spans.map((span) => span.instrumentId),
    spans.map((span) => span.startsAt),
    spans.map((span) => span.endsAt),
    spans.map((span) => span.source),
  ]);
}
