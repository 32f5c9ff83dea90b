/** The SQL of orders as API clients know them: one, and a member's pages (ADR 75). */
import type { Operator } from '@tern/matching';
import {
  amount,
  arrayOf,
  int2,
  int4,
  int8,
  nullable,
  price,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../../platform/database/query.ts';
import { type ApiOrder, apiStatusOf } from './api-order.ts';
import {
  conditionalStatusCodes,
  kindCodes,
  operatorCodes,
} from './conditional/conditional-order.ts';
import {
  nameOf,
  sideCodes,
  sourceCodes,
  statusCodes,
  timeInForceCodes,
  typeCodes,
} from './order.ts';

const { waiting, triggered } = conditionalStatusCodes;

/** Whether an order goes by the id of the stop limit that placed it. */
export const isOfStopLimit = `(o.conditional_id is not null and o.type = ${typeCodes.limit} and o.source <> ${sourceCodes.algo})`;

/** Side × 100 + type × 10 + time in force; the type of a stop limit is 9, where only fill or kill counts. */
const stopKindOf = (of: 'o' | 'c') =>
  `${of}.side * 100 + 90 + case ${of}.time_in_force when ${timeInForceCodes['fill-or-kill']} then ${timeInForceCodes['fill-or-kill']} else 0 end`;
const orderKind = 'o.side * 100 + o.type * 10 + coalesce(o.time_in_force, 0)';
export const kindOfOrder = `case when ${isOfStopLimit} then ${stopKindOf('o')} else ${orderKind} end`;

const orders = {
  select: `select o.id, o.id as order_id, o.member_id, o.instrument_id, o.side, o.type, o.limit_price, o.quantity, o.budget,
      o.filled_quantity, o.filled_quote, o.fee, o.status, o.created_at, o.updated_at, o.client_order_id, o.source, o.time_in_force,
      null::numeric as stop_price, null::smallint as operator
    from spot_orders o where not ${isOfStopLimit}`,
  alias: 'o',
  // The status alone is there for the index, which has no other column of a state.
  state: 'o.status = any($9::smallint[]) and (o.status * 10 + (o.filled_quantity > 0)::int)',
  kind: orderKind,
} as const;

const stopStatus = `(case c.status when ${waiting} then 0 when ${triggered} then o.status else ${statusCodes.cancelled} end)::smallint`;
/** Those whose orders were placed by instances before conditional orders were named by them are two, as they were then. */
const stopLimits = {
  select: `select c.id, c.order_id, c.member_id, c.instrument_id, c.side, ${typeCodes.limit}::smallint as type,
      coalesce(o.limit_price, c.limit_price) as limit_price,
      coalesce(o.quantity, c.quantity - coalesce(c.pair_filled, 0)) as quantity,
      null::numeric as budget, coalesce(o.filled_quantity, 0) as filled_quantity, coalesce(o.filled_quote, 0) as filled_quote,
      coalesce(o.fee, 0) as fee, ${stopStatus} as status, c.created_at, coalesce(o.updated_at, c.updated_at) as updated_at,
      c.client_order_id, c.source, c.time_in_force, c.trigger_price as stop_price, c.operator
    from spot_conditional_orders c left join spot_orders o on o.id = c.order_id
    where c.kind in (${kindCodes.stopLimit}, ${kindCodes.takeProfitLimit}) and c.source <> ${sourceCodes.algo}
      and (c.order_id is null or o.conditional_id is not null)`,
  alias: 'c',
  state: `$9::smallint[] is not null and (${stopStatus} * 10 + (coalesce(o.filled_quantity, 0) > 0)::int)`,
  kind: stopKindOf('c'),
} as const;

const row = {
  id: int8,
  orderId: nullable(int8),
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
  status: int2,
  createdAt: timestamptz,
  updatedAt: timestamptz,
  clientOrderId: nullable(text),
  source: int2,
  timeInForce: nullable(int2),
  stopPrice: nullable(price),
  operator: nullable(int2),
} as const;

const one = (name: string, column: string, kind: typeof int8 | typeof text) =>
  defineQuery({
    name,
    text: [orders, stopLimits]
      .map(
        ({ select, alias }) => `${select} and ${alias}.member_id = $1 and ${alias}.${column} = $2`,
      )
      .join('\n    union all\n    '),
    params: [int8, kind],
    row,
  });

const byId = one('spot.apiOrder', 'id', int8);
const byName = one('spot.apiOrderByClientOrderId', 'client_order_id', text);

const placeOfFrom = `(select f.created_at, f.id from spot_orders f where f.id = $7 and f.member_id = $1
      union all select f.created_at, f.id from spot_conditional_orders f where f.id = $7 and f.member_id = $1)`;

/** Each leg reads a page of its own in the order of its index. */
function pageQuery(name: string, direction: 'next' | 'prev', end: 'exact' | 'whole millisecond') {
  const order = direction === 'next' ? 'desc' : '';
  const page =
    end === 'exact'
      ? `order by created_at ${order}, id ${order} limit $8`
      : `order by created_at ${order} fetch first $8 rows with ties`;
  const legs = [orders, stopLimits].map(
    ({
      select,
      alias: a,
      state,
      kind,
    }) => `(select * from (${select} and ${a}.member_id = $1 and ${state} = any($2::integer[])
        and ($3::smallint[] is null or ${a}.instrument_id = any($3)) and (${kind}) = any($4::integer[])
        and ${a}.created_at >= $5 and ${a}.created_at <= $6
        and ($7::bigint is null or (${a}.created_at, ${a}.id) ${direction === 'next' ? '<' : '>'} ${placeOfFrom})) leg ${page})`,
  );
  return defineQuery({
    name,
    text: `select * from (select * from (${legs.join('\n      union all\n      ')}) both_legs ${page}) found
    order by created_at desc, id desc`,
    params: [
      int8,
      arrayOf(int4),
      nullable(arrayOf(int2)),
      arrayOf(int4),
      timestamptz,
      timestamptz,
      nullable(int8),
      int8,
      arrayOf(int2),
    ],
    row,
  });
}

const pages = {
  next: {
    exact: pageQuery('spot.apiOrdersBefore', 'next', 'exact'),
    whole: pageQuery('spot.apiOrdersBeforeWhole', 'next', 'whole millisecond'),
  },
  prev: {
    exact: pageQuery('spot.apiOrdersAfter', 'prev', 'exact'),
    whole: pageQuery('spot.apiOrdersAfterWhole', 'prev', 'whole millisecond'),
  },
} as const;

function apiOrderOf(stored: RowOf<typeof byId>): ApiOrder {
  const { stopPrice, operator, timeInForce, ...same } = stored;
  return {
    ...same,
    orderId: stored.orderId ?? undefined,
    side: nameOf(sideCodes, stored.side),
    type: nameOf(typeCodes, stored.type),
    limitPrice: stored.limitPrice ?? undefined,
    quantity: stored.quantity ?? undefined,
    budget: stored.budget ?? undefined,
    status: apiStatusOf(stored.status),
    clientOrderId: stored.clientOrderId ?? undefined,
    source: nameOf(sourceCodes, stored.source),
    timeInForce: timeInForce === null ? undefined : nameOf(timeInForceCodes, timeInForce),
    stop:
      stopPrice === null || operator === null
        ? undefined
        : { price: stopPrice, operator: nameOf(operatorCodes, operator) as Operator },
  };
}

export async function findApiOrder(reader: Reader, memberId: number, id: number) {
  const found = await reader.maybe(byId, [memberId, id]);
  return found && apiOrderOf(found);
}

/** The order of that client order id, or the stop limit. */
export async function findApiOrderByName(reader: Reader, memberId: number, name: string) {
  const found = await reader.maybe(byName, [memberId, name]);
  return found && apiOrderOf(found);
}

/**
 * A client's query. `states` are status × 10, plus 1 when something is filled; `kinds` as `kindCodesOf` makes them; the page
 * starts after the order with the id `from`.
 */
export interface OrderRange {
  memberId: number;
  states: number[];
  /** Null: all. */
  instrumentIds: number[] | null;
  kinds: number[];
  since: number;
  until: number;
  from: number | null;
  /** `next` means older orders, `prev` newer ones. */
  direction: 'next' | 'prev';
  limit: number;
  /** The page goes on to the last order of its last millisecond: a client that goes on from a time misses none. */
  isWhole: boolean;
}

/** Newest first in both directions. */
export async function findApiOrders(reader: Reader, range: OrderRange): Promise<ApiOrder[]> {
  const { memberId, states, instrumentIds, kinds, since, until, from, direction, limit } = range;
  const query = pages[direction][range.isWhole ? 'whole' : 'exact'];
  const statuses = [...new Set(states.map((state) => Math.floor(state / 10)))];
  const rest = [since, until, from, limit, statuses] as const;
  const found = await reader.many(query, [memberId, states, instrumentIds, kinds, ...rest]);
  return found.map(apiOrderOf);
}
