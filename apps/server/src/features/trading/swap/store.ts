/** The SQL of swaps. */
import {
  amount,
  date,
  int8,
  jsonb,
  rate,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

/** Marks the day as used, unless it is; the request that used it. */
export const useDay = defineQuery({
  name: 'swap.useDay',
  text: `with added as (
      insert into small_conversions (member_id, day, request) values ($1, $2, $3)
      on conflict do nothing returning request
    )
    select request from added
    union all select request from small_conversions where member_id = $1 and day = $2 limit 1`,
  params: [int8, date, text],
  row: { request: text },
});

export const dayUsed = defineQuery({
  name: 'swap.dayUsed',
  text: 'select request from small_conversions where member_id = $1 and day = $2',
  params: [int8, date],
  row: { request: text },
});

/** A reference tick used in a rate. */
export interface SwapLeg {
  symbol: string;
  /** Its position in the symbol's hash chain. */
  seq: number;
  price: string;
}

const swaps = defineTable('swaps', {
  id: int8,
  memberId: int8,
  fromAsset: text,
  toAsset: text,
  given: amount,
  rate,
  spread: rate,
  feeRatio: rate,
  fee: amount,
  received: amount,
  legs: jsonb<readonly SwapLeg[]>(),
  createdAt: timestamptz,
}).omit('memberId', 'feeRatio', 'legs');

const insert = swaps
  .pick('id')
  .insertReturning('swap.insert', [
    'memberId',
    'fromAsset',
    'toAsset',
    'given',
    'rate',
    'spread',
    'feeRatio',
    'fee',
    'received',
    'legs',
    'createdAt',
  ]);

export type Swap = Parameters<typeof insert>[1];

/** Returns the new swap's id. */
export async function insertSwap(tx: Tx, swap: Swap): Promise<number> {
  return (await insert(tx, swap)).id;
}

/** A leg of a swap that is a market of this asset in USDT. */
const legIn = (asset: string) =>
  `(select (l.value ->> 'price')::numeric from jsonb_array_elements(s.legs) l where l.value ->> 'symbol' = lower(${asset}) || 'usdt' limit 1)`;

const traded = defineQuery({
  name: 'swap.traded',
  text: `select member_id, day, asset, round(sum(amount), 18) as swapped, round(sum(amount * fee / (received + fee)), 18) as fees
    from (
      select s.member_id, (s.created_at at time zone 'UTC')::date as day, s.received, s.fee,
        case when 'USDT' in (s.from_asset, s.to_asset) or coalesce(p.from_price, p.to_price) is not null then 'USDT' else s.from_asset end as asset,
        case when s.from_asset = 'USDT' then s.given when s.to_asset = 'USDT' then s.received + s.fee
          else coalesce(s.given * p.from_price, (s.received + s.fee) * p.to_price, s.given) end as amount
      from swaps s cross join lateral (select ${legIn('s.from_asset')} as from_price, ${legIn('s.to_asset')} as to_price) p
      where s.created_at >= $1 and s.created_at < $2
    ) each_swap group by member_id, day, asset`,
  params: [timestamptz, timestamptz],
  row: { memberId: int8, day: date, asset: text, swapped: amount, fees: amount },
});

/**
 * What members swapped, by UTC day: in USDT by the prices of the swap itself, or in the asset given where none of these is in USDT.
 */
export const swapsTraded = (reader: Reader, { since, until }: { since: number; until: number }) =>
  reader.many(traded, [since, until]);

export const swapsOfMember = swaps.select(
  'swap.ofMember',
  'where member_id = $1 order by id desc limit $2 offset $3',
  [int8, int8, int8],
);

/** A stored swap. */
export type StoredSwap = RowOf<typeof swapsOfMember>;

export const countSwaps = swaps.count('swap.countOfMember', 'where member_id = $1', [int8]);

export const swapOwner = swaps.pick('memberId').select('swap.owner', 'where id = $1', [int8]);

export const swapOfMember = swaps.select('swap.oneOfMember', 'where id = $1 and member_id = $2', [
  int8,
  int8,
]);
