/** The SQL of spot's lists: a member's orders and trades, page by page, and the names programs gave. */
import {
  amount,
  arrayOf,
  bool,
  int2,
  int4,
  int8,
  nullable,
  price,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';
import type { Order } from './order.ts';
import { ORDER_COLUMNS, orderOf, orderRow } from './store.ts';

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

const takenNamesQuery = defineQuery({
  name: 'spot.takenNames',
  text: `select o.member_id, o.client_order_id from unnest($1::bigint[], $2::text[]) as n(member_id, name)
    join spot_orders o on o.member_id = n.member_id and o.client_order_id = n.name`,
  params: [arrayOf(int8), arrayOf(text)],
  row: { memberId: int8, clientOrderId: nullable(text) },
});

const orderByName = defineQuery({
  name: 'spot.orderByClientOrderId',
  text: `select ${ORDER_COLUMNS} from spot_orders where member_id = $1 and client_order_id = $2`,
  params: [int8, text],
  row: orderRow,
});

/** Status alone is what the index knows. */
const RANGE = `member_id = $1 and status = any($9::smallint[]) and ($3::smallint is null or instrument_id = $3)
      and (status * 10 + (filled_quantity > 0)::int) = any($2::integer[])
      and (side * 10 + type) = any($4::integer[]) and created_at >= $5 and created_at <= $6`;
const PLACE_OF_FROM =
  '(select f.created_at, f.id from spot_orders f where f.id = $7 and f.member_id = $1)';
const rangeParams = [
  int8,
  arrayOf(int4),
  nullable(int2),
  arrayOf(int4),
  timestamptz,
  timestamptz,
  nullable(int8),
  int8,
  arrayOf(int2),
] as const;

const ordersBefore = defineQuery({
  name: 'spot.ordersBefore',
  text: `select ${ORDER_COLUMNS} from spot_orders
    where ${RANGE} and ($7::bigint is null or (created_at, id) < ${PLACE_OF_FROM})
    order by created_at desc, id desc limit $8`,
  params: rangeParams,
  row: orderRow,
});

const ordersAfter = defineQuery({
  name: 'spot.ordersAfter',
  text: `select ${ORDER_COLUMNS} from spot_orders
    where ${RANGE} and ($7::bigint is null or (created_at, id) > ${PLACE_OF_FROM})
    order by created_at, id limit $8`,
  params: rangeParams,
  row: orderRow,
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

/** Which of these client order ids name an order of the member already, as `memberId name`. */
export async function takenNames(
  reader: Reader,
  names: readonly { memberId: number; name: string }[],
): Promise<Set<string>> {
  const memberIds = names.map((each) => each.memberId);
  const rows = await reader.many(takenNamesQuery, [memberIds, names.map((each) => each.name)]);
  return new Set(rows.map((row) => `${row.memberId} ${row.clientOrderId}`));
}

export async function findOrderByName(
  reader: Reader,
  memberId: number,
  name: string,
): Promise<Order | undefined> {
  const row = await reader.maybe(orderByName, [memberId, name]);
  return row === undefined ? undefined : orderOf(row);
}

/**
 * What a program asks for. `states` are status × 10, plus 1 when something is filled; `kinds` side × 10 + type;
 * `from` is an order's id that the page starts behind.
 */
export interface OrderRange {
  memberId: number;
  states: number[];
  instrumentId: number | null;
  kinds: number[];
  since: number;
  until: number;
  from: number | null;
  /** `next` goes to older orders, `prev` to newer ones. */
  direction: 'next' | 'prev';
  limit: number;
}

/** Newest first, whatever the direction. */
export async function findOrdersInRange(reader: Reader, range: OrderRange): Promise<Order[]> {
  const { memberId, states, instrumentId, kinds, since, until, from, direction, limit } = range;
  const isBack = direction === 'prev';
  const query = isBack ? ordersAfter : ordersBefore;
  const statuses = [...new Set(states.map((state) => Math.floor(state / 10)))];
  const params = [
    memberId,
    states,
    instrumentId,
    kinds,
    since,
    until,
    from,
    limit,
    statuses,
  ] as const;
  const orders = (await reader.many(query, params)).map(orderOf);
  return isBack ? orders.reverse() : orders;
}

/** `from` is a trade's id that the page starts behind. */
export type FillRange = Omit<OrderRange, 'states'>;

export type MemberFill = RowOf<typeof fillsBefore>;

/** A member's sides of trades, newest first, whatever the direction. */
export async function findFills(reader: Reader, range: FillRange): Promise<MemberFill[]> {
  const { memberId, instrumentId, kinds, since, until, from, direction, limit } = range;
  const isBack = direction === 'prev';
  const query = isBack ? fillsAfter : fillsBefore;
  const params = [memberId, instrumentId, kinds, since, until, from, limit] as const;
  const fills = await reader.many(query, params);
  return isBack ? fills.reverse() : fills;
}
