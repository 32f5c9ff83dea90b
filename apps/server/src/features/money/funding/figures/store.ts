/** The SQL of the public figures of withdrawals and bank payouts (ADR 51). */
import { int8, nullable, text, timestamptz } from '../../../../platform/database/columns.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../../../platform/database/query.ts';

/** A rail used by fewer members than `$3` is counted with the others of its kind, under the empty name. */
const railsBetween = defineQuery({
  name: 'funding.figuresOfRails',
  text: `with sent as (
      select asset || ', ' || network as rail, member_id, updated_at - created_at as took from withdrawals
      where state = 'completed' and updated_at >= $1 and updated_at < $2
      union all
      select 'bank', member_id, updated_at - created_at from payouts
      where state = 'completed' and updated_at >= $1 and updated_at < $2
    ), large as (
      select rail from sent group by rail having count(distinct member_id) >= $3
    )
    select coalesce(l.rail, '') as rail, count(*) as sent, count(distinct s.member_id) as members,
      (extract(epoch from percentile_disc(0.5) within group (order by s.took)) * 1000)::bigint as p50,
      (extract(epoch from percentile_disc(0.95) within group (order by s.took)) * 1000)::bigint as p95
    from sent s left join large l using (rail) group by l.rail order by count(*) filter (where l.rail is not null) desc, l.rail`,
  params: [timestamptz, timestamptz, int8],
  row: { rail: text, sent: int8, members: int8, p50: nullable(int8), p95: nullable(int8) },
});

const endedBetween = defineQuery({
  name: 'funding.figuresOfEnded',
  text: `select e.state, case when e.state = 'rejected' and starts_with(e.reason, 'reason.') then e.reason else '' end as reason,
      count(*) as count
    from (
      select state, reason from withdrawals
      where state in ('completed', 'rejected', 'cancelled') and updated_at >= $1 and updated_at < $2
      union all
      select state, reason from payouts
      where state in ('completed', 'rejected', 'cancelled') and updated_at >= $1 and updated_at < $2
    ) e group by 1, 2`,
  params: [timestamptz, timestamptz],
  row: { state: text, reason: text, count: int8 },
});

export interface Span {
  /** Epoch milliseconds; `to` is excluded. */
  readonly from: number;
  readonly to: number;
}

/** Most used first, the small ones together last. Units of `p50`, `p95`: milliseconds from the request to its end. */
export function findRails(
  reader: Reader,
  { from, to }: Span,
  membersMin: number,
): Promise<RowOf<typeof railsBetween>[]> {
  return reader.many(railsBetween, [from, to, membersMin]);
}

/** `reason` is a text key, or empty: not refused, or refused in the words of an operator. */
export function findEnded(
  reader: Reader,
  { from, to }: Span,
): Promise<RowOf<typeof endedBetween>[]> {
  return reader.many(endedBetween, [from, to]);
}
