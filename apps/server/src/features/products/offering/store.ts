/** The SQL of new coins: offerings and subscriptions. */
import {
  amount,
  arrayOf,
  bool,
  int4,
  int8,
  jsonb,
  nullable,
  price,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Lang } from '../../../kernel/i18n/texts.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';
import { orderCounts } from '../../../kernel/products/product-table.ts';

export const offerings = defineTable('offerings', {
  id: int8,
  version: int4,
  asset: text,
  payAsset: text,
  /** By language; there is always an English one. */
  content: jsonb<Partial<Record<Lang, string>>>(),
  supply: amount,
  unitPrice: price,
  orderMin: amount,
  orderMax: amount,
  memberMax: amount,
  cap: amount,
  sold: amount,
  lockDays: int4,
  opensAt: timestamptz,
  closesAt: timestamptz,
  isProhibited: bool,
  state: text,
  createdAt: timestamptz,
  updatedAt: timestamptz,
});

/** `bought` is what the member of `$1` has subscribed for. */
const offeringsOf = offerings
  .as('o')
  .omit('state')
  .with(
    { bought: amount, isClosed: bool },
    { bought: 'coalesce(m.bought, 0)', isClosed: `o.state = 'closed'` },
  );
const BOUGHT = 'left join offering_members m on m.offering_id = o.id and m.member_id = $1';

/** Open ones first, then coming ones, then ended ones. */
export const offeringsAt = offeringsOf.select(
  'offering.allAt',
  `${BOUGHT} order by case when o.state = 'closed' or o.closes_at <= $2 then 3 when o.opens_at > $2 then 2 else 1 end, o.id desc
    limit $3 offset $4`,
  [int8, timestamptz, int8, int8],
);

export const countOfferings = offerings.count('offering.countAll', '', []);

export const offeringFor = offeringsOf.select('offering.oneFor', `${BOUGHT} where o.id = $2`, [
  int8,
  int8,
]);

/**
 * Orders of one offering wait for each other until their transactions end. `bought` is current only if the member is locked:
 * after waiting, only the row of the offering is read again.
 */
export const lockedOfferingFor = offeringsOf.select(
  'offering.oneForUpdate',
  `${BOUGHT} where o.id = $2 for no key update of o`,
  [int8, int8],
);

/** An offering as one member sees it. */
export type StoredOffering = RowOf<typeof offeringFor>;

const offeringSubscriptions = defineTable('offering_subscriptions', {
  id: int8,
  memberId: int8,
  offeringId: int8,
  version: int4,
  asset: text,
  payAsset: text,
  quantity: amount,
  unitPrice: price,
  paid: amount,
  unfreezesAt: timestamptz,
  thawedAt: nullable(timestamptz),
  createdAt: timestamptz,
})
  .as('s')
  .omit('version');

const insert = offeringSubscriptions
  .pick('id')
  .insertReturning('offering.insertSubscription', [
    'offeringId',
    'memberId',
    'version',
    'asset',
    'payAsset',
    'quantity',
    'unitPrice',
    'paid',
    'unfreezesAt',
    'createdAt',
  ]);

export type NewSubscription = Parameters<typeof insert>[1];

/** Counts it as well: it fails with a check violation beyond cap, limit, window or terms. */
export async function insertSubscription(tx: Tx, bought: NewSubscription): Promise<number> {
  return (await insert(tx, bought)).id;
}

/** `$2`: true thawed, false frozen, null all. */
const OF_MEMBER =
  'where s.member_id = $1 and ($2::boolean is null or (s.thawed_at is not null) = $2)';

export const subscriptionsOf = offeringSubscriptions.select(
  'offering.subscriptionsOf',
  `${OF_MEMBER} order by s.id desc limit $3 offset $4`,
  [int8, nullable(bool), int8, int8],
);

export type StoredSubscription = RowOf<typeof subscriptionsOf>;

export const subscriptionOf = offeringSubscriptions.select(
  'offering.subscriptionOf',
  'where s.member_id = $1 and s.id = $2',
  [int8, int8],
);

export const subscriptionOwner = offeringSubscriptions
  .pick('memberId')
  .select('offering.subscriptionOwner', 'where s.id = $1', [int8]);

export const countSubscriptions = offeringSubscriptions.count(
  'offering.countSubscriptions',
  `${OF_MEMBER}`,
  [int8, nullable(bool)],
);

/** Locks them; those that another process is thawing are skipped. */
export const dueSubscriptions = offeringSubscriptions.select(
  'offering.dueSubscriptions',
  `where s.thawed_at is null and s.unfreezes_at <= $1
    order by s.unfreezes_at, s.id limit $2 for no key update skip locked`,
  [timestamptz, int8],
);

export const setThawed = defineStatement({
  name: 'offering.setThawed',
  text: 'update offering_subscriptions set thawed_at = $2 where id = any($1)',
  params: [arrayOf(int8), timestamptz],
});

/** What was sold of these offerings. */
export const soldOf = offerings
  .pick('id', 'sold')
  .select('offering.soldOfEach', 'where id = any($1) order by id', [arrayOf(int8)]);

export const addPaper = defineStatement({
  name: 'offering.addPaper',
  text: 'select offering_add_paper($1)',
  params: [timestamptz],
});

/** Of every product with orders: holders have frozen coins of it. */
export const { holders, count } = orderCounts('offering', {
  table: 'offering_subscriptions',
  product: 'offering_id',
  isRunning: 'thawed_at is null',
});

/** What was sold of an offering in force. */
export const soldOfOffering = offerings
  .pick('asset', 'payAsset', 'sold', 'createdAt')
  .select('offering.soldUnderTerms', 'where id = $1', [int8]);

/** What each offering in force can still sell: nothing once its window has closed at `$1`. */
export const unsoldCoins = defineQuery({
  name: 'offering.unsold',
  text: `select id as product_id, asset,
      case when state = 'open' and not is_prohibited and closes_at > $1 then cap - sold else 0 end as amount
    from offerings`,
  params: [timestamptz],
  row: { productId: int8, asset: text, amount },
});

/** Newest first. */
export const subscriptionsTo = offeringSubscriptions
  .pick('id', 'memberId', 'asset', 'quantity', 'unfreezesAt', 'thawedAt', 'createdAt')
  .select(
    'offering.subscriptionsTo',
    'where offering_id = $1 order by id desc limit $2 offset $3',
    [int8, int8, int8],
  );

const paidFor = defineQuery({
  name: 'offering.paidForCoins',
  text: `select asset, pay_asset, sum(quantity) as quantity, sum(paid) as paid from offering_subscriptions
    where member_id = $1 group by asset, pay_asset order by asset, pay_asset`,
  params: [int8],
  row: { asset: text, payAsset: text, quantity: amount, paid: amount },
});

/** By coin and what it was paid in: all subscriptions of the member, also those that were released. */
export const paidForCoins = (reader: Reader, memberId: number) => reader.many(paidFor, [memberId]);
