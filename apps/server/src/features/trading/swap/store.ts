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
import type { Tx } from '../../../platform/database/database.ts';
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

export const swapsOfMember = swaps.select(
  'swap.ofMember',
  'where member_id = $1 order by id desc limit $2 offset $3',
  [int8, int8, int8],
);

/** A stored swap. */
export type StoredSwap = RowOf<typeof swapsOfMember>;

export const countSwaps = swaps.count('swap.countOfMember', 'where member_id = $1', [int8]);

export const swapOfMember = swaps.select('swap.oneOfMember', 'where id = $1 and member_id = $2', [
  int8,
  int8,
]);
