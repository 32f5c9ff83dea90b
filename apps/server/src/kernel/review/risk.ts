/** What makes a member's request riskier than others: signs that add up. It orders nothing and decides nothing. */
import { arrayOf, bool, int8, text, timestamptz } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';
import { DAY_MS } from '../../platform/durations.ts';
import type { ReviewSign, Risk } from '@tern/protocol/operator';

const NEW_DAYS = 7;
const REJECTED_DAYS = 30;

/** `$2`: now, `$3`: accounts opened later are new, `$4`: rejections since, `$5`: kinds of requests of members. */
const signsOfMembers = defineQuery({
  name: 'kernel.riskSignsOfMembers',
  text: `select m.id as member_id, m.created_at > $3 as is_new, m.real_name_status <> 2 as is_unverified,
      coalesce(m.withdrawals_blocked_until > $2, false) as is_changed, m.is_frozen or m.is_banned as is_stopped,
      exists (select from reviews r where r.member_id = m.id and r.state = 'rejected' and r.decided_at > $4 and r.kind = any ($5)) as is_rejected
    from members m where m.id = any ($1)`,
  params: [arrayOf(int8), timestamptz, timestamptz, timestamptz, arrayOf(text)],
  row: {
    memberId: int8,
    isNew: bool,
    isUnverified: bool,
    isChanged: bool,
    isStopped: bool,
    isRejected: bool,
  },
});

export type MemberSigns = Omit<RowOf<typeof signsOfMembers>, 'memberId'>;

/** Each sign counts one: none is low, one medium, more are high. Who sends documents cannot be verified yet. */
export function riskOf(kind: string, signs: MemberSigns): Risk {
  const found: readonly (readonly [boolean, ReviewSign])[] = [
    [signs.isStopped, 'stopped'],
    [signs.isChanged, 'accessChanged'],
    [signs.isRejected, 'rejectedBefore'],
    [signs.isUnverified && kind !== 'identity', 'notVerified'],
    [signs.isNew, 'newAccount'],
  ];
  const given = found.flatMap(([isGiven, sign]) => (isGiven ? [sign] : []));
  const level = given.length === 0 ? 'low' : given.length === 1 ? 'medium' : 'high';
  return { level, signs: given };
}

/** Of each of these members now. `kinds`: of requests of members, since proposals of operators say nothing of them. */
export async function riskSignsOf(
  reader: Reader,
  memberIds: readonly number[],
  { kinds, at }: { kinds: readonly string[]; at: number },
): Promise<ReadonlyMap<number, MemberSigns>> {
  if (memberIds.length === 0) return new Map();
  const since = [at - NEW_DAYS * DAY_MS, at - REJECTED_DAYS * DAY_MS] as const;
  const rows = await reader.many(signsOfMembers, [[...new Set(memberIds)], at, ...since, kinds]);
  return new Map(rows.map(({ memberId, ...signs }) => [memberId, signs]));
}
