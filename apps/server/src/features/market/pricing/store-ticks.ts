/** Reads stored ticks by time and by sequence number, for settlements. */
import type { StoredTick, TickQuery, TickHistory } from '../../../kernel/prices/tick-history.ts';
import {
  arrayOf,
  bool,
  bytea,
  int2,
  int8,
  nullable,
  price,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { defineQuery } from '../../../platform/database/query.ts';

const COLUMNS = 't.instrument_id, t.seq, t.at, t.price, t.source, t.rule, t.hash, t.backfilled_at';
const row = {
  instrumentId: int2,
  seq: int8,
  at: timestamptz,
  price,
  source: text,
  rule: int2,
  hash: bytea,
  backfilledAt: nullable(timestamptz),
} as const;

const firstTicksAfter = defineQuery({
  name: 'pricing.firstTicksAfter',
  text: `select k.position, ${COLUMNS}
    from unnest($1::smallint[], $2::timestamptz[], $3::boolean[]) with ordinality as k(id, at, skips_backfilled, position)
    join lateral (
      select * from ticks where instrument_id = k.id and at > k.at and (backfilled_at is null or not k.skips_backfilled)
      order by at limit 1
    ) t on true`,
  params: [arrayOf(int2), arrayOf(timestamptz), arrayOf(bool)],
  row: { position: int8, ...row },
});

const lastTicksUpTo = defineQuery({
  name: 'pricing.lastTicksUpTo',
  text: `select k.position, ${COLUMNS}
    from unnest($1::smallint[], $2::timestamptz[], $3::boolean[]) with ordinality as k(id, at, skips_backfilled, position)
    join lateral (
      select * from ticks where instrument_id = k.id and at <= k.at and (backfilled_at is null or not k.skips_backfilled)
      order by at desc limit 1
    ) t on true`,
  params: [arrayOf(int2), arrayOf(timestamptz), arrayOf(bool)],
  row: { position: int8, ...row },
});

const newestTick = defineQuery({
  name: 'pricing.newestTick',
  text: 'select at from ticks where instrument_id = $1 order by seq desc limit 1',
  params: [int2],
  row: { at: timestamptz },
});

const ticksBetween = defineQuery({
  name: 'pricing.ticksBetween',
  text: `select ${COLUMNS} from ticks t where t.instrument_id = $1 and t.seq between $2 and $3 order by t.seq`,
  params: [int2, int8, int8],
  row,
});

/** One result per query, in their order. */
async function findTicks(
  reader: Reader,
  query: typeof firstTicksAfter,
  queries: readonly TickQuery[],
): Promise<(StoredTick | undefined)[]> {
  if (queries.length === 0) return [];
  const rows = await reader.many(query, [
    queries.map((each) => each.instrumentId),
    queries.map((each) => each.at),
    queries.map((each) => each.skipsBackfilled),
  ]);
  const found = new Map(rows.map(({ position, ...tick }) => [position, tick]));
  return queries.map((_query, index) => found.get(index + 1));
}

/** Reads stored ticks only; a tick is published after it is stored. */
export const tickHistory: TickHistory = {
  newestAt: async (reader, instrumentId) => (await reader.maybe(newestTick, [instrumentId]))?.at,
  firstAfter: (reader, queries) => findTicks(reader, firstTicksAfter, queries),
  lastUpTo: (reader, queries) => findTicks(reader, lastTicksUpTo, queries),
  between: (reader, { instrumentId, fromSeq, toSeq }) =>
    reader.many(ticksBetween, [instrumentId, fromSeq, toSeq]),
};
