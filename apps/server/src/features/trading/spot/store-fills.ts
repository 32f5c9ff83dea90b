/** The SQL of trades: the fills of one order, and a member's pages of fills. */
import {
  amount,
  arrayOf,
  bool,
  date,
  int2,
  int4,
  int8,
  nullable,
  price,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../../platform/database/query.ts';
import { isOfStopLimit, kindOfOrder, type OrderRange } from './store-api-orders.ts';

const tradesOfOrder = defineQuery({
  name: 'spot.tradesOfOrder',
  text: `select id, maker_order_id, taker_order_id, price, quantity, quote_amount, maker_fee, taker_fee, created_at
    from spot_trades where maker_order_id = $1
    union all
    select id, maker_order_id, taker_order_id, price, quantity, quote_amount, maker_fee, taker_fee, created_at
    from spot_trades where taker_order_id = $1
    order by 1 desc limit 500`,
  params: [int8],
  row: {
    id: int8,
    makerOrderId: nullable(int8),
    takerOrderId: nullable(int8),
    price,
    quantity: amount,
    quoteAmount: amount,
    makerFee: amount,
    takerFee: amount,
    createdAt: timestamptz,
  },
});

/** One leg per role, so that each uses its index. */
const fillsLeg = (role: 'maker' | 'taker') => `
    select t.id, case when ${isOfStopLimit} then o.conditional_id else o.id end as order_id, ${isOfStopLimit} as is_stop_limit,
      o.instrument_id, o.side, o.type, o.source, o.time_in_force, t.price, t.quantity, t.${role}_fee as fee,
      ${role === 'maker'} as is_maker, t.created_at
    from spot_orders o join spot_trades t on t.${role}_order_id = o.id
    where o.member_id = $1 and ($2::smallint is null or o.instrument_id = $2)
      and (${kindOfOrder}) = any($3::integer[]) and o.filled_quantity > 0
      and o.created_at <= $5 and o.updated_at >= $4`;

const fillParams = [
  int8,
  nullable(int2),
  arrayOf(int4),
  timestamptz,
  timestamptz,
  nullable(int8),
  int8,
] as const;

const fillRow = {
  id: int8,
  /** As API clients know the order. */
  orderId: int8,
  isStopLimit: bool,
  instrumentId: int2,
  side: int2,
  type: int2,
  source: int2,
  timeInForce: nullable(int2),
  price,
  quantity: amount,
  fee: amount,
  isMaker: bool,
  createdAt: timestamptz,
} as const;

function pageQuery(name: string, direction: 'next' | 'prev', end: 'exact' | 'whole millisecond') {
  const order = direction === 'next' ? 'desc' : '';
  const page =
    end === 'exact'
      ? `order by created_at ${order}, id ${order} limit $7`
      : `order by created_at ${order} fetch first $7 rows with ties`;
  return defineQuery({
    name,
    text: `
    select * from (
      select * from (${fillsLeg('maker')} union all ${fillsLeg('taker')}) f
      where created_at >= $4 and created_at <= $5 and ($6::bigint is null
        or (created_at, id) ${direction === 'next' ? '<' : '>'} (select b.created_at, b.id from spot_trades b where b.id = $6))
      ${page}) found
    order by created_at desc, id desc`,
    params: fillParams,
    row: fillRow,
  });
}

const pages = {
  next: {
    exact: pageQuery('spot.fillsBefore', 'next', 'exact'),
    whole: pageQuery('spot.fillsBeforeWhole', 'next', 'whole millisecond'),
  },
  prev: {
    exact: pageQuery('spot.fillsAfter', 'prev', 'exact'),
    whole: pageQuery('spot.fillsAfterWhole', 'prev', 'whole millisecond'),
  },
} as const;

export function findTradesOf(reader: Reader, orderId: number) {
  return reader.many(tradesOfOrder, [orderId]);
}

/** The page starts after the trade with the id `from`. */
export interface FillRange extends Omit<OrderRange, 'states' | 'instrumentIds'> {
  instrumentId: number | null;
}

export type MemberFill = RowOf<(typeof pages)['next']['exact']>;

/** A member's sides of trades, newest first in both directions. */
export function findFills(reader: Reader, range: FillRange): Promise<MemberFill[]> {
  const { memberId, instrumentId, kinds, since, until, from, direction, limit, isWhole } = range;
  const query = pages[direction][isWhole ? 'whole' : 'exact'];
  return reader.many(query, [memberId, instrumentId, kinds, since, until, from, limit]);
}

/** What members traded from `$1` until `$2`, by UTC day and market; the fees of it in the quote asset too. */
const traded = defineQuery({
  name: 'spot.ordersTraded',
  text: `select o.member_id, f.day, f.instrument_id, coalesce(sum(f.quote_amount) filter (where not f.is_taker), 0) as waited,
      coalesce(sum(f.quote_amount) filter (where f.is_taker), 0) as at_once,
      round(sum(case o.side when 1 then f.fee * f.price else f.fee end), 18) as fees
    from (
      select maker_order_id as order_id, instrument_id, price, quote_amount, maker_fee as fee, false as is_taker,
        (created_at at time zone 'UTC')::date as day
      from spot_trades where created_at >= $1 and created_at < $2 and maker_order_id is not null
      union all
      select taker_order_id, instrument_id, price, quote_amount, taker_fee, true, (created_at at time zone 'UTC')::date
      from spot_trades where created_at >= $1 and created_at < $2 and taker_order_id is not null
    ) f join spot_orders o on o.id = f.order_id
    group by o.member_id, f.day, f.instrument_id`,
  params: [timestamptz, timestamptz],
  row: {
    memberId: int8,
    day: date,
    instrumentId: int2,
    waited: amount,
    atOnce: amount,
    fees: amount,
  },
});

/** What members traded by orders, by UTC day and market. Units: the quote asset. */
export const ordersTraded = (reader: Reader, { since, until }: { since: number; until: number }) =>
  reader.many(traded, [since, until]);

const feesOfTrades = defineQuery({
  name: 'spot.feesOfTrades',
  text: `select t.id, case t.taker_side when 1 then t.taker_fee else t.maker_fee end as buyer_fee,
      case t.taker_side when 1 then t.maker_fee else t.taker_fee end as seller_fee
    from unnest($1::bigint[]) k(id) cross join lateral (
      select m.* from spot_trades m where m.id = k.id limit 1
    ) t`,
  params: [arrayOf(int8)],
  row: { id: int8, buyerFee: amount, sellerFee: amount },
});

/** The fees of trades: the buyer's in the base asset, the seller's in the quote asset. The journal posts amounts after them. */
export function listTradeFees(reader: Reader, tradeIds: readonly number[]) {
  return reader.many(feesOfTrades, [tradeIds]);
}
