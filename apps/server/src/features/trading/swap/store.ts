/** The SQL of swaps. */
import {
  amount,
  int8,
  jsonb,
  rate,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

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
