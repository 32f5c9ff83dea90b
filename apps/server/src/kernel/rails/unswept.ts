/** What waits at addresses of deposits, and is swept (ADR 114). */
import { amount, arrayOf, int4, int8, text, timestamptz } from '../../platform/database/columns.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';

/** The largest first; not those whose last sweep failed since `$4`. */
export const unsweptAbove = defineQuery({
  name: 'kernel.unsweptAbove',
  text: `select u.address, u.asset from unnest($2::text[], $3::numeric[]) as least (asset, amount)
    cross join lateral (
      select r.address, r.asset, r.amount from rail_unswept r
      where r.network = $1 and r.asset = least.asset and r.amount >= least.amount
        and not exists (
          select from rail_moves m where m.network = r.network and m.sender = r.address and m.asset = r.asset
            and m.state = 'failed' and m.ended_at > $4
        )
      order by r.amount desc limit $5
    ) u order by u.amount / least.amount desc, u.address limit $5`,
  params: [text, arrayOf(text), arrayOf(amount), timestamptz, int8],
  row: { address: text, asset: text },
});

/** By network and asset: what waits at addresses of deposits, and how many sweeps are under way. */
export const unsweptSums = defineQuery({
  name: 'kernel.unsweptSums',
  text: `select network, asset, sum(amount) as amount, sum(moving)::int as moving from (
      select network, asset, amount, 0 as moving from rail_unswept where amount > 0
      union all select network, asset, 0, 1 from rail_moves where kind = 'sweep' and state = 'signed' and attempt = 1
    ) u group by network, asset order by network, asset`,
  params: [],
  row: { network: text, asset: text, amount, moving: int4 },
});

export type UnsweptSum = RowOf<typeof unsweptSums>;
