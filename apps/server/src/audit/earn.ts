/** Audits fixed terms: each order by the terms of its version, its days and yields recomputed naively, day by day. */
import type { Amount, Rate } from '@tern/money';
import { dateNaively, payoutsNaively } from '@tern/settlement/naive-schedule';
import { roundUpNaively, yieldsNaively } from '@tern/settlement/naive-yield';
import {
  amount,
  arrayOf,
  bool,
  int2,
  int4,
  int8,
  nullable,
  rate,
  text,
  timestamptz,
} from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery, type RowOf } from '../platform/database/query.ts';
import { DAY_MS, MINUTE_MS } from '../platform/durations.ts';
import { everyRow, FAULTS_MAX } from './every-row.ts';
import type { Finding } from './ledger.ts';

/** With the payouts of each in the order of their days; `isSold`: by a version that was in force and open at the purchase. */
const ordersAfter = defineQuery({
  name: 'earn.auditOrders',
  text: `select o.id, o.principal, o.daily_rate, o.scale, o.term_days, o.payout_minute, o.penalty_ratio, o.fee_ratio, o.starts_at,
      o.next_payout_at, o.paid_days, o.paid, o.state, o.penalty, o.fee, o.created_at,
      v.id is not null as is_sold,
      coalesce(p.days, '{}') as days, coalesce(p.amounts, '{}') as amounts, coalesce(p.due, '{}') as due
    from fixed_term_orders o
    left join product_versions v on v.product_id = o.product_id and v.version = o.version and v.is_open
      and v.state in ('inForce', 'replaced') and o.created_at >= v.effective_at
      and (o.name, o.asset, o.term_days, o.daily_rate, o.payout_minute, o.penalty_ratio, o.fee_ratio) = (
        v.terms ->> 'name', v.terms ->> 'asset', (v.terms ->> 'termDays')::int, (v.terms ->> 'dailyRate')::numeric,
        (v.terms ->> 'payoutMinute')::int, (v.terms ->> 'penaltyRatio')::numeric, (v.terms ->> 'feeRatio')::numeric)
      and o.principal between (v.terms ->> 'orderMin')::numeric and (v.terms ->> 'orderMax')::numeric
    left join lateral (
      select array_agg(day order by day) as days, array_agg(amount order by day) as amounts, array_agg(due_at order by day) as due
      from fixed_term_payouts where order_id = o.id
    ) p on true
    where o.id > $1 order by o.id limit $2`,
  params: [int8, int8],
  row: {
    id: int8,
    principal: amount,
    dailyRate: rate,
    scale: int2,
    termDays: int4,
    payoutMinute: int4,
    penaltyRatio: rate,
    feeRatio: rate,
    startsAt: timestamptz,
    nextPayoutAt: nullable(timestamptz),
    paidDays: int4,
    paid: amount,
    state: text,
    penalty: amount,
    fee: amount,
    createdAt: timestamptz,
    isSold: bool,
    days: arrayOf(int4),
    amounts: arrayOf(amount),
    due: arrayOf(timestamptz),
  },
});

type Order = RowOf<typeof ordersAfter>;

/** `reader` should be a snapshot. */
export async function auditFixedTerms(reader: Reader): Promise<Finding[]> {
  const [terms, yields]: [string[], string[]] = [[], []];
  const scheduleOf = scheduleByDay();
  let [orders, payouts] = [0, 0];
  for await (const order of everyRow(reader, ordersAfter)) {
    if (!followsTerms(order)) terms.push(`fixed term ${order.id} does not follow from its terms`);
    if (!isPaidRight(order, scheduleOf(order)))
      yields.push(`fixed term ${order.id} was not paid by its terms`);
    orders += 1;
    payouts += order.days.length;
  }
  return [
    {
      rule: 'every fixed term follows from the terms of its version, with the penalty and fee of leaving early',
      checked: orders,
      faults: terms.slice(0, FAULTS_MAX),
    },
    {
      rule: 'every fixed term was paid each of its days once, by its terms',
      checked: payouts,
      faults: yields.slice(0, FAULTS_MAX),
    },
  ];
}

function followsTerms(order: Order): boolean {
  const { principal, scale, state, isSold } = order;
  const cost = (ratio: Rate, most: bigint) => {
    const exact = roundUpNaively(principal, ratio, scale);
    return exact < most ? exact : most;
  };
  const penalty = cost(order.penaltyRatio, principal);
  const fee = cost(order.feeRatio, principal - penalty);
  const [paidPenalty, paidFee] = state === 'redeemed' ? [penalty, fee] : [0n, 0n];
  return isSold && order.penalty === paidPenalty && order.fee === paidFee;
}

type Schedule = ReturnType<typeof payoutsNaively>;

/** The naive calendar goes from day to day, so each date, payout time and term is computed once. */
function scheduleByDay(): (order: Order) => Schedule {
  const known = new Map<string, Schedule>();
  return ({ createdAt, payoutMinute, termDays }) => {
    const midnight = Math.floor(createdAt / DAY_MS) * DAY_MS;
    const msOfDay = createdAt - midnight;
    const waits = payoutMinute * MINUTE_MS < msOfDay;
    const key = [midnight, payoutMinute, termDays, waits].join(' ');
    const found =
      known.get(key) ?? payoutsNaively(dateNaively(midnight), { msOfDay, payoutMinute, termDays });
    known.set(key, found);
    return found;
  };
}

function isPaidRight(order: Order, { startsAt, payouts }: Schedule): boolean {
  const { days, amounts, due, paidDays, state, termDays } = order;
  const daily = { base: order.principal, rate: order.dailyRate, scale: order.scale };
  const yields = yieldsNaively(daily, paidDays);
  const total = yields.reduce((sum, each) => sum + each, 0n) as Amount;
  const next = state === 'inTerm' ? payouts[paidDays] : null;
  return (
    order.startsAt === startsAt &&
    order.nextPayoutAt === next &&
    order.paid === total &&
    days.length === paidDays &&
    (state !== 'ended' || paidDays === termDays) &&
    days.every(
      (day, index) =>
        day === index + 1 && amounts[index] === yields[index] && due[index] === payouts[index],
    )
  );
}
