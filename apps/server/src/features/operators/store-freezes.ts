/** SQL of freezes: who froze a member, until when. */
import { int8, nullable, timestamptz } from '../../platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';

export const freezeOfMember = defineQuery({
  name: 'operators.freezeOfMember',
  text: 'select operator_id, until, ended_at from member_freezes where member_id = $1',
  params: [int8],
  row: { operatorId: int8, until: timestamptz, endedAt: nullable(timestamptz) },
});

export const putFreeze = defineStatement({
  name: 'operators.putFreeze',
  text: `insert into member_freezes (member_id, operator_id, until) values ($1, $2, $3)
    on conflict (member_id) do update set operator_id = excluded.operator_id, until = excluded.until,
      ended_at = null`,
  params: [int8, int8, timestamptz],
});

export const endFreeze = defineStatement({
  name: 'operators.endFreeze',
  text: 'update member_freezes set ended_at = $2 where member_id = $1 and ended_at is null',
  params: [int8, timestamptz],
});

export const dueFreezes = defineQuery({
  name: 'operators.dueFreezes',
  text: 'select member_id from member_freezes where ended_at is null and until <= $1 order by until limit 100',
  params: [timestamptz],
  row: { memberId: int8 },
});
