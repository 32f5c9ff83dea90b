/** The SQL of ticks, candles and the genesis of each market. */
import {
  amount,
  arrayOf,
  bytea,
  int2,
  int4,
  int8,
  nullable,
  price,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Price } from '@tern/money';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import type { Candle } from '../../../kernel/prices/candle.ts';
import type { StoredMinutes } from '../../../kernel/prices/intervals.ts';

/** Of a `TickRow`. */
export const tickColumns = {
  instrumentId: int2,
  seq: int8,
  at: timestamptz,
  price,
  quantity: amount,
  takerSide: text,
  source: text,
  rule: int2,
  hash: bytea,
  backfilledAt: nullable(timestamptz),
} as const;

const tailTicks = defineQuery({
  name: 'pricing.tailTicks',
  text: `select t.instrument_id, t.seq, t.at, t.price, t.quantity, t.taker_side, t.source, t.rule, t.hash, t.backfilled_at
    from unnest($1::smallint[]) as i(id)
    join lateral (select * from ticks where instrument_id = i.id order by seq desc limit $2) t on true
    order by t.instrument_id, t.seq`,
  params: [arrayOf(int2), int8],
  row: tickColumns,
});

/** A stored reference tick. */
export type TickRow = Omit<RowOf<typeof tailTicks>, 'hash' | 'takerSide'> & {
  readonly takerSide: 'buy' | 'sell';
  readonly hash: Uint8Array;
};

const insertTicksStatement = defineStatement({
  name: 'pricing.insertTicks',
  text: `insert into ticks (instrument_id, seq, at, price, quantity, taker_side, source, rule, hash, backfilled_at)
    select * from unnest($1::smallint[], $2::bigint[], $3::timestamptz[], $4::numeric[], $5::numeric[],
      $6::text[], $7::text[], $8::smallint[], $9::bytea[], $10::timestamptz[])`,
  params: [
    arrayOf(int2),
    arrayOf(int8),
    arrayOf(timestamptz),
    arrayOf(price),
    arrayOf(amount),
    arrayOf(text),
    arrayOf(text),
    arrayOf(int2),
    arrayOf(bytea),
    arrayOf(nullable(timestamptz)),
  ],
});

const insertCandlesStatement = defineStatement({
  name: 'pricing.insertCandles',
  text: `insert into candles (instrument_id, minutes, start, open, high, low, close, amount, vol, count)
    select * from unnest($1::smallint[], $2::smallint[], $3::timestamptz[], $4::numeric[], $5::numeric[],
      $6::numeric[], $7::numeric[], $8::numeric[], $9::numeric[], $10::bigint[])
    on conflict do nothing`,
  params: [
    arrayOf(int2),
    arrayOf(int2),
    arrayOf(timestamptz),
    arrayOf(price),
    arrayOf(price),
    arrayOf(price),
    arrayOf(price),
    arrayOf(amount),
    arrayOf(amount),
    arrayOf(int8),
  ],
});

const candleColumns = {
  start: timestamptz,
  open: price,
  high: price,
  low: price,
  close: price,
  amount,
  vol: amount,
  count: int8,
} as const;

const newestCandles = defineQuery({
  name: 'pricing.newestCandles',
  text: `select c.instrument_id, c.start, c.open, c.high, c.low, c.close, c.amount, c.vol, c.count
    from unnest($1::smallint[]) as i(id)
    join lateral (
      select * from candles where instrument_id = i.id and minutes = $2 order by start desc limit $3
    ) c on true
    order by c.instrument_id, c.start`,
  params: [arrayOf(int2), int2, int8],
  row: { instrumentId: int2, ...candleColumns },
});

const candlesBetween = defineQuery({
  name: 'pricing.candlesBetween',
  text: `select c.instrument_id, c.start, c.open, c.high, c.low, c.close, c.amount, c.vol, c.count
    from unnest($1::smallint[]) as i(id)
    join candles c on c.instrument_id = i.id and c.minutes = $2 and c.start >= $3 and c.start < $4
    order by c.instrument_id, c.start`,
  params: [arrayOf(int2), int2, timestamptz, timestamptz],
  row: { instrumentId: int2, ...candleColumns },
});

const candlesBefore = defineQuery({
  name: 'pricing.candlesBefore',
  text: `select start, open, high, low, close, amount, vol, count from candles
    where instrument_id = $1 and minutes = $2 and start < $3 order by start desc limit $4`,
  params: [int2, int2, timestamptz, int8],
  row: candleColumns,
});

const joinedMinutesBefore = defineQuery({
  name: 'pricing.joinedMinutesBefore',
  text: `select date_bin(make_interval(mins => $3), c.start, '2000-01-01T00:00:00Z') as start,
      (array_agg(c.open order by c.start))[1] as open, max(c.high) as high, min(c.low) as low,
      (array_agg(c.close order by c.start desc))[1] as close, sum(c.amount) as amount, sum(c.vol) as vol,
      sum(c.count)::bigint as count, min(c.start) as first_minute,
      (array_agg(c.previous_close order by c.start))[1] as previous_close
    from (
      select *, lag(close) over (order by start) as previous_close from (
        select * from candles where instrument_id = $1 and minutes = 1 and start < $2 order by start desc limit $4
      ) newest
    ) c group by 1 order by 1 desc limit $5`,
  params: [int2, timestamptz, int4, int8, int8],
  row: { ...candleColumns, firstMinute: timestamptz, previousClose: nullable(price) },
});

