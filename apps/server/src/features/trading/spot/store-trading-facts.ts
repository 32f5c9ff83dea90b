/** What members did in the books, for rules of monitoring: who did something since a number of the record, and the orders and fills of these. */
import { readLine } from '@tern/proofs';
import type { Amount, Price } from '@tern/money';
import {
  amount,
  arrayOf,
  bool,
  int2,
  int8,
  nullable,
  price,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { defineQuery } from '../../../platform/database/query.ts';
import { nameOf, sideCodes, statusCodes, timeInForceCodes, typeCodes } from './order.ts';

const positions = defineQuery({
  name: 'spot.recordPositions',
  text: 'select instrument_id, last_number from spot_engines order by instrument_id',
  params: [],
  row: { instrumentId: int2, lastNumber: int8 },
});

/** How far the record of each market reaches. Numbers are complete: none appears between them later. */
export const recordPositions = (reader: Reader) => reader.many(positions, []);

const batchesAfter = defineQuery({
  name: 'spot.batchesAfter',
  text: 'select last_number, at, lines from spot_recorded($1, $2, $4, $3) order by last_number',
  params: [int2, int8, int8, int8],
  row: { lastNumber: int8, at: timestamptz, lines: text },
});

const sidesOf = defineQuery({
  name: 'spot.sidesOfTakers',
  text: `select distinct o.member_id from spot_trades t cross join lateral (values (t.maker_order_id), (t.taker_order_id)) as s(id)
    join spot_orders o on o.id = s.id where t.taker_order_id = any($1) and t.maker_order_id is not null`,
  params: [arrayOf(int8)],
  row: { memberId: int8 },
});

/** Of one market. `firstAt` and `lastAt`: of the batches read, epoch ms. */
export interface BookActs {
  readonly through: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** On both sides of fills between members. */
  readonly traders: readonly number[];
  /** Who cancelled an order. */
  readonly cancellers: readonly number[];
}

/** Reads `batches` of the record behind a number, up to another. Undefined when there are none. */
export async function bookActs(
  reader: Reader,
  part: { instrumentId: number; after: number; upTo: number; batches: number },
): Promise<BookActs | undefined> {
  const { instrumentId, after, upTo, batches } = part;
  const read = await reader.many(batchesAfter, [instrumentId, after, upTo, batches]);
  const [first, last] = [read[0], read.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const cancellers = new Set<number>();
  const takers: number[] = [];
  for (const line of read.flatMap(({ lines }) => lines.split('\n'))) {
    if (line === '') continue;
    const { kind, owner, id, rest } = readLine(line);
    const result = rest.slice(rest.lastIndexOf('|') + 1);
    if (kind === 'cancel' && result === '') cancellers.add(Number(owner));
    if ((kind === 'place' || kind === 'amend') && isWithMember(result)) takers.push(Number(id));
  }
  const traders = takers.length === 0 ? [] : await reader.many(sidesOf, [takers]);
  return {
    through: last.lastNumber,
    firstAt: first.at,
    lastAt: last.at,
    traders: traders.map(({ memberId }) => memberId),
    cancellers: [...cancellers],
  };
}

/** Fills with quotes of the exchange begin with q; a refusal with an exclamation mark. */
const isWithMember = (result: string) =>
  result !== '' && result.split(',').some((fill) => fill[0] !== 'q' && fill[0] !== '!');

const batchBehind = defineQuery({
  name: 'spot.batchBehindNumber',
  text: 'select last_number, at from spot_recorded($1, $2, 1)',
  params: [int2, int8],
  row: { lastNumber: int8, at: timestamptz },
});

/** The last number of a market before a time (epoch ms), 0 when there is none: times of batches do not go back. */
export async function numberBefore(
  reader: Reader,
  { instrumentId, lastNumber }: { instrumentId: number; lastNumber: number },
  at: number,
): Promise<number> {
  let [low, high] = [0, lastNumber];
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2);
    const batch = await reader.maybe(batchBehind, [instrumentId, middle - 1]);
    if (batch !== undefined && batch.at < at) low = Math.min(batch.lastNumber, lastNumber);
    else high = middle - 1;
  }
  return low;
}

/** Of one member. */
const ORDERS_MAX = 2_000;
/** Those that can stand in the book. */
const CAN_REST = `(o.type = ${typeCodes.limit} and coalesce(o.time_in_force, ${timeInForceCodes['post-only']}) = ${timeInForceCodes['post-only']})`;

