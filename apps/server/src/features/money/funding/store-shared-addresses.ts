/** Accounts that withdrew to the same address. */
import { arrayOf, int8, text, timestamptz } from '../../../platform/database/columns.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { defineQuery } from '../../../platform/database/query.ts';

/** Of one address; more are of another exchange, whose customers share it. */
const WITHDRAWALS_MAX = 200;
const IS_MEANT = "state not in ('rejected', 'cancelled')";

const shared = defineQuery({
  name: 'withdrawal.sharedAddresses',
  text: `select own.member_id as of_member, w.member_id, own.address as value, w.created_at as at
    from (
      select distinct o.member_id, lower(o.address) as address, o.network, o.memo from unnest($1::bigint[]) as m(id)
      cross join lateral (
        select * from withdrawals o where o.member_id = m.id and o.created_at <= $3 order by o.id desc limit ${WITHDRAWALS_MAX}
      ) o where o.created_at >= $2 and o.${IS_MEANT}
    ) own cross join lateral (
      select w.id, w.member_id, w.created_at from withdrawals w
      where lower(w.address) = own.address and w.network = own.network and w.memo = own.memo
        and w.created_at >= $2 and w.created_at <= $3 and w.${IS_MEANT}
      order by w.created_at desc limit ${WITHDRAWALS_MAX}
    ) w
    where not exists (
      select from withdrawals e where e.member_id = w.member_id and e.id < w.id and lower(e.address) = own.address
        and e.network = own.network and e.memo = own.memo and e.${IS_MEANT}
    ) order by w.created_at, w.id`,
  params: [arrayOf(int8), timestamptz, timestamptz],
  row: { ofMember: int8, memberId: int8, value: text, at: timestamptz },
});

/**
 * Of each address to which one of these members withdrew from `from` to `until` (epoch ms): which accounts, itself too, did so for the
 * first time in that time. Oldest first.
 */
export const sharedAddresses = (
  reader: Reader,
  memberIds: readonly number[],
  { from, until }: { from: number; until: number },
) => reader.many(shared, [memberIds, from, until]);
