/** The SQL of products: mining machines and staking. */
import {
  amount,
  arrayOf,
  bool,
  int2,
  int4,
  int8,
  jsonb,
  nullable,
  rate,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Texts } from '../../../kernel/products/term-fields.ts';
import { defineQuery, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

export const stakingProducts = defineTable('staking_products', {
  id: int8,
  kind: text,
  name: text,
  content: jsonb<Texts>(),
  asset: text,
  payAsset: text,
  unitPrice: amount,
  dailyRate: nullable(rate),
  dailyOutput: nullable(amount),
  freezesOutput: bool,
  termDays: int4,
  payoutMinute: int4,
  penaltyRatio: rate,
  orderMax: int4,
  tokenAsset: nullable(text),
  tokenMin: amount,
  shares: nullable(text),
  listedAt: timestamptz,
  state: text,
  version: int4,
  createdAt: timestamptz,
  updatedAt: timestamptz,
}).as('p');

/** `$1`: kinds, null for all. Open ones first, newest first. */
const OF_KIND = 'where $1::text[] is null or p.kind = any($1)';

export const productsOf = stakingProducts.select(
  'staking.productsOf',
  `${OF_KIND}
    order by p.state = 'closed', p.listed_at desc, p.id desc limit $2 offset $3`,
  [nullable(arrayOf(text)), int8, int8],
);

export const countProducts = stakingProducts.count('staking.countProducts', `${OF_KIND}`, [
  nullable(arrayOf(text)),
]);

export const productById = stakingProducts.select('staking.productById', 'where p.id = $1', [int8]);

/** Its terms stay until the transaction ends. */
export const sharedProductById = stakingProducts.select(
  'staking.productForShare',
  'where p.id = $1 for share',
  [int8],
);

/** Orders and refunds of its shares wait for each other until their transactions end. */
export const lockedProductById = stakingProducts.select(
  'staking.productForUpdate',
  'where p.id = $1 for no key update',
  [int8],
);

export type StoredProduct = RowOf<typeof productById>;

/** The shares of machines that are held, with the orders that hold them. Units: `position` from 1. */
export const heldShares = defineQuery({
  name: 'staking.heldShares',
  text: `select o.product_id, o.share_position as position, o.id as order_id, o.created_at as held_at from staking_orders o
    where o.product_id = any($1::bigint[]) and o.share_position is not null and o.state <> 'refunded'
    order by o.product_id, o.share_position`,
  params: [arrayOf(int8)],
  row: { productId: int8, position: int2, orderId: int8, heldAt: timestamptz },
});

export type HeldShare = RowOf<typeof heldShares>;
