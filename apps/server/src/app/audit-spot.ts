/** The audit of spot, read across features: orders, trades, holds and the journal tell the same story. */
import type { Finding } from '../kernel/audit-ledger.ts';
import { int8, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';

const fault = { fault: text } as const;

const counts = defineQuery({
  name: 'spot.auditCounts',
  text: `select (select count(*) from spot_orders)::int8 as orders, (select count(*) from spot_trades)::int8 as trades`,
  params: [],
  row: { orders: int8, trades: int8 },
});

const wrongFills = defineQuery({
  name: 'spot.auditWrongFills',
  text: `with fills as (
      select order_id, sum(quantity) as quantity, sum(quote_amount) as quote_amount, sum(fee) as fee from (
        select maker_order_id as order_id, quantity, quote_amount, maker_fee as fee from spot_trades where maker_order_id is not null
        union all
        select taker_order_id, quantity, quote_amount, taker_fee from spot_trades where taker_order_id is not null
      ) f group by order_id
    )
    select 'order ' || o.id || ' is not the sum of its trades' as fault
    from spot_orders o left join fills f on f.order_id = o.id
    where (o.filled_quantity, o.filled_quote, o.fee)
      is distinct from (coalesce(f.quantity, 0), coalesce(f.quote_amount, 0), coalesce(f.fee, 0)) limit 20`,
  params: [],
  row: fault,
});

const outsideLimits = defineQuery({
  name: 'spot.auditOutsideLimits',
  text: `select 'trade ' || t.id || ' is outside the limit of order ' || o.id as fault
    from spot_trades t join spot_orders o on o.id in (t.maker_order_id, t.taker_order_id)
    where o.limit_price is not null and ((o.side = 1 and t.price > o.limit_price) or (o.side = 2 and t.price < o.limit_price)) limit 20`,
  params: [],
  row: fault,
});

const unposted = defineQuery({
  name: 'spot.auditUnposted',
  // Not as a join: a plan made for a few trades would compare each with every entry.
  text: `select replace(t.reference, ':', ' ') || ' has no journal entry' as fault from (
      select 'trade:' || id as reference from spot_trades
      except select reference from ledger_entries where kind in (9, 10)
    ) t limit 20`,
  params: [],
  row: fault,
});

/** What members hold is exactly what open orders, withdrawals and payouts under way reserve. Whatever else holds adds its part here. */
const wrongHolds = defineQuery({
  name: 'spot.auditWrongHolds',
  text: `with reserved as (
      select member_id, asset, sum(amount) as amount from (
        select o.member_id, case when o.side = 1 then i.quote else i.base end as asset,
          case when o.side = 1 then (o.quantity - o.filled_quantity) * o.limit_price else o.quantity - o.filled_quantity end as amount
        from spot_orders o join instruments i on i.id = o.instrument_id where o.status = 1
        union all
        select member_id, asset, amount from withdrawals where state in ('reviewed', 'approved', 'sending')
        union all
        select member_id, asset, amount from payouts where state = 'reviewed'
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

/** Reads one moment; give it a snapshot. */
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
    { rule: 'every trade is posted', checked: trades, faults: await faultsOf(unposted) },
    {
      rule: 'members hold what their open orders and withdrawals reserve',
      checked: orders,
      faults: await faultsOf(wrongHolds),
    },
  ];
}