const ordersOf = defineQuery({
  name: 'spot.ordersOfMembers',
  text: `select o.id, o.member_id, o.instrument_id, o.side, o.limit_price, o.quantity, o.filled_quantity, o.created_at, o.updated_at,
      o.status = ${statusCodes.cancelled} and ${CAN_REST} as is_cancelled
    from unnest($1::bigint[]) as m(id) cross join lateral (
      select * from spot_orders o where o.member_id = m.id and o.created_at >= $2 and o.created_at <= $3
      order by o.created_at desc, o.id desc limit ${ORDERS_MAX}
    ) o order by o.updated_at, o.id`,
  params: [arrayOf(int8), timestamptz, timestamptz],
  row: {
    id: int8,
    memberId: int8,
    instrumentId: int2,
    side: int2,
    limitPrice: nullable(price),
    quantity: nullable(amount),
    filledQuantity: amount,
    createdAt: timestamptz,
    updatedAt: timestamptz,
    isCancelled: bool,
  },
});

/** The newest of one order on each side of it, and of one member. */
const FILLS_OF_ORDER = 200;
const FILLS_MAX = 5_000;
const sideOf = (own: string, other: string) =>
  `(select t.id, t.${other} as other_order, t.quote_amount, t.created_at from spot_trades t
        where t.${own} = i.id and t.created_at <= $2 order by t.id desc limit ${FILLS_OF_ORDER})`;

const fillsOf = defineQuery({
  name: 'spot.fillsOfOrders',
  text: `select mine.order_id, mine.member_id, mine.instrument_id, mine.side, mine.quote_amount, mine.created_at, other.member_id as other_id
    from (
      select o.id as order_id, o.member_id, o.instrument_id, o.side, t.*,
        row_number() over (partition by o.member_id order by t.created_at desc, t.id desc) as nth
      from unnest($1::bigint[]) as i(id) join spot_orders o on o.id = i.id
      cross join lateral (
        ${sideOf('maker_order_id', 'taker_order_id')} union all ${sideOf('taker_order_id', 'maker_order_id')}
      ) t
    ) mine left join spot_orders other on other.id = mine.other_order
    where mine.nth <= ${FILLS_MAX} order by mine.created_at, mine.id`,
  params: [arrayOf(int8), timestamptz],
  row: {
    orderId: int8,
    memberId: int8,
    instrumentId: int2,
    side: int2,
    quoteAmount: amount,
    createdAt: timestamptz,
    otherId: nullable(int8),
  },
});

/** Amounts are of the quote asset. Times in epoch ms. */
export interface TradingFacts {
  /** Orders that their owners, or the end of their market, took from the book. */
  readonly cancelled: readonly {
    memberId: number;
    instrumentId: number;
    side: 'buy' | 'sell';
    price: Price;
    quantity: Amount;
    filled: Amount;
    placedAt: number;
    at: number;
  }[];
  readonly fills: readonly {
    memberId: number;
    instrumentId: number;
    side: 'buy' | 'sell';
    amount: Amount;
    at: number;
    /** Null: the exchange. */
    otherId: number | null;
  }[];
}

/** Of these members: orders that they placed from `from` to `until` (epoch ms), 2,000 of each at most, and what these filled. */
export async function tradingOf(
  reader: Reader,
  memberIds: readonly number[],
  { from, until }: { from: number; until: number },
): Promise<TradingFacts> {
  const orders = await reader.many(ordersOf, [memberIds, from, until]);
  const touched = orders.filter(({ filledQuantity }) => filledQuantity > 0n).map(({ id }) => id);
  const fills = touched.length === 0 ? [] : await reader.many(fillsOf, [touched, until]);
  return {
    cancelled: orders.flatMap((order) => {
      const { memberId, instrumentId, limitPrice, quantity } = order;
      if (!order.isCancelled || limitPrice === null || quantity === null) return [];
      const side = nameOf(sideCodes, order.side);
      const [placedAt, at] = [order.createdAt, order.updatedAt];
      const filled = order.filledQuantity;
      return [{ memberId, instrumentId, side, price: limitPrice, quantity, filled, placedAt, at }];
    }),
    fills: fills.map(({ memberId, instrumentId, side, quoteAmount, createdAt, otherId }) => ({
      memberId,
      instrumentId,
      side: nameOf(sideCodes, side),
      amount: quoteAmount,
      at: createdAt,
      otherId,
    })),
  };
}
