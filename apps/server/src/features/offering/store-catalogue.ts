/** The SQL that the catalogue needs of offerings: terms in force, orders and holders. */
import {
  amount,
  bool,
  int4,
  int8,
  jsonb,
  nullable,
  price,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';

/** The trigger of the table compares the row with the version in force. */
export const putOffering = defineStatement({
  name: 'offering.put',
  text: `insert into offerings as o (id, version, state, asset, pay_asset, content, supply, unit_price, order_min, order_max, member_max,
      cap, lock_days, opens_at, closes_at, is_prohibited, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17)
    on conflict (id) do update set version = excluded.version, state = excluded.state, asset = excluded.asset,
      pay_asset = excluded.pay_asset, content = excluded.content, supply = excluded.supply, unit_price = excluded.unit_price,
      order_min = excluded.order_min, order_max = excluded.order_max, member_max = excluded.member_max, cap = excluded.cap,
      lock_days = excluded.lock_days, opens_at = excluded.opens_at, closes_at = excluded.closes_at,
      is_prohibited = excluded.is_prohibited, updated_at = excluded.updated_at`,
  params: [
    int8,
    int4,
    text,
    text,
    text,
    jsonb<object>(),
    amount,
    price,
    amount,
    amount,
    amount,
    amount,
    int4,
    timestamptz,
    timestamptz,
    bool,
    timestamptz,
  ],
});

/** What was sold of an offering in force. */
export const soldOfOffering = defineQuery({
  name: 'offering.soldUnderTerms',
  text: 'select asset, pay_asset, sold, created_at from offerings where id = $1',
  params: [int8],
  row: { asset: text, payAsset: text, sold: amount, createdAt: timestamptz },
});

/** Of every offering with subscriptions; holders have frozen coins of it. */
export const offeringHolders = defineQuery({
  name: 'offering.holders',
  text: `select offering_id as product_id, count(*)::int as orders,
      (count(distinct member_id) filter (where thawed_at is null))::int as holders
    from offering_subscriptions group by offering_id`,
  params: [],
  row: { productId: int8, orders: int4, holders: int4 },
});

/** Newest first. */
export const subscriptionsTo = defineQuery({
  name: 'offering.subscriptionsTo',
  text: `select id, member_id, asset, quantity, unfreezes_at, thawed_at, created_at from offering_subscriptions
    where offering_id = $1 order by id desc limit $2 offset $3`,
  params: [int8, int8, int8],
  row: {
    id: int8,
    memberId: int8,
    asset: text,
    quantity: amount,
    unfreezesAt: timestamptz,
    thawedAt: nullable(timestamptz),
    createdAt: timestamptz,
  },
});

export const countSubscriptionsTo = defineQuery({
  name: 'offering.countSubscriptionsTo',
  text: 'select count(*)::int as total from offering_subscriptions where offering_id = $1',
  params: [int8],
  row: { total: int4 },
});
