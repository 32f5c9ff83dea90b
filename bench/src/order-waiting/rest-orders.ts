/** Conditional orders of many members, inserted into the server's database; its engines read them at the next start. */
import { int8, timestamptz } from '../../../apps/server/src/platform/database/columns.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { defineQuery, defineStatement } from '../../../apps/server/src/platform/database/query.ts';

/**
 * Of each market as many: half of them stops far below its last price, half take profits far above it, half of each by the last trade.
 * No two of a member's are at one price. Sales at market of one lot.
 */
const insertWaiting = defineStatement({
  name: 'bench.insertWaiting',
  text: `insert into spot_conditional_orders (id, member_id, instrument_id, kind, side, watches, operator, trigger_price, quantity, status, source,
      accepted_after, accepted_price, created_at, updated_at)
    select b.first + mod(w.n, 1000), m.ids[1 + mod(w.n, cardinality(m.ids))], i.id, 2 + 2 * mod(w.n, 2), 2, 1 + mod(w.n / 2, 2), 2 - mod(w.n, 2),
      i.tick_size * floor(p.price / i.tick_size * case mod(w.n, 2) when 0 then 0.4 + 0.2 * w.n / $2 else 1.6 + 0.2 * w.n / $2 end),
      i.lot_size, 1, 1, null, p.price, $3, $3
    from (select array_agg(id) as ids from members where email like '%@bench.test') m
    cross join (select * from instruments order by id limit $1) i
    cross join lateral (select t.price from ticks t where t.instrument_id = i.id order by t.seq desc limit 1) p
    cross join lateral (
      select g.block, nextval('spot_order_ids') as first from generate_series(0, ($2 - 1) / 1000) as g(block) where i.id > 0
    ) b
    cross join lateral (select n from generate_series(b.block * 1000, least(b.block * 1000 + 999, $2 - 1)) as s(n)) w`,
  params: [int8, int8, timestamptz],
});

const countWaiting = defineQuery({
  name: 'bench.countWaiting',
  text: 'select count(*)::int8 as waiting from spot_conditional_orders where status = 1',
  params: [],
  row: { waiting: int8 },
});

/** `database`: as its owner. Returns how many wait then. */
export async function restOrders(
  database: Database,
  { markets, perMarket }: { markets: number; perMarket: number },
): Promise<number> {
  await database.transaction((tx) => tx.run(insertWaiting, [markets, perMarket, Date.now()]));
  return waitingIn(database);
}

export const waitingIn = async (database: Database): Promise<number> =>
  (await database.one(countWaiting, [])).waiting;
