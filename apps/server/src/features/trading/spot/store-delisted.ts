/** The SQL of delisted markets: what is open in one, and whose. */
import { bool, int2, int8 } from '../../../platform/database/columns.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { defineQuery } from '../../../platform/database/query.ts';
import { conditionalStatusCodes } from './conditional/conditional-order.ts';
import { statusCodes } from './order.ts';

const OPEN = `select id, member_id, false as waits from spot_orders where instrument_id = $1 and status = ${statusCodes.open}`;
const WAITING = `select id, member_id, true as waits from spot_conditional_orders
      where instrument_id = $1 and status = ${conditionalStatusCodes.waiting}`;

export const openOf = defineQuery({
  name: 'spot.openOfMarket',
  text: `(${WAITING} order by id limit $2) union all (${OPEN} order by id limit $2)`,
  params: [int2, int8],
  row: { id: int8, memberId: int8, waits: bool },
});

const membersAfter = defineQuery({
  name: 'spot.membersTradingAfter',
  text: `select distinct member_id from (${OPEN} union all ${WAITING}) each_order
    where member_id > $2 order by member_id limit $3`,
  params: [int2, int8, int8],
  row: { memberId: int8 },
});

/** Members with open or waiting orders of a market, the next ones by id. */
export async function membersTrading(
  reader: Reader,
  instrumentId: number,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<number[]> {
  const rows = await reader.many(membersAfter, [instrumentId, afterId, limit]);
  return rows.map(({ memberId }) => memberId);
}
