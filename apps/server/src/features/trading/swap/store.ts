/** The SQL of swaps. */
import type { Amount, Rate } from '@tern/money';
import {
  amount,
  int4,
  int8,
  jsonb,
  rate,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../../platform/database/query.ts';

/** A reference tick used in a rate. */
export interface SwapLeg {
  symbol: string;
  /** Its position in the symbol's hash chain. */
  seq: number;
  price: string;
}

export interface Swap {
  memberId: number;
  fromAsset: string;
  toAsset: string;
  given: Amount;
  rate: Rate;
  spread: Rate;
  feeRatio: Rate;
  fee: Amount;
  received: Amount;
  legs: readonly SwapLeg[];
  createdAt: number;
}

const insert = defineQuery({
  name: 'swap.insert',
  text: `insert into swaps (member_id, from_asset, to_asset, given, rate, spread, fee_ratio, fee, received, legs, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
  params: [
    int8,
    text,
    text,
    amount,
    rate,
    rate,
    rate,
    amount,
    amount,
    jsonb<readonly SwapLeg[]>(),
    timestamptz,
  ],
  row: { id: int8 },
});

/** Returns the new swap's id. */
export async function insertSwap(tx: Tx, swap: Swap): Promise<number> {
  const { memberId, fromAsset, toAsset, given, spread, feeRatio, fee, received } = swap;
  const { id } = await tx.one(insert, [
    memberId,
    fromAsset,
    toAsset,
    given,
    swap.rate,
    spread,
    feeRatio,
    fee,
    received,
    swap.legs,
    swap.createdAt,
  ]);
  return id;
}

const COLUMNS = 'id, from_asset, to_asset, given, rate, spread, fee, received, created_at';

const row = {
  id: int8,
  fromAsset: text,
  toAsset: text,
  given: amount,
  rate,
  spread: rate,
  fee: amount,
  received: amount,
  createdAt: timestamptz,
} as const;

export const swapsOfMember = defineQuery({
  name: 'swap.ofMember',
  text: `select ${COLUMNS} from swaps where member_id = $1 order by id desc limit $2 offset $3`,
  params: [int8, int8, int8],
  row,
});

/** A stored swap. */
export type StoredSwap = RowOf<typeof swapsOfMember>;

export const countSwaps = defineQuery({
  name: 'swap.countOfMember',
  text: 'select count(*)::int as total from swaps where member_id = $1',
  params: [int8],
  row: { total: int4 },
});

export const swapOfMember = defineQuery({
  name: 'swap.oneOfMember',
  text: `select ${COLUMNS} from swaps where id = $1 and member_id = $2`,
  params: [int8, int8],
  row,
});
