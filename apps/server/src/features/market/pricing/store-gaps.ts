/** The SQL of feed gaps, backfilled spans and gap records. */
import { arrayOf, int2, int8, text, timestamptz } from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable, type TableRow } from '../../../platform/database/table.ts';
import type { Gap } from './candles/gaps.ts';

const feedGaps = defineTable('feed_gaps', { class: text, fromAt: timestamptz, toAt: timestamptz });

const allGaps = feedGaps.select('pricing.allGaps', 'order by class, from_at', []);

const gapsFrom = defineQuery({
  name: 'pricing.figuresOfGaps',
  text: `select class, count(*) as gaps, (extract(epoch from sum(to_at - greatest(from_at, $1::timestamptz))) * 1000)::bigint as missing,
      (extract(epoch from max(to_at - greatest(from_at, $1::timestamptz))) * 1000)::bigint as longest
    from feed_gaps where to_at > $1 group by class`,
  params: [timestamptz],
  row: { class: text, gaps: int8, missing: int8, longest: int8 },
});

/** How long a class of markets had no price while it was open. Units: milliseconds. */
type GapMeasure = RowOf<typeof gapsFrom>;

/** Of each class that had one since. Units: `from` epoch milliseconds. */
export function measureGaps(reader: Reader, from: number): Promise<GapMeasure[]> {
  return reader.many(gapsFrom, [from]);
}

const insertMissed = feedGaps.insertMany('pricing.insertGaps', ['class', 'fromAt', 'toAt'], {
  onConflict: 'do nothing',
});

/** By class, oldest first. */
export async function findGaps(reader: Reader): Promise<Map<string, Gap[]>> {
  const byClass = new Map<string, Gap[]>();
  for (const { class: name, fromAt, toAt } of await reader.many(allGaps, [])) {
    byClass.set(name, [...(byClass.get(name) ?? []), { from: fromAt, to: toAt }]);
  }
  return byClass;
}

export async function insertGaps(tx: Tx, gaps: ReadonlyMap<string, Gap>): Promise<void> {
  if (gaps.size === 0) return;
  const rows = [...gaps].map(([name, { from, to }]) => ({ class: name, fromAt: from, toAt: to }));
  await insertMissed(tx, rows);
}

const backfills = defineTable('candle_backfills', {
  instrumentId: int2,
  startsAt: timestamptz,
  endsAt: timestamptz,
  source: text,
});

/** A span that a source backfilled; candles that overlap it, its end excluded, contain backfilled data. */
export type Backfill = TableRow<typeof backfills>;

const allBackfills = backfills.select(
  'pricing.allBackfills',
  'where instrument_id = any($1::smallint[]) order by instrument_id, starts_at',
  [arrayOf(int2)],
);

const insertSpans = backfills.insertMany(
  'pricing.insertBackfills',
  ['instrumentId', 'startsAt', 'endsAt', 'source'],
  { onConflict: 'do nothing' },
);

/** Oldest first. */
export function findBackfills(reader: Reader, instrumentIds: readonly number[]) {
  return reader.many(allBackfills, [instrumentIds]);
}

export async function insertBackfills(tx: Tx, spans: readonly Backfill[]): Promise<void> {
  if (spans.length > 0) await insertSpans(tx, spans);
}

const newestGapRecords = defineQuery({
  name: 'pricing.newestGapRecords',
  text: `select i.id as instrument_id, c.at from unnest($1::smallint[]) as i(id)
    cross join lateral (select at from tick_closures where instrument_id = i.id order by at desc limit 1) c`,
  params: [arrayOf(int2)],
  row: { instrumentId: int2, at: timestamptz },
});

const insertGapRecordsStatement = defineStatement({
  name: 'pricing.insertGapRecords',
  text: `insert into tick_closures (instrument_id, at)
    select id, $2 from unnest($1::smallint[]) as i(id) on conflict do nothing`,
  params: [arrayOf(int2), timestamptz],
});

/** The newest gap record of each of the instruments, epoch milliseconds: no tick is added up to it any more (ADR 17). */
export async function findGapRecords(
  reader: Reader,
  instrumentIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await reader.many(newestGapRecords, [instrumentIds]);
  return new Map(rows.map(({ instrumentId, at }) => [instrumentId, at]));
}

export async function insertGapRecords(
  tx: Tx,
  instrumentIds: readonly number[],
  at: number,
): Promise<void> {
  await tx.run(insertGapRecordsStatement, [instrumentIds, at]);
}
