/**
 * Audits attached take profits and stop losses: each has what the fills of its order brought, after fees, and none of two waits once the other
 * one was met or their order ended without a fill (ADR 86).
 */
import { conditionalStatus, spotSide, spotStatus } from '@tern/protocol';
import { int8, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';
import { FAULTS_MAX } from './every-row.ts';
import type { Finding } from './ledger.ts';

const { waiting, triggered, cancelled, rejected } = conditionalStatus;

const counted = defineQuery({
  name: 'attached.auditCount',
  text: 'select count(*)::int8 as attached from spot_conditional_orders where parent_order_id is not null',
  params: [],
  row: { attached: int8 },
});

/** What a cancelled one had is what its order had received at that time, or less than it has now. */
const disagreeing = defineQuery({
  name: 'attached.auditOrders',
  text: `select 'the attached order ' || c.id || ' does not agree with its order ' || c.parent_order_id as fault
    from spot_conditional_orders c left join spot_orders l on l.id = c.parent_order_id join instruments i on i.id = c.instrument_id
      join assets a on a.code = i.quote
      cross join lateral (select l.filled_quantity - l.fee as bought, trunc(l.filled_quote, a.scale) - l.fee as received) r
      cross join lateral (select case c.side when ${spotSide.sell} then nullif(r.bought - mod(r.bought, i.lot_size), 0)
        else nullif(r.received, 0) end as due, case c.side when ${spotSide.sell} then c.quantity else c.budget end as has) s
    where c.parent_order_id is not null and (l.member_id = c.member_id and l.instrument_id = c.instrument_id and l.side <> c.side
      and c.kind in (2, 4) and case c.status
        when ${cancelled} then coalesce(s.has, 0) <= coalesce(s.due, 0)
        when ${waiting} then s.has is not distinct from s.due and (l.status = ${spotStatus.open} or s.has is not null)
        else s.has = s.due and l.status <> ${spotStatus.open} and not exists (
          select from spot_conditional_orders o where o.parent_order_id = c.parent_order_id and o.id <> c.id
            and o.status in (${waiting}, ${triggered}, ${rejected}))
        end) is not true
    order by c.id limit ${FAULTS_MAX}`,
  params: [],
  row: { fault: text },
});

/** `reader` should be a snapshot. */
export async function auditAttached(reader: Reader): Promise<Finding> {
  const { attached } = await reader.one(counted, []);
  const faults = await reader.many(disagreeing, []);
  return {
    rule: 'every attached order has what its order received',
    checked: attached,
    faults: faults.map(({ fault }) => fault),
  };
}
