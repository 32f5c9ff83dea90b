/** The SQL of notices about fills of resting orders: finds the orders, takes those that are due. */
import { amount, int2, int4, int8, timestamptz } from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { statusCodes } from './order.ts';

/** `passed`: postings of the journal. `$2`: now; `$3`: when the notice of a part is due. */
export const readFills = defineQuery({
  name: 'spot.readFills',
  text: 'select spot_read_fills($1, $2, $3) as passed',
  params: [int4, timestamptz, timestamptz],
  row: { passed: int8 },
});

/** Orders whose notice is due, as they are now. Those that another transaction holds are skipped. */
export const takeDueFills = defineQuery({
  name: 'spot.takeDueFills',
  text: `with due as (
      select order_id from spot_fill_notices where due_at <= $1 order by due_at limit $2 for no key update skip locked
    )
    update spot_fill_notices n set due_at = null, is_done = o.status <> ${statusCodes.open}
    from due join spot_orders o on o.id = due.order_id
    where n.order_id = due.order_id
    returning o.id, o.member_id, o.instrument_id, o.side, o.status, o.quantity, o.filled_quantity, o.filled_quote`,
  params: [timestamptz, int8],
  row: {
    id: int8,
    memberId: int8,
    instrumentId: int2,
    side: int2,
    status: int2,
    quantity: amount,
    filledQuantity: amount,
    filledQuote: amount,
  },
});

export type FilledOrder = RowOf<typeof takeDueFills>;

/** More postings than any round has: fills of one order are never further apart in the journal. */
const ROUND_MAX = 1_000_000;

/** Forgets closed orders, once no fill of theirs can still be found. */
export const pruneFillNotices = defineStatement({
  name: 'spot.pruneFillNotices',
  text: `delete from spot_fill_notices n using spot_orders o, spot_fill_progress p
    where o.id = n.order_id and o.status <> ${statusCodes.open} and n.due_at is null
      and n.read_through < p.read_through - ${ROUND_MAX}`,
  params: [],
});
