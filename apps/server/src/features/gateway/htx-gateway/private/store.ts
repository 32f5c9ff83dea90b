/** The SQL of cancel timers. */
import { int8, timestamptz } from '../../../../platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../../../platform/database/query.ts';

/** The orders of one page of timers are cancelled concurrently. */
const TIMERS_PER_PAGE = 20;

export const setTimer = defineStatement({
  name: 'htx-gateway.setCancelTimer',
  text: `insert into api_cancel_timers (member_id, trigger_at) values ($1, $2)
    on conflict (member_id) do update set trigger_at = excluded.trigger_at`,
  params: [int8, timestamptz],
});

export const endTimer = defineStatement({
  name: 'htx-gateway.endCancelTimer',
  text: 'delete from api_cancel_timers where member_id = $1',
  params: [int8],
});

/** Only if the program has not renewed it meanwhile. */
export const endDueTimer = defineStatement({
  name: 'htx-gateway.endDueCancelTimer',
  text: 'delete from api_cancel_timers where member_id = $1 and trigger_at = $2',
  params: [int8, timestamptz],
});

/** Sorted by time and member, after the last timer read. */
export const dueTimers = defineQuery({
  name: 'htx-gateway.dueCancelTimers',
  text: `select member_id, trigger_at from api_cancel_timers
    where trigger_at <= $1 and (trigger_at, member_id) > ($2::timestamptz, $3::bigint)
    order by trigger_at, member_id limit ${TIMERS_PER_PAGE}`,
  params: [timestamptz, timestamptz, int8],
  row: { memberId: int8, triggerAt: timestamptz },
});
