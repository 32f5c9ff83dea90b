/** Audits the prices of payouts in coins: each is the close of the last minute before its payout time, as candles have it. */
import { int8, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';
import type { Finding } from './ledger.ts';

/** One row for each market and payout time. */
const PRICED = `
  select i.id as instrument_id, i.symbol, p.due_at, p.price, min(p.order_id) as order_id
  from staking_payouts p
  join staking_orders o on o.id = p.order_id
  join instruments i on (i.base, i.quote) = (o.asset, o.pay_asset)
  where p.price is not null
  group by i.id, i.symbol, p.due_at, p.price`;

/**
 * Only minutes that candles have: a later candle proves that the one before is complete; minutes before the first candle are
 * the simulated past. Minutes that were backfilled later are left out: the payout could not wait for them.
 */
const wrongPrices = defineQuery({
  name: 'staking.auditPayoutPrices',
  text: `select 'order ' || n.order_id || ' was paid at ' || trim_scale(n.price) || ' of ' || n.symbol || ' at ' || n.due_at
        || ', the price was ' || trim_scale(c.close) as fault
    from (${PRICED}) n
    cross join lateral (
      select start, close from candles
      where instrument_id = n.instrument_id and minutes = 1 and start < date_trunc('minute', n.due_at) order by start desc limit 1
    ) c
    where c.close <> n.price
      and exists (select from candles l where l.instrument_id = n.instrument_id and l.minutes = 1 and l.start >= n.due_at)
      and not exists (
        select from candle_backfills b where b.instrument_id = n.instrument_id and b.starts_at < n.due_at and b.ends_at > c.start
      )
    limit 20`,
  params: [],
  row: { fault: text },
});

const count = defineQuery({
  name: 'staking.auditPricedPayouts',
  text: `select count(*)::int8 as priced from (${PRICED}) n`,
  params: [],
  row: { priced: int8 },
});

/** `reader` should be a snapshot. */
export async function auditPayoutPrices(reader: Reader): Promise<Finding[]> {
  const { priced } = await reader.one(count, []);
  const faults = (await reader.many(wrongPrices, [])).map(({ fault }) => fault);
  return [
    { rule: 'payouts in coins are made at the price of their time', checked: priced, faults },
  ];
}
