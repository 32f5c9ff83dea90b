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

const COLUMNS = `p.id, p.kind, p.name, p.content, p.asset, p.pay_asset, p.unit_price, p.daily_rate, p.daily_output,
  p.freezes_output, p.term_days, p.payout_minute, p.penalty_ratio, p.order_max, p.token_asset, p.token_min, p.shares,
  p.listed_at, p.state, p.version, p.created_at, p.updated_at`;

const product = {
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
} as const;

/** `$1`: kinds, null for all. Open ones first, newest first. */
const OF_KIND = 'where $1::text[] is null or p.kind = any($1)';

export const productsOf = defineQuery({
  name: 'staking.productsOf',
  text: `select ${COLUMNS} from staking_products p ${OF_KIND}
    order by p.state = 'closed', p.listed_at desc, p.id desc limit $2 offset $3`,
  params: [nullable(arrayOf(text)), int8, int8],
  row: product,
});

export const countProducts = defineQuery({
  name: 'staking.countProducts',
  text: `select count(*)::int as total from staking_products p ${OF_KIND}`,
  params: [nullable(arrayOf(text))],
  row: { total: int4 },
});

export const productById = defineQuery({
  name: 'staking.productById',
  text: `select ${COLUMNS} from staking_products p where p.id = $1`,
  params: [int8],
  row: product,
});

/** Its terms stay until the transaction ends. */
export const sharedProductById = defineQuery({
  name: 'staking.productForShare',
  text: `select ${COLUMNS} from staking_products p where p.id = $1 for share`,
  params: [int8],
  row: product,
});

/** Orders and refunds of its shares wait for each other until their transactions end. */
export const lockedProductById = defineQuery({
  name: 'staking.productForUpdate',
  text: `select ${COLUMNS} from staking_products p where p.id = $1 for no key update`,
  params: [int8],
  row: product,
});

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
