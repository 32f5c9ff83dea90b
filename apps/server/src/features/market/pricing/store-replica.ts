/** The SQL of a replica: what was stored after what it knows. */
import { arrayOf, int2, int8, text, timestamptz } from '../../../platform/database/columns.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { defineQuery } from '../../../platform/database/query.ts';
import type { Gap } from './candles/gaps.ts';
import { type TickRow, tickColumns } from './store.ts';
import { findGapRecords } from './store-gaps.ts';

const ticksAfter = defineQuery({
  name: 'pricing.ticksAfter',
  text: `select t.instrument_id, t.seq, t.at, t.price, t.quantity, t.taker_side, t.source, t.rule, t.hash, t.backfilled_at
    from unnest($1::smallint[], $2::bigint[]) as known(id, seq)
    join lateral (select * from ticks where instrument_id = known.id and seq > known.seq order by seq limit $3) t on true
    order by t.at, t.instrument_id, t.seq`,
  params: [arrayOf(int2), arrayOf(int8), int8],
  row: tickColumns,
});

const gapsAfter = defineQuery({
  name: 'pricing.gapsAfter',
  text: `select g.class, g.from_at, g.to_at from unnest($1::text[], $2::timestamptz[]) as known(class, to_at)
    join feed_gaps g on g.class = known.class and g.to_at > known.to_at order by g.to_at`,
  params: [arrayOf(text), arrayOf(timestamptz)],
  row: { class: text, fromAt: timestamptz, toAt: timestamptz },
});

const loadMarks = defineQuery({
  name: 'pricing.loadMarks',
  text: `select (select count(*) from candle_backfills) as backfills, (select count(*) from market_genesis) as geneses`,
  params: [],
  row: { backfills: int8, geneses: int8 },
});

/** What a replica knows. */
export interface Known {
  /** The last tick of each instrument. */
  readonly ticks: readonly { readonly instrumentId: number; readonly seq: number }[];
  /** By class of markets: the end of its newest gap, epoch milliseconds; 0 without one. */
  readonly gaps: ReadonlyMap<string, number>;
}

/** What was stored since. */
export interface StoredSince {
  /** By time; those of one instrument in the order of its chain. */
  readonly ticks: readonly TickRow[];
  /** By their ends. */
  readonly gaps: readonly (Gap & { readonly class: string })[];
  /** The newest gap record of each instrument, epoch milliseconds. */
  readonly gapRecords: ReadonlyMap<number, number>;
  /** Changes with what a replica cannot apply but has to load: backfilled candles, and markets that begin. */
  readonly loadMark: string;
}

/** At most `limit` ticks of each instrument. Shape: `reader` is a snapshot: a gap is stored with the tick that ends it. */
export async function readSince(reader: Reader, known: Known, limit: number): Promise<StoredSince> {
  const ids = known.ticks.map(({ instrumentId }) => instrumentId);
  const seqs = known.ticks.map(({ seq }) => seq);
  const [ticks, gaps, gapRecords, loadMark] = await Promise.all([
    reader.many(ticksAfter, [ids, seqs, limit]),
    reader.many(gapsAfter, [[...known.gaps.keys()], [...known.gaps.values()]]),
    findGapRecords(reader, ids),
    readLoadMark(reader),
  ]);
  return {
    ticks: ticks as TickRow[],
    gaps: gaps.map(({ class: name, fromAt, toAt }) => ({ class: name, from: fromAt, to: toAt })),
    gapRecords,
    loadMark,
  };
}

/** See `StoredSince`. */
export async function readLoadMark(reader: Reader): Promise<string> {
  const { backfills, geneses } = await reader.one(loadMarks, []);
  return `${backfills} ${geneses}`;
}
