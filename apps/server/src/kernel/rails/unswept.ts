/** What waits at addresses of deposits, and is swept (ADR 114). */
import { amount, arrayOf, int4, int8, text, timestamptz } from '../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';

/** The largest first; not those whose last sweep failed since `$4`, nor those whose next try is after `$6`. */
export const unsweptAbove = defineQuery({
  name: 'kernel.unsweptAbove',
  text: `select u.address, u.asset, u.amount from unnest($2::text[], $3::numeric[]) as least (asset, amount)
    cross join lateral (
      select r.address, r.asset, r.amount from rail_unswept r
      where r.network = $1 and r.asset = least.asset and r.amount >= least.amount
        and (r.next_try_at is null or r.next_try_at <= $6)
        and not exists (
          select from rail_moves m where m.network = r.network and m.sender = r.address and m.asset = r.asset
            and m.kind = 'sweep' and m.state = 'failed' and m.ended_at > $4
        )
      order by r.amount desc limit $5
    ) u order by u.amount / least.amount desc, u.address limit $5`,
  params: [text, arrayOf(text), arrayOf(amount), timestamptz, int8, timestamptz],
  row: { address: text, asset: text, amount },
});

/**
 * Lowers what waits of `$3` at the address `$2` to `$5`, which is there at the height `$6`; `$4`: what waited before that was read. Has
 * no effect if something arrived since.
 */
export const lowerUnswept = defineStatement({
  name: 'kernel.lowerUnswept',
  text: 'select rail_unswept_lower($1, $2, $3, $4, $5, $6)',
  params: [text, text, text, amount, amount, int8],
});

/** Until `$4` nothing of the asset is looked for at the address, unless something arrives. */
export const setNextTry = defineStatement({
  name: 'kernel.setNextTry',
  text: 'update rail_unswept set next_try_at = $4 where network = $1 and address = $2 and asset = $3',
  params: [text, text, text, timestamptz],
});

/** What waits of an asset at one address; no row where nothing does. */
export const unsweptAt = defineQuery({
  name: 'kernel.unsweptAt',
  text: 'select amount from rail_unswept where network = $1 and address = $2 and asset = $3',
  params: [text, text, text],
  row: { amount },
});

/** The treasury's own addresses keep coins for gas, which do not wait. */
const OF_MEMBERS = `not exists (
    select from rail_house_addresses h where h.network = r.network and h.address = r.address
  )`;

/** What waits of an asset at members' addresses of one network. */
export const unsweptOf = defineQuery({
  name: 'kernel.unsweptOf',
  text: `select coalesce(sum(r.amount), 0) as amount from rail_unswept r where r.network = $1 and r.asset = $2 and ${OF_MEMBERS}`,
  params: [text, text],
  row: { amount },
});

/** By network and asset: what waits at members' addresses, and how many sweeps are under way. */
export const unsweptSums = defineQuery({
  name: 'kernel.unsweptSums',
  text: `select network, asset, sum(amount) as amount, sum(moving)::int as moving from (
      select r.network, r.asset, r.amount, 0 as moving from rail_unswept r where ${OF_MEMBERS}
      union all select network, asset, 0, 1 from rail_moves where kind = 'sweep' and state = 'signed' and attempt = 1
    ) u group by network, asset order by network, asset`,
  params: [],
  row: { network: text, asset: text, amount, moving: int4 },
});

export type UnsweptSum = RowOf<typeof unsweptSums>;
