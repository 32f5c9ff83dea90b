/**
 * Audits OCO orders: a stop waits exactly as long as its limit order is open, both know one filled quantity, and of a stop that was met
 * the limit order was cancelled (ADR 74).
 */
import { conditionalStatus, spotStatus } from '@tern/protocol';
import { int8, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';
import { FAULTS_MAX } from './every-row.ts';
import type { Finding } from './ledger.ts';

const counted = defineQuery({
  name: 'pairs.auditCount',
  text: 'select count(*)::int8 as pairs from spot_conditional_orders where pair_order_id is not null',
  params: [],
  row: { pairs: int8 },
});

const disagreeing = defineQuery({
  name: 'pairs.auditEnds',
  text: `select 'the limit order ' || c.pair_order_id || ' is not what the stop ' || c.id || ' of its OCO says' as fault
    from spot_conditional_orders c left join spot_orders l on l.id = c.pair_order_id
    where c.pair_order_id is not null and (l.filled_quantity = c.pair_filled and l.quantity = c.quantity and l.limit_price = c.pair_price
      and l.member_id = c.member_id and l.instrument_id = c.instrument_id and l.side = c.side and case c.status
        when ${conditionalStatus.waiting} then l.status = ${spotStatus.open}
        when ${conditionalStatus.cancelled} then l.status in (${spotStatus.filled}, ${spotStatus.cancelled})
        else l.status = ${spotStatus.cancelled} end) is not true
    order by c.id limit ${FAULTS_MAX}`,
  params: [],
  row: { fault: text },
});

/** `reader` should be a snapshot. */
export async function auditPairs(reader: Reader): Promise<Finding> {
  const { pairs } = await reader.one(counted, []);
  const faults = await reader.many(disagreeing, []);
  return {
    rule: 'both ends of every OCO agree',
    checked: pairs,
    faults: faults.map(({ fault }) => fault),
  };
}
