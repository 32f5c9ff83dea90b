/** The SQL of new coins: offerings and subscriptions. */
import type { Amount, Price } from '@tern/money';
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
import type { Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';

/** `bought` is what the member of `$1` has subscribed for. */
const OFFERING = `select o.id, o.version, o.asset, o.pay_asset, o.content, o.supply, o.unit_price, o.order_min,
    o.order_max, o.member_max, o.cap, o.sold, coalesce(m.bought, 0) as bought, o.lock_days, o.opens_at, o.closes_at,
    o.is_prohibited, o.state = 'closed' as is_closed, o.created_at, o.updated_at
  from offerings o
  left join offering_members m on m.offering_id = o.id and m.member_id = $1`;

const offering = {
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
  bought: amount,
  lockDays: int4,
  opensAt: timestamptz,
  closesAt: timestamptz,
  isProhibited: bool,
  isClosed: bool,
  createdAt: timestamptz,
  updatedAt: timestamptz,
} as const;

/** Open ones first, then coming ones, then ended ones. */
export const offeringsAt = defineQuery({
  name: 'offering.allAt',
  text: `${OFFERING} order by case when o.state = 'closed' or o.closes_at <= $2 then 3 when o.opens_at > $2 then 2 else 1 end, o.id desc limit $3 offset $4`,
  params: [int8, timestamptz, int8, int8],
  row: offering,
});

export const countOfferings = defineQuery({
  name: 'offering.countAll',
  text: 'select count(*)::int as total from offerings',
  params: [],
  row: { total: int4 },
});

export const offeringFor = defineQuery({
  name: 'offering.oneFor',
  text: `${OFFERING} where o.id = $2`,
  params: [int8, int8],
  row: offering,
});

/**
 * Orders of one offering wait for each other until their transactions end. `bought` is current only if the member is locked:
 * after waiting, only the row of the offering is read again.
 */
export const lockedOfferingFor = defineQuery({
  name: 'offering.oneForUpdate',
  text: `${OFFERING} where o.id = $2 for no key update of o`,
  params: [int8, int8],
  row: offering,
});

/** An offering as one member sees it. */
export type StoredOffering = RowOf<typeof offeringFor>;

const insert = defineQuery({
  name: 'offering.insertSubscription',
  text: `insert into offering_subscriptions (offering_id, member_id, version, asset, pay_asset, quantity, unit_price, paid, unfreezes_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
  params: [int8, int8, int4, text, text, amount, price, amount, timestamptz, timestamptz],
  row: { id: int8 },
});

export interface NewSubscription {
  offeringId: number;
  memberId: number;
  version: number;
  asset: string;
  payAsset: string;
  quantity: Amount;
  unitPrice: Price;
  paid: Amount;
  unfreezesAt: number;
  createdAt: number;
}

/** Counts it as well: it fails with a check violation beyond cap, limit, window or terms. */
export async function insertSubscription(tx: Tx, bought: NewSubscription): Promise<number> {
  const { id } = await tx.one(insert, [
    bought.offeringId,
    bought.memberId,
    bought.version,
    bought.asset,
    bought.payAsset,
    bought.quantity,
    bought.unitPrice,
    bought.paid,
    bought.unfreezesAt,
    bought.createdAt,
  ]);
  return id;
}

/** `$2`: true thawed, false frozen, null all. */
const OF_MEMBER =
  'where s.member_id = $1 and ($2::boolean is null or (s.thawed_at is not null) = $2)';

const SUBSCRIPTION = `select s.id, s.member_id, s.offering_id, s.asset, s.pay_asset, s.quantity, s.unit_price, s.paid,
    s.unfreezes_at, s.thawed_at, s.created_at
  from offering_subscriptions s`;

const subscription = {
  id: int8,
  memberId: int8,
  offeringId: int8,
  asset: text,
  payAsset: text,
  quantity: amount,
  unitPrice: price,
  paid: amount,
  unfreezesAt: timestamptz,
  thawedAt: nullable(timestamptz),
  createdAt: timestamptz,
} as const;

export const subscriptionsOf = defineQuery({
  name: 'offering.subscriptionsOf',
  text: `${SUBSCRIPTION} ${OF_MEMBER} order by s.id desc limit $3 offset $4`,
  params: [int8, nullable(bool), int8, int8],
  row: subscription,
});

export type StoredSubscription = RowOf<typeof subscriptionsOf>;

export const subscriptionOf = defineQuery({
  name: 'offering.subscriptionOf',
  text: `${SUBSCRIPTION} where s.member_id = $1 and s.id = $2`,
  params: [int8, int8],
  row: subscription,
});

export const countSubscriptions = defineQuery({
  name: 'offering.countSubscriptions',
  text: `select count(*)::int as total from offering_subscriptions s ${OF_MEMBER}`,
  params: [int8, nullable(bool)],
  row: { total: int4 },
});

/** Locks them; those that another process is thawing are skipped. */
export const dueSubscriptions = defineQuery({
  name: 'offering.dueSubscriptions',
  text: `${SUBSCRIPTION} where s.thawed_at is null and s.unfreezes_at <= $1
    order by s.unfreezes_at, s.id limit $2 for no key update skip locked`,
  params: [timestamptz, int8],
  row: subscription,
});

export const setThawed = defineStatement({
  name: 'offering.setThawed',
  text: 'update offering_subscriptions set thawed_at = $2 where id = any($1)',
  params: [arrayOf(int8), timestamptz],
});

/** What was sold of these offerings. */
export const soldOf = defineQuery({
  name: 'offering.soldOfEach',
  text: 'select id, sold from offerings where id = any($1) order by id',
  params: [arrayOf(int8)],
  row: { id: int8, sold: amount },
});

export const addPaper = defineStatement({
  name: 'offering.addPaper',
  text: 'select offering_add_paper($1)',
  params: [timestamptz],
});
