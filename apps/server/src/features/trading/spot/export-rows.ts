/** What spot trading holds about a member: orders, conditional orders, their changes, and the side of each trade that is theirs. */
import { heldRows } from '../../../kernel/account-data/held-rows.ts';

export const spotRows = [
  heldRows({
    name: 'spot-orders',
    tables: ['spot_orders'],
    from: `from (
      select o.*, instrument_symbol(o.instrument_id) as symbol from spot_orders o
    ) t where t.member_id = $1`,
    key: { created_at: 'timestamptz', id: 'bigint' },
    omits: ['instrument_id'],
  }),
  heldRows({
    name: 'spot-conditional-orders',
    tables: ['spot_conditional_orders'],
    from: `from (
      select c.*, instrument_symbol(c.instrument_id) as symbol from spot_conditional_orders c
    ) t where t.member_id = $1`,
    key: { created_at: 'timestamptz', id: 'bigint' },
    omits: ['instrument_id'],
  }),
  heldRows({
    name: 'spot-amendments',
    tables: ['spot_amendments'],
    from: `from (
      select a.*, o.member_id from spot_orders o join spot_amendments a on a.order_id = o.id
    ) t where t.member_id = $1`,
    key: { id: 'bigint' },
  }),
  heldRows({
    name: 'spot-conditional-amendments',
    tables: ['spot_conditional_amendments'],
    from: `from (
      select a.*, c.member_id from spot_conditional_orders c join spot_conditional_amendments a on a.conditional_id = c.id
    ) t where t.member_id = $1`,
    key: { id: 'bigint' },
  }),
  heldRows({
    name: 'spot-trades',
    tables: ['spot_trades'],
    from: `from (
      select x.id, o.member_id, o.id as order_id, x.price, x.quantity, x.quote_amount,
        case when o.id = x.maker_order_id then x.maker_fee else x.taker_fee end as fee,
        case when o.id = x.maker_order_id then 'maker' else 'taker' end as role, x.created_at
      from spot_orders o join lateral (
        select m.* from spot_trades m where m.maker_order_id = o.id
        union all select k.* from spot_trades k where k.taker_order_id = o.id
      ) x on true
    ) t where t.member_id = $1`,
    key: { id: 'bigint' },
  }),
];
