/** The tables of hedging: the switch, orders at the venue and their fills, what was moved there, and what was last seen there. */
import type { Amount } from '@tern/money';
import {
  amount,
  int4,
  int8,
  jsonb,
  nullable,
  price,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../../platform/database/query.ts';
import { defineTable, type TableRow } from '../../../platform/database/table.ts';

// The switch

const stops = defineTable('hedging_stops', {
  id: int8,
  cause: text,
  detail: text,
  operatorId: nullable(int8),
  beganAt: timestamptz,
});
export type Stop = TableRow<typeof stops>;
export type StopCause = 'person' | 'limit' | 'errors' | 'difference';

/** @throws a violation of `hedging_stops_running` beside another */
export const insertStop = stops.insertReturning('hedging.insertStop', [
  'cause',
  'detail',
  'operatorId',
  'beganAt',
]);
/** Undefined: it is on. */
export const runningStop = stops.select('hedging.runningStop', 'where ended_at is null', []);
/** For alerts. One that nobody has begun yet is not stopped. */
export const stoppedSince = defineQuery({
  name: 'hedging.stoppedSince',
  text: `select count(*)::int as count, min(began_at) as since from hedging_stops where ended_at is null and cause <> 'first'`,
  params: [],
  row: { count: int4, since: nullable(timestamptz) },
});
export const stopById = stops.select('hedging.stopById', 'where id = $1', [int8]);
/** By two people. @throws `hedging_stops_two_people` */
export const endStop = defineStatement({
  name: 'hedging.endStop',
  text: 'update hedging_stops set ended_at = $2, resume_id = $3 where id = $1 and ended_at is null',
  params: [int8, timestamptz, int8],
});

const resumes = defineTable('hedging_resumes', {
  id: int8,
  stopId: int8,
  reason: text,
  proposedBy: int8,
  createdAt: timestamptz,
});
export type Resume = TableRow<typeof resumes>;

export const insertResume = resumes.insertReturning('hedging.insertResume', [
  'stopId',
  'reason',
  'proposedBy',
  'createdAt',
]);
export const resumeById = resumes.select('hedging.resumeById', 'where id = $1', [int8]);
export const resumeOf = resumes.select(
  'hedging.resumeOf',
  `where stop_id = $1 and state <> 'dropped'`,
  [int8],
);
export const decideResume = defineStatement({
  name: 'hedging.decideResume',
  text: 'update hedging_resumes set state = $2, decided_at = $3 where id = $1',
  params: [int8, text, timestamptz],
});

// Orders

const orders = defineTable('hedge_orders', {
  id: int8,
  clientOrderId: text,
  asset: text,
  symbol: text,
  side: text,
  amount,
  price,
  exposure: amount,
  exposureMax: amount,
  state: text,
  reason: text,
  venueOrderId: nullable(text),
  createdAt: timestamptz,
});
export type HedgeOrder = TableRow<typeof orders>;

/** @throws `hedge_orders_stopped`, `hedge_orders_within`, `hedge_orders_one` */
export const insertOrder = orders.insertReturning('hedging.insertOrder', [
  'clientOrderId',
  'asset',
  'symbol',
  'side',
  'amount',
  'price',
  'exposure',
  'exposureMax',
  'createdAt',
]);
/** Whose end is not known. */
export const sentOrders = orders.select(
  'hedging.sentOrders',
  `where state = 'sent' order by id`,
  [],
);
/** Nothing for one that is settled. */
export const sentForUpdate = orders.select(
  'hedging.sentForUpdate',
  `where id = $1 and state = 'sent' for update`,
  [int8],
);
export const settleOrder = defineStatement({
  name: 'hedging.settleOrder',
  text: 'update hedge_orders set state = $2, reason = $3, venue_order_id = $4, settled_at = $5 where id = $1',
  params: [int8, text, text, nullable(text), timestamptz],
});
/** `disputed`: the venue reports fills that it does not allow, which are not in our books. */
export type OrderEnd = 'done' | 'refused' | 'absent' | 'disputed';

/** Newest first, with what was executed: in the asset, and in USDT. */
export const newestOrders = defineQuery({
  name: 'hedging.newestOrders',
  text: `select o.id, o.asset, o.side, o.amount, o.price, o.exposure, o.state, o.reason, o.created_at,
      coalesce(f.filled, 0) as filled, coalesce(f.cash, 0) as cash
    from hedge_orders o left join lateral (
      select sum(amount) as filled, sum(quote_change) as cash from hedge_fills where order_id = o.id
    ) f on true
    order by o.id desc limit $1`,
  params: [int8],
  row: {
    id: int8,
    asset: text,
    side: text,
    amount,
    price,
    exposure: amount,
    state: text,
    reason: text,
    createdAt: timestamptz,
    filled: amount,
    /** What USDT changed by, fees included. */
    cash: amount,
  },
});

const fills = defineTable('hedge_fills', {
  orderId: int8,
  tradeId: text,
  price,
  amount,
  fee: amount,
  feeAsset: text,
});

/** @throws `hedge_fills_of_order` for one that the order does not allow */
export const insertFills = fills.insertMany('hedging.insertFills', [
  'orderId',
  'tradeId',
  'price',
  'amount',
  'fee',
  'feeAsset',
]);

/** What the fills of an order changed at the venue, fees included; nothing without fills. */
export const changesOf = defineQuery({
  name: 'hedging.changesOf',
  text: `select sum(base_change) as base, sum(quote_change) as quote from hedge_fills where order_id = $1 having count(*) > 0`,
  params: [int8],
  row: { base: amount, quote: amount },
});

/** Bought and sold of an asset since a time. */
export const hedgedSince = defineQuery({
  name: 'hedging.hedgedSince',
  text: 'select hedged_since($1, $2) as amount',
  params: [text, timestamptz],
  row: { amount },
});

// Moves

const moves = defineTable('venue_moves', {
  id: int8,
  direction: text,
  asset: text,
  amount,
  reference: text,
  reason: text,
  proposedBy: int8,
  createdAt: timestamptz,
});
export type VenueMove = TableRow<typeof moves>;

export const insertMove = moves.insertReturning('hedging.insertMove', [
  'direction',
  'asset',
  'amount',
  'reference',
  'reason',
  'proposedBy',
  'createdAt',
]);
export const moveById = moves.select('hedging.moveById', 'where id = $1', [int8]);
export const moveOf = moves.select(
  'hedging.moveOf',
  `where direction = $1 and asset = $2 and reference = $3 and state <> 'dropped'`,
  [text, text, text],
);
/** @throws `venue_moves_two_people` */
export const decideMove = defineStatement({
  name: 'hedging.decideMove',
  text: 'update venue_moves set state = $2, decided_at = $3 where id = $1',
  params: [int8, text, timestamptz],
});

// What was last seen

export const report = defineQuery({
  name: 'hedging.report',
  text: 'select balances, reported_at, errors, fault from venue_report',
  params: [],
  row: {
    balances: nullable(jsonb<Record<string, string>>()),
    reportedAt: nullable(timestamptz),
    errors: int4,
    fault: text,
  },
});
export const putBalances = defineStatement({
  name: 'hedging.putBalances',
  text: 'update venue_report set balances = $1, reported_at = $2',
  params: [jsonb<Record<string, string>>(), timestamptz],
});
/** Empty: the venue answered. Returns the number of rounds in a row in which it did not. */
export const putFault = defineQuery({
  name: 'hedging.putFault',
  text: `update venue_report set fault = $1, errors = case $1 when '' then 0 else errors + 1 end returning errors`,
  params: [text],
  row: { errors: int4 },
});

export type Amounts = ReadonlyMap<string, Amount>;
