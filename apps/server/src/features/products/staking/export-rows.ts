/** What mining and staking hold about a member, and what of it is running. */
import { heldRows } from '../../../kernel/account-data/held-rows.ts';
import { int8 } from '../../../platform/database/columns.ts';
import { defineQuery } from '../../../platform/database/query.ts';

export const stakingRows = [
  heldRows({
    name: 'mining-orders',
    tables: ['staking_orders'],
    from: 'from staking_orders t where t.member_id = $1',
    key: { id: 'bigint' },
  }),
  heldRows({
    name: 'mining-yields',
    tables: ['staking_payouts'],
    from: 'from staking_payouts t where t.member_id = $1',
    key: { due_at: 'timestamptz', id: 'bigint' },
  }),
];

/** Orders in term, and those that wait for their machine. */
export const countOpenOrders = defineQuery({
  name: 'staking.countOpenOrdersOfMember',
  text: `select count(*)::int8 as orders from staking_orders where member_id = $1 and state in ('pending', 'running')`,
  params: [int8],
  row: { orders: int8 },
});
