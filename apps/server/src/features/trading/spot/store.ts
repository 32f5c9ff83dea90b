/** The SQL of orders: one, the open ones of an instrument, and a member's pages. */
import {
  amount,
  arrayOf,
  int2,
  int4,
  int8,
  nullable,
  price,
  rate,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { type Page, type PageOf, readPage } from '../../../kernel/requests/page.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';
import {
  nameOf,
  type Order,
  sideCodes,
  sourceCodes,
  statusCodes,
  timeInForceCodes,
  typeCodes,
} from './order.ts';

const spotOrders = defineTable('spot_orders', {
  id: int8,
  memberId: int8,
  instrumentId: int2,
  side: int2,
  type: int2,
  limitPrice: nullable(price),
  quantity: nullable(amount),
  budget: nullable(amount),
  filledQuantity: amount,
  filledQuote: amount,
  fee: amount,
  makerFeeRatio: rate,
  takerFeeRatio: rate,
  status: int2,
  createdAt: timestamptz,
  updatedAt: timestamptz,
  clientOrderId: nullable(text),
  source: int2,
  receivedAsTaker: nullable(amount),
  timeInForce: nullable(int2),
  conditionalId: nullable(int8),
  place: nullable(int8),
  number: nullable(int8),
}).with(
  { placedBy: nullable(text) },
  {
    placedBy: `(select c.client_order_id from spot_conditional_orders c where c.id = conditional_id)`,
  },
);

const orderOfMember = spotOrders.select('spot.orderOfMember', 'where id = $1 and member_id = $2', [
  int8,
  int8,
]);

export const orderOwner = spotOrders
  .pick('memberId')
  .select('spot.orderOwner', 'where id = $1', [int8]);

/** Newest first, those before an order or all. */
const ordersBeforeQuery = spotOrders.select(
  'spot.ordersBefore',
  `where member_id = $1 and ($2::bigint is null
      or (created_at, id) < (select before.created_at, before.id from spot_orders before where before.id = $2))
    order by created_at desc, id desc limit $3`,
  [int8, nullable(int8), int8],
);

const openOrders = spotOrders.select(
  'spot.openOrders',
  `where instrument_id = $1 and status = ${statusCodes.open} order by coalesce(place, id)`,
  [int2],
);

function orderOf(row: RowOf<typeof orderOfMember>): Order {
  const {
    makerFeeRatio,
    takerFeeRatio,
    side,
    type,
    status,
    limitPrice,
    quantity,
    budget,
    clientOrderId,
    source,
    receivedAsTaker,
    timeInForce,
    conditionalId,
    placedBy,
    place,
    number,
    ...same
  } = row;
  return {
    ...same,
    side: side === sideCodes.buy ? 'buy' : 'sell',
    type: type === typeCodes.limit ? 'limit' : 'market',
    status:
      status === statusCodes.open ? 'open' : status === statusCodes.filled ? 'filled' : 'cancelled',
    limitPrice: limitPrice ?? undefined,
    quantity: quantity ?? undefined,
    budget: budget ?? undefined,
    clientOrderId: clientOrderId ?? undefined,
    source: nameOf(sourceCodes, source),
    timeInForce: timeInForce === null ? undefined : nameOf(timeInForceCodes, timeInForce),
    conditional:
      conditionalId === null
        ? undefined
        : { id: conditionalId, clientOrderId: placedBy ?? undefined },
    receivedAsTaker: receivedAsTaker ?? undefined,
    place: place ?? row.id,
    number: number ?? 0,
    makerFee: makerFeeRatio,
    takerFee: takerFeeRatio,
  };
}

export async function findOrder(
  reader: Reader,
  id: number,
  memberId: number,
): Promise<Order | undefined> {
  const row = await reader.maybe(orderOfMember, [id, memberId]);
  return row === undefined ? undefined : orderOf(row);
}

/** The member's orders before one, or all; newest first. */
export async function ordersBefore(
  reader: Reader,
  memberId: number,
  { before, limit }: { before: number | null; limit: number },
): Promise<Order[]> {
  return (await reader.many(ordersBeforeQuery, [memberId, before, limit])).map(orderOf);
}

/** Oldest first, as they joined the book. */
export async function findOpenOrders(reader: Reader, instrumentId: number): Promise<Order[]> {
  return (await reader.many(openOrders, [instrumentId])).map(orderOf);
}

/** Reads from the index alone; the condition on `status` selects the index. */
const listed = (
  status: string,
) => `o.member_id = $1 and ${status} and ($3::smallint is null or o.instrument_id = $3)
      and ($4::smallint is null or o.side = $4) and ($5::smallint is null or o.type = $5)
      and ($6::timestamptz is null or o.created_at >= $6) and ($7::timestamptz is null or o.created_at < $7)`;

const pageOfOrders = (status: string) => `where id in (
      select o.id from spot_orders o where ${listed(status)}
      order by o.created_at desc, o.id desc limit $8 offset $9
    ) order by created_at desc, id desc`;

const ANY_STATUS = 'o.status = any($2::smallint[])';
const ONE_STATUS = 'o.status = $2::smallint';

const filters = [
  nullable(int2),
  nullable(int2),
  nullable(int2),
  nullable(timestamptz),
  nullable(timestamptz),
] as const;

const ordersOfMember = spotOrders.select('spot.ordersOfMember', pageOfOrders(ANY_STATUS), [
  int8,
  arrayOf(int2),
  ...filters,
  int8,
  int8,
]);

const ordersOfMemberByStatus = spotOrders.select(
  'spot.ordersOfMemberByStatus',
  pageOfOrders(ONE_STATUS),
  [int8, int2, ...filters, int8, int8],
);

const countOfMember = spotOrders
  .as('o')
  .count('spot.countOfMember', `where ${listed(ANY_STATUS)}`, [int8, arrayOf(int2), ...filters]);

const countOfMemberByStatus = spotOrders
  .as('o')
  .count('spot.countOfMemberByStatus', `where ${listed(ONE_STATUS)}`, [int8, int2, ...filters]);

export interface OrderFilter {
  memberId: number;
  statuses: number[];
  instrumentId: number | null;
  side: number | null;
  type: number | null;
  /** Placed at this time or later, epoch ms. */
  since: number | null;
  /** Placed before this time, epoch ms. */
  until: number | null;
}

/** One page of a member's orders, newest first. */
export function findOrders<Out>(
  reader: Reader,
  filter: OrderFilter,
  given: { page: Page; row: (order: Order) => Out },
): Promise<PageOf<Out>> {
  const { memberId, statuses, instrumentId, side, type, since, until } = filter;
  const rest = [instrumentId, side, type, since, until] as const;
  const { page } = given;
  const row = (stored: RowOf<typeof ordersOfMember>) => given.row(orderOf(stored));
  const [status] = statuses;
  return status !== undefined && statuses.length === 1
    ? readPage(
        reader,
        { list: ordersOfMemberByStatus, count: countOfMemberByStatus },
        { filter: [memberId, status, ...rest], page, row },
      )
    : readPage(
        reader,
        { list: ordersOfMember, count: countOfMember },
        { filter: [memberId, statuses, ...rest], page, row },
      );
}

const takenClientOrderIdsQuery = defineQuery({
  name: 'spot.takenNames',
  text: `select o.member_id, o.client_order_id from unnest($1::bigint[], $2::text[]) as n(member_id, name)
    cross join lateral (
      select o.member_id, o.client_order_id from spot_orders o where o.member_id = n.member_id and o.client_order_id = n.name
      union all select c.member_id, c.client_order_id from spot_conditional_orders c where c.member_id = n.member_id and c.client_order_id = n.name
    ) o`,
  params: [arrayOf(int8), arrayOf(text)],
  row: { memberId: int8, clientOrderId: nullable(text) },
});

/** Those of the client order ids that an order or a conditional order has, as `memberId name`. */
export async function takenClientOrderIds(
  reader: Reader,
  names: readonly { memberId: number; name: string }[],
): Promise<Set<string>> {
  const memberIds = names.map((each) => each.memberId);
  const rows = await reader.many(takenClientOrderIdsQuery, [
    memberIds,
    names.map((each) => each.name),
  ]);
  return new Set(rows.map((row) => `${row.memberId} ${row.clientOrderId}`));
}

const countOrders = defineQuery({
  name: 'spot.countOrdersOfMember',
  text: `select count(*) filter (where status = ${statusCodes.open})::int as open, count(*)::int as total from spot_orders where member_id = $1`,
  params: [int8],
  row: { open: int4, total: int4 },
});

/** Counts a member's orders, and the open ones. */
export function countOrdersOf(reader: Reader, memberId: number) {
  return reader.one(countOrders, [memberId]);
}

const openByMarket = defineQuery({
  name: 'spot.countOpenByMarket',
  text: `select instrument_id, count(*)::int as open from spot_orders where status = ${statusCodes.open} group by instrument_id`,
  params: [],
  row: { instrumentId: int2, open: int4 },
});

/** Members' open orders by instrument. */
export async function countOpenOrders(reader: Reader): Promise<ReadonlyMap<number, number>> {
  const rows = await reader.many(openByMarket, []);
  return new Map(rows.map(({ instrumentId, open }) => [instrumentId, open]));
}
