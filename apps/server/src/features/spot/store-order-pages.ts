/** The SQL of a member's orders, page by page: found and counted in an index, only the page itself is fetched. */
import { arrayOf, int2, int4, int8, nullable } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery } from '../../platform/database/query.ts';
import { ORDER_COLUMNS, orderOf, orderRow } from './store.ts';

/** All that is asked for stands in the index: `status` decides which one. */
const listed = (
  status: string,
) => `o.member_id = $1 and ${status} and ($3::smallint is null or o.instrument_id = $3)
      and ($4::smallint is null or o.side = $4) and ($5::smallint is null or o.type = $5)`;

const pageOfOrders = (status: string) => `select ${ORDER_COLUMNS} from spot_orders where id in (
      select o.id from spot_orders o where ${listed(status)}
      order by o.created_at desc, o.id desc limit $6 offset $7
    ) order by created_at desc, id desc`;

const countOfOrders = (status: string) =>
  `select count(*)::int as total from spot_orders o where ${listed(status)}`;

const ANY_STATUS = 'o.status = any($2::smallint[])';
const ONE_STATUS = 'o.status = $2::smallint';

const filters = [nullable(int2), nullable(int2), nullable(int2)] as const;

const ordersOfMember = defineQuery({
  name: 'spot.ordersOfMember',
  text: pageOfOrders(ANY_STATUS),
  params: [int8, arrayOf(int2), ...filters, int8, int8],
  row: orderRow,
});

const ordersOfMemberByStatus = defineQuery({
  name: 'spot.ordersOfMemberByStatus',
  text: pageOfOrders(ONE_STATUS),
  params: [int8, int2, ...filters, int8, int8],
  row: orderRow,
});

const countOfMember = defineQuery({
  name: 'spot.countOfMember',
  text: countOfOrders(ANY_STATUS),
  params: [int8, arrayOf(int2), ...filters],
  row: { total: int4 },
});

const countOfMemberByStatus = defineQuery({
  name: 'spot.countOfMemberByStatus',
  text: countOfOrders(ONE_STATUS),
  params: [int8, int2, ...filters],
  row: { total: int4 },
});

export interface OrderFilter {
  memberId: number;
  statuses: number[];
  instrumentId: number | null;
  side: number | null;
  type: number | null;
}

/** One page of a member's orders, newest first, and how many there are in all. */
export async function findOrders(
  reader: Reader,
  filter: OrderFilter,
  page: { limit: number; offset: number },
) {
  const { memberId, statuses, instrumentId, side, type } = filter;
  const { limit, offset } = page;
  const [status] = statuses;
  const [rows, { total }] = await Promise.all(
    status !== undefined && statuses.length === 1
      ? [
          reader.many(ordersOfMemberByStatus, [
            ...([memberId, status, instrumentId, side, type] as const),
            ...([limit, offset] as const),
          ]),
          reader.one(countOfMemberByStatus, [memberId, status, instrumentId, side, type]),
        ]
      : [
          reader.many(ordersOfMember, [
            ...([memberId, statuses, instrumentId, side, type] as const),
            ...([limit, offset] as const),
          ]),
          reader.one(countOfMember, [memberId, statuses, instrumentId, side, type]),
        ],
  );
  return { orders: rows.map(orderOf), total };
}