/** A candle joined from minutes. */
export interface JoinedCandle extends Candle {
  /** Start of the first minute, and the close of the minute before it, if there is one. */
  readonly firstMinute: number;
  readonly previousClose: Price | null;
}

const allGenesis = defineQuery({
  name: 'pricing.allGenesis',
  text: 'select instrument_id, began_at, price, history_seed, model from market_genesis',
  params: [],
  row: { instrumentId: int2, beganAt: timestamptz, price, historySeed: text, model: int2 },
});

/** Where a market began: candles before it are simulated history. */
export type Genesis = RowOf<typeof allGenesis>;

const insertGenesisStatement = defineStatement({
  name: 'pricing.insertGenesis',
  text: `insert into market_genesis (instrument_id, began_at, price, history_seed, model)
    select * from unnest($1::smallint[], $2::timestamptz[], $3::numeric[], $4::text[], $5::smallint[])`,
  params: [arrayOf(int2), arrayOf(timestamptz), arrayOf(price), arrayOf(text), arrayOf(int2)],
});

const pruneTicksQuery = defineQuery({
  name: 'pricing.pruneTicks',
  text: 'select prune_ticks($1) as removed',
  params: [timestamptz],
  row: { removed: int8 },
});

/** The last `count` ticks of each instrument, oldest first. */
export async function lastTicks(
  reader: Reader,
  instrumentIds: readonly number[],
  count: number,
): Promise<TickRow[]> {
  return (await reader.many(tailTicks, [instrumentIds, count])) as TickRow[];
}

export async function insertTicks(tx: Tx, ticks: readonly TickRow[]): Promise<void> {
  if (ticks.length === 0) return;
  const column = <K extends keyof TickRow>(key: K): TickRow[K][] => ticks.map((tick) => tick[key]);
  await tx.run(insertTicksStatement, [
    column('instrumentId'),
    column('seq'),
    column('at'),
    column('price'),
    column('quantity'),
    column('takerSide'),
    column('source'),
    column('rule'),
    column('hash'),
    column('backfilledAt'),
  ]);
}

/** A closed candle, ready to be stored. */
export interface ClosedCandle {
  readonly instrumentId: number;
  readonly minutes: StoredMinutes;
  readonly candle: Candle;
}

/** Stored candles stay unchanged: a backfilled minute that was the last before a crash is closed again after it. */
export async function insertCandles(tx: Tx, closed: readonly ClosedCandle[]): Promise<void> {
  if (closed.length === 0) return;
  const column = <K extends keyof Candle>(key: K): Candle[K][] =>
    closed.map(({ candle }) => candle[key]);
  await tx.run(insertCandlesStatement, [
    closed.map((entry) => entry.instrumentId),
    closed.map((entry) => entry.minutes),
    column('start'),
    column('open'),
    column('high'),
    column('low'),
    column('close'),
    column('amount'),
    column('vol'),
    column('count'),
  ]);
}

export type CandleRow = Candle & { readonly instrumentId: number };

/** The last `count` candles of each instrument, oldest first. */
export function lastCandles(
  reader: Reader,
  instrumentIds: readonly number[],
  query: { minutes: StoredMinutes; count: number },
): Promise<CandleRow[]> {
  return reader.many(newestCandles, [instrumentIds, query.minutes, query.count]);
}

/** The minutes of these instruments that start in the span, oldest first. */
export function minutesIn(
  reader: Reader,
  instrumentIds: readonly number[],
  span: { from: number; lengthMs: number },
): Promise<CandleRow[]> {
  return reader.many(candlesBetween, [instrumentIds, 1, span.from, span.from + span.lengthMs]);
}

export interface CandleSpan {
  readonly instrumentId: number;
  /** Only candles that start before it, epoch milliseconds. */
  readonly before: number;
  /** How many, counted from the newest. */
  readonly limit: number;
}

/** Oldest first. */
export async function storedCandles(
  reader: Reader,
  minutes: StoredMinutes,
  span: CandleSpan,
): Promise<Candle[]> {
  const { instrumentId, before, limit } = span;
  const rows = await reader.many(candlesBefore, [instrumentId, minutes, before, limit]);
  return rows.reverse();
}

/** Joins stored minutes into candles of `length` minutes, oldest first. Shape: `before` is a multiple of that length. */
export async function joinedMinutes(
  reader: Reader,
  length: number,
  span: CandleSpan,
): Promise<JoinedCandle[]> {
  const { instrumentId, before, limit } = span;
  const rows = await reader.many(joinedMinutesBefore, [
    instrumentId,
    before,
    length,
    // At most `length` minutes per candle, and the minute before the first one.
    limit * length + 1,
    limit,
  ]);
  return rows.reverse();
}

export function findGenesis(reader: Reader): Promise<Genesis[]> {
  return reader.many(allGenesis, []);
}

export async function insertGenesis(tx: Tx, entries: readonly Genesis[]): Promise<void> {
  await tx.run(insertGenesisStatement, [
    entries.map((entry) => entry.instrumentId),
    entries.map((entry) => entry.beganAt),
    entries.map((entry) => entry.price),
    entries.map((entry) => entry.historySeed),
    entries.map((entry) => entry.model),
  ]);
}

/** Deletes a batch of ticks older than `before` and returns how many; 0 when none is left. @throws the constraint `market_retention` within 48 hours */
export async function pruneTicks(tx: Tx, before: number): Promise<number> {
  return (await tx.one(pruneTicksQuery, [before])).removed;
}
