/** The SQL of trades: the fills of one order, and a member's pages of fills. */
import {
  amount,
  arrayOf,
  bool,
  int2,
  int4,
  int8,
  nullable,
  price,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../../platform/database/query.ts';
import type { OrderRange } from './store.ts';

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
    select t.id, o.id as order_id, o.instrument_id, o.side, o.type, o.source, t.price, t.quantity,
      t.${role}_fee as fee, ${role === 'maker'} as is_maker, t.created_at
    from spot_orders o join spot_trades t on t.${role}_order_id = o.id
    where o.member_id = $1 and ($2::smallint is null or o.instrument_id = $2)
      and (o.side * 10 + o.type) = any($3::integer[]) and o.filled_quantity > 0
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
  orderId: int8,
  instrumentId: int2,
  side: int2,
  type: int2,
  source: int2,
  price,
  quantity: amount,
  fee: amount,
  isMaker: bool,
  createdAt: timestamptz,
} as const;

const fillsFrom = (sign: '<' | '>') => `
    select id, order_id, instrument_id, side, type, source, price, quantity, fee, is_maker, created_at
    from (${fillsLeg('maker')} union all ${fillsLeg('taker')}) f
    where created_at >= $4 and created_at <= $5 and ($6::bigint is null
      or (created_at, id) ${sign} (select b.created_at, b.id from spot_trades b where b.id = $6))`;

const fillsBefore = defineQuery({
  name: 'spot.fillsBefore',
  text: `${fillsFrom('<')} order by created_at desc, id desc limit $7`,
  params: fillParams,
  row: fillRow,
});

const fillsAfter = defineQuery({
  name: 'spot.fillsAfter',
  text: `${fillsFrom('>')} order by created_at, id limit $7`,
  params: fillParams,
  row: fillRow,
});

export function findTradesOf(reader: Reader, orderId: number) {
  return reader.many(tradesOfOrder, [orderId]);
}

/** The page starts after the trade with the id `from`. */
export interface FillRange extends Omit<OrderRange, 'states' | 'instrumentIds'> {
  instrumentId: number | null;
}

export type MemberFill = RowOf<typeof fillsBefore>;

/** A member's sides of trades, newest first in both directions. */
export async function findFills(reader: Reader, range: FillRange): Promise<MemberFill[]> {
  const { memberId, instrumentId, kinds, since, until, from, direction, limit } = range;
  const isBack = direction === 'prev';
  const query = isBack ? fillsAfter : fillsBefore;
  const params = [memberId, instrumentId, kinds, since, until, from, limit] as const;
  const fills = await reader.many(query, params);
  return isBack ? fills.reverse() : fills;
}

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
