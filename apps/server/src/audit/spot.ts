/** Audits spot: orders, trades, holds and the journal agree. */
import { exchangeAccounts, recordTypes } from '@tern/ledger';
import { spotSide, spotStatus } from '@tern/protocol';
import type { Finding } from './ledger.ts';
import { NO_END, type Since } from '../kernel/invariants/invariant.ts';
import { int8, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';

const fault = { fault: text } as const;

const { fees, rounding } = exchangeAccounts;
const { spotBuy, spotSell, spotRound } = recordTypes;
const { buy, sell } = spotSide;

const counts = defineQuery({
  name: 'spot.auditCounts',
  text: `select (select count(*) from spot_orders)::int8 as orders, (select count(*) from spot_trades)::int8 as trades`,
  params: [],
  row: { orders: int8, trades: int8 },
});

/** Trades and orders that a rule reads: all of them, or those of the postings after `$1` up to `$2`. */
interface Traded {
  /** Added in front of a query; defines what the others use. */
  readonly given: string;
  /** The trades that are examined. */
  readonly examined: string;
  /** Those and all others of their orders. */
  readonly trades: string;
  readonly orders: string;
}

const ALL: Traded = {
  given: 'with',
  examined: 'spot_trades',
  trades: 'spot_trades',
  orders: 'spot_orders',
};

/** New trades, and for sums all trades of their orders. */
const NEW: Traded = {
  given: `with new_trades as (
      select t.* from spot_trades t where t.id in (
        select p.subject_id from ledger_postings p where p.id > $1 and p.id <= $2 and p.subject_id <> 0 and p.kind in (${spotBuy}, ${spotSell}))
    ), new_orders as (
      select o.* from spot_orders o
      where o.id in (select maker_order_id from new_trades union select taker_order_id from new_trades)
    ), all_trades as (
      select t.* from spot_trades t where t.id in (
        select m.id from spot_trades m join new_orders o on m.maker_order_id = o.id
        union select m.id from spot_trades m join new_orders o on m.taker_order_id = o.id)
    ), `,
  examined: 'new_trades',
  trades: 'all_trades',
  orders: 'new_orders',
};

/**
 * Both sides of each trade, but the exchange's. Joined with orders by equality: an `or` of two columns is compared row by row
 * when the planner takes few rows for granted, as it does before the first statistics of a table.
 */
const sidesOf = (trades: string) => `
        select id, instrument_id, price, quantity, quote_amount, maker_order_id as order_id, maker_fee as fee, false as is_taker from ${trades} where maker_order_id is not null
        union all
        select id, instrument_id, price, quantity, quote_amount, taker_order_id, taker_fee, true from ${trades} where taker_order_id is not null`;

/**
 * The first faults. A limit tells the planner to expect that the first rows are found soon; there are none, and the plan for
 * it compared all trades with all orders.
 */
const first = (faults: string) =>
  `faults as materialized (${faults}) select fault from faults limit 20`;

const fillsOf = ({ given, trades, orders }: Traded) => `${given} fills as (
      select order_id, sum(quantity) as quantity, sum(quote_amount) as quote_amount, sum(fee) as fee
      from (${sidesOf(trades)}) f group by order_id
    ),
    ${first(`select 'order ' || o.id || ' is not the sum of its trades' as fault
    from ${orders} o left join fills f on f.order_id = o.id
    where (o.filled_quantity, o.filled_quote, o.fee)
      is distinct from (coalesce(f.quantity, 0), coalesce(f.quote_amount, 0), coalesce(f.fee, 0))`)}`;

const wrongFills = defineQuery({
  name: 'spot.auditWrongFills',
  text: fillsOf(ALL),
  params: [],
  row: fault,
});
const wrongNewFills = defineQuery({
  name: 'spot.wrongNewFills',
  text: fillsOf(NEW),
  params: [int8, int8],
  row: fault,
});

/** The limit of order `o` at a trade: that of now, or of before the first change that came later. */
const limitAt = (trade: string) =>
  `coalesce((select a.former_price from spot_amendments a where a.order_id = o.id and a.id > ${trade} order by a.id limit 1), o.limit_price)`;

const limitsOf = ({ given, examined }: Traded) => `${given} sides as (${sidesOf(examined)}),
    ${first(`select 'trade ' || t.id || ' is outside the limit of order ' || o.id as fault
    from sides t join spot_orders o on o.id = t.order_id
    where o.limit_price is not null and ((o.side = ${buy} and t.price > ${limitAt('t.id')}) or (o.side = ${sell} and t.price < ${limitAt('t.id')}))`)}`;

const outsideLimits = defineQuery({
  name: 'spot.auditOutsideLimits',
  text: limitsOf(ALL),
  params: [],
  row: fault,
});
const newOutsideLimits = defineQuery({
  name: 'spot.newOutsideLimits',
  text: limitsOf(NEW),
  params: [int8, int8],
  row: fault,
});

/** A buy's total rounds up to the quote asset's scale, a sell's down. */
const cash = (exact: string): string =>
  `case when o.side = ${buy} then ceil((${exact}) * power(10::numeric, q.scale)) else floor((${exact}) * power(10::numeric, q.scale)) end
    / power(10::numeric, q.scale)`;

/** Each member's part in each trade: the amount added to the order's rounded total, the fee, and what the fee follows from. */
const partsOf = ({ trades, orders }: Traded) => `
  select id, order_id, member_id, is_buyer, base, quote, quantity, cash - coalesce(lag(cash) over each_order, 0) as quote_amount, fee,
    is_taker, ratio, unit, received_as_taker
  from (
    select t.id, t.order_id, o.member_id, o.side = ${buy} as is_buyer, i.base, i.quote, t.quantity, t.fee,
      t.is_taker, case when t.is_taker then o.taker_fee_ratio else o.maker_fee_ratio end as ratio, o.received_as_taker,
      power(10::numeric, -case when o.side = ${buy} then b.scale else q.scale end) as unit,
      ${cash('sum(t.quote_amount) over (partition by o.id order by t.id)')} as cash
    from (${sidesOf(trades)}) t join ${orders} o on o.id = t.order_id join instruments i on i.id = t.instrument_id
      join assets q on q.code = i.quote join assets b on b.code = i.base
  ) each_part window each_order as (partition by order_id order by id)`;
const PARTS = partsOf(ALL);

/**
 * An order pays what is due for all that it received, rounded up once; one of an earlier release (ADR 79) up to once for each fill.
 */
const orderFeesOf = (traded: Traded) => `${traded.given} charged as (
      select order_id, received_as_taker, min(unit) as unit, sum(fee) as fee, coalesce(sum(received) filter (where is_taker), 0) as taken,
        sum(received * ratio) as exact, sum(least(received, unit * ceil(received * ratio / unit))) as most
      from (
        select order_id, received_as_taker, is_taker, unit, ratio, fee, case when is_buyer then quantity else quote_amount end as received
        from (${partsOf(traded)}) p
      ) each_fill group by order_id, received_as_taker
    ),
    ${first(`select 'order ' || order_id || ' paid a fee of ' || fee || ', due is ' || unit * ceil(exact / unit) as fault
    from charged where not case when received_as_taker is null then fee between exact and most
      else received_as_taker = taken and fee = unit * ceil(exact / unit) end`)}`;

const wrongOrderFees = defineQuery({
  name: 'spot.auditWrongOrderFees',
  text: orderFeesOf(ALL),
  params: [],
  row: fault,
});
const wrongNewOrderFees = defineQuery({
  name: 'spot.wrongNewOrderFees',
  text: orderFeesOf(NEW),
  params: [int8, int8],
  row: fault,
});

/** What the market of an order asked when it was accepted: the last agreed version that names it, else the listing's. */
const askedBy = (field: 'makerFee' | 'takerFee', listed: string) => `coalesce((
      select (v.value ->> '${field}')::numeric from setting_versions v
      where v.key = 'pair.' || i.symbol and v.state in ('announced', 'inForce') and v.value ? '${field}' and v.effective_at <= o.created_at
        and exists (select from reviews_agreed a where a.kind = 'marketTerms' and a.subject_id = v.id)
      order by v.effective_at desc, v.id desc limit 1), ${listed})`;

/** Orders have the announced rates of their member's level when they were accepted, or what the market asked where that is less. */
const levelRatesOf = ({ given, orders }: Traded) =>
  `${given} ${first(`
    select 'order ' || o.id || ' pays ' || o.maker_fee_ratio || ' and ' || o.taker_fee_ratio || ', its level ' || k.maker || ' and ' || k.taker as fault
    from ${orders} o join instruments i on i.id = o.instrument_id
    cross join lateral (select d.day, d.levels from fee_level_days d where d.from_at <= o.created_at order by d.from_at desc limit 1) d
    left join lateral (
      select f.level from fee_levels f where f.member_id = o.member_id and f.day <= d.day order by f.day desc limit 1
    ) f on true
    cross join lateral (
      select least(${askedBy('makerFee', 'i.maker_fee')}, (d.levels ->> ('maker' || l.own))::numeric) as maker,
        least(${askedBy('takerFee', 'i.taker_fee')}, (d.levels ->> ('taker' || l.own))::numeric) as taker
      from (select coalesce(f.level, 1) as own) l
    ) k where (o.maker_fee_ratio, o.taker_fee_ratio) is distinct from (k.maker, k.taker)`)}`;

const wrongLevelRates = defineQuery({
  name: 'spot.auditWrongLevelRates',
  text: levelRatesOf(ALL),
  params: [],
  row: fault,
});
const wrongNewLevelRates = defineQuery({
  name: 'spot.wrongNewLevelRates',
  text: levelRatesOf(NEW),
  params: [int8, int8],
  row: fault,
});

/** Compares trades with the journal: postings of a round name their trade (ADR 11). */
const postingsOf = (traded: Traded, isNew: string, isPosted: string) => `${traded.given} parts as (
      select * from (${partsOf(traded)}) every_part where ${isNew}
    ), owed as (
      select id, member_id as owner_id, asset, kind, sum(amount) as amount from (
        select id, member_id, base as asset, ${spotBuy} as kind, quantity - fee as amount from parts where is_buyer
        union all select id, member_id, quote, ${spotBuy}, -quote_amount from parts where is_buyer
        union all select id, member_id, base, ${spotSell}, -quantity from parts where not is_buyer
        union all select id, member_id, quote, ${spotSell}, quote_amount - fee from parts where not is_buyer
      ) each_leg group by 1, 2, 3, 4 having sum(amount) <> 0
    ), posted as (
      select p.subject_id as id, p.owner_id, p.asset, p.kind::int as kind, sum(p.total) as amount
      from ledger_postings p join ledger_entries e on e.id = p.entry_id
      where p.owner_id > 0 and p.kind in (${spotBuy}, ${spotSell}) and e.kind = ${spotRound} and ${isPosted}
      group by 1, 2, 3, 4
    )
    select 'trade ' || coalesce(o.id, p.id) || ' is not what the journal says' as fault
    from owed o full join posted p on (p.id, p.owner_id, p.asset, p.kind) = (o.id, o.owner_id, o.asset, o.kind)
    where o.amount is distinct from p.amount limit 20`;

const wrongPostings = defineQuery({
  name: 'spot.auditWrongPostings',
  text: postingsOf(ALL, 'true', 'true'),
  params: [],
  row: fault,
});
const wrongNewPostings = defineQuery({
  name: 'spot.wrongNewPostings',
  // `is true`: looked up, however few the planner expects, and not joined row by row.
  text: postingsOf(NEW, '(id in (select id from new_trades)) is true', 'p.id > $1 and p.id <= $2'),
  params: [int8, int8],
  row: fault,
});

/** Exchange accounts move by the sums of a round, so fees are checked in total. */
const wrongFees = defineQuery({
  name: 'spot.auditWrongFees',
  text: `with owed as (
      select case when is_buyer then base else quote end as asset, sum(fee) as fee from (${PARTS}) parts group by 1 having sum(fee) <> 0
    ), booked as (
      select p.asset, sum(p.total) as fee from ledger_postings p join ledger_entries e on e.id = p.entry_id
      where ledger_account_of(p.owner_id) = ${fees} and e.kind = ${spotRound} group by 1 having sum(p.total) <> 0
    )
    select 'fees of trades in ' || coalesce(o.asset, b.asset) || ' come to ' || coalesce(o.fee, 0) || ', the account has ' || coalesce(b.fee, 0) as fault
    from owed o full join booked b on b.asset = o.asset where o.fee is distinct from b.fee limit 20`,
  params: [],
  row: fault,
});

/** The difference between buyer and seller is in the rounding account; the exchange trades at its counterparty's amount. */
const wrongRounding = defineQuery({
  name: 'spot.auditWrongRounding',
  text: `with owed as (
      select quote as asset, sum(kept) as kept from (
        select id, quote, sum(case when is_buyer then quote_amount else -quote_amount end) as kept
        from (${PARTS}) parts group by id, quote having count(*) = 2
      ) each_trade group by 1 having sum(kept) <> 0
    ), booked as (
      select p.asset, sum(p.total) as kept from ledger_postings p join ledger_entries e on e.id = p.entry_id
      where ledger_account_of(p.owner_id) = ${rounding} and e.kind = ${spotRound} group by 1 having sum(p.total) <> 0
    )
    select 'rounding of trades in ' || coalesce(o.asset, b.asset) || ' comes to ' || coalesce(o.kept, 0) || ', the account has ' || coalesce(b.kept, 0) as fault
    from owed o full join booked b on b.asset = o.asset where o.kept is distinct from b.kept limit 20`,
  params: [],
  row: fault,
});

/** Each change of an order follows from the one before; the order is what the last one made of it. */
const wrongAmendments = defineQuery({
  name: 'spot.auditWrongAmendments',
  text: `select 'the change ' || a.id || ' of order ' || a.order_id || ' does not follow' as fault from (
      select a.*, lead(a.former_price) over each_order as next_price, lead(a.former_quantity) over each_order as next_quantity
      from spot_amendments a window each_order as (partition by a.order_id order by a.id)
    ) a left join spot_orders o on o.id = a.order_id
    cross join lateral (
      select coalesce(sum(t.quantity), 0) as quantity, coalesce(sum(t.quote_amount), 0) as quote from (
        select quantity, quote_amount from spot_trades where maker_order_id = a.order_id and id < a.id
        union all select quantity, quote_amount from spot_trades where taker_order_id = a.order_id and id < a.id
      ) t
    ) filled
    where (a.price, a.quantity) is distinct from (coalesce(a.next_price, o.limit_price), coalesce(a.next_quantity, o.quantity))
      or a.next_price is null and o.place is distinct from a.place
      or (a.filled_quantity, a.filled_quote) is distinct from (filled.quantity, filled.quote) limit 20`,
  params: [],
  row: fault,
});

/** Held amounts are exactly the reserves of open orders, pending withdrawals and payouts. New kinds of holds are added here. */
const wrongHolds = defineQuery({
  name: 'spot.auditWrongHolds',
  text: `with reserved as (
      select member_id, asset, sum(amount) as amount from (
        select o.member_id, case when o.side = ${buy} then i.quote else i.base end as asset,
          case when o.side = ${buy} then ${cash('o.filled_quote + (o.quantity - o.filled_quantity) * o.limit_price')} - ${cash('o.filled_quote')}
            else o.quantity - o.filled_quantity end as amount
        from spot_orders o join instruments i on i.id = o.instrument_id join assets q on q.code = i.quote where o.status = ${spotStatus.open}
        union all
        select member_id, asset, amount from withdrawals where state in ('reviewed', 'approved', 'sending')
        union all
        select member_id, asset, amount from payouts where state in ('reviewed', 'approved')
      ) each_hold group by 1, 2
    )
    select 'member ' || coalesce(b.owner_id, r.member_id) || ' holds ' || coalesce(b.held, 0) || ' '
      || coalesce(b.asset, r.asset) || ', open orders and withdrawals reserve ' || coalesce(r.amount, 0) as fault
    from (select owner_id, asset, held from ledger_balances where owner_id > 0) b
      full join reserved r on r.member_id = b.owner_id and r.asset = b.asset
    where coalesce(b.held, 0) <> coalesce(r.amount, 0) limit 20`,
  params: [],
  row: fault,
});

/** Trades that were posted then: within the limits of both orders, each order the sum of its trades, at the rates of its fee level and its fee rounded once, each trade posted as it happened. */
export async function findWrongTrades(
  reader: Reader,
  { posting, through = NO_END }: Since,
): Promise<string[]> {
  const found = [];
  const queries = [
    newOutsideLimits,
    wrongNewFills,
    wrongNewLevelRates,
    wrongNewOrderFees,
    wrongNewPostings,
  ];
  for (const query of queries) {
    found.push(...(await reader.many(query, [posting, through.posting])));
  }
  return found.map((each) => each.fault);
}

/** Held amounts are those of open orders, pending withdrawals and payouts. */
export const findWrongHolds = async (reader: Reader) =>
  (await reader.many(wrongHolds, [])).map((each) => each.fault);

/** `reader` should be a snapshot. */
export async function auditSpot(reader: Reader): Promise<Finding[]> {
  const { orders, trades } = await reader.one(counts, []);
  const faultsOf = async (query: typeof wrongFills) =>
    (await reader.many(query, [])).map((each) => each.fault);
  return [
    {
      rule: 'every order is the sum of its trades',
      checked: orders,
      faults: await faultsOf(wrongFills),
    },
    {
      rule: 'no trade is outside the limit of an order',
      checked: trades,
      faults: await faultsOf(outsideLimits),
    },
    {
      rule: 'every trade is posted as it happened',
      checked: trades,
      faults: await faultsOf(wrongPostings),
    },
    {
      rule: 'every change of an order follows from what it was',
      checked: orders,
      faults: await faultsOf(wrongAmendments),
    },
    {
      rule: 'every order has the rates of its fee level',
      checked: orders,
      faults: await faultsOf(wrongLevelRates),
    },
    {
      rule: 'every order pays its fee rounded up once',
      checked: orders,
      faults: await faultsOf(wrongOrderFees),
    },
    {
      rule: 'the fees of all trades are in the fee account',
      checked: trades,
      faults: await faultsOf(wrongFees),
    },
    {
      rule: 'the rounding of all trades is in the rounding account',
      checked: trades,
      faults: await faultsOf(wrongRounding),
    },
    {
      rule: 'held amounts are those of open orders and pending withdrawals',
      checked: orders,
      faults: await findWrongHolds(reader),
    },
  ];
}
