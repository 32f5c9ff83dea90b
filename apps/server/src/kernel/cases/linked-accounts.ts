/** Accounts that have something in common with one: a device, an address, a payee, an inviter. */
import { arrayOf, int4, int8, text } from '../../platform/database/columns.ts';
import { defineQuery } from '../../platform/database/query.ts';

/** What more accounts share says nothing about any of them: a company, a mobile network, the address of an exchange. */
const SHARED_MAX = 20;

const among = (own: string, others: string) => `
    select o.member_id, o.ground, o.value from (${own}) own cross join lateral (
      select distinct d.member_id, own.ground, own.value from (${others}) d where d.member_id <> $1 limit ${SHARED_MAX + 1}
    ) o where (select count(distinct d.member_id) from (${others}) d) <= ${SHARED_MAX}`;

/** By ground, oldest account first; `times`: how many devices, addresses or payees. */
export const linkedAccounts = defineQuery({
  name: 'cases.linkedAccounts',
  text: `select member_id, ground, min(value) as value, count(*)::integer as times from (
    ${among(
      `select distinct 'device' as ground, m.key_hash as value from member_devices m where m.member_id = $1 and m.key_hash is not null`,
      'select s.member_id from member_devices s where s.key_hash = own.value',
    )}
    union all ${among(
      `select distinct 'network' as ground, m.address as value from member_devices m where m.member_id = $1 and m.address <> ''`,
      'select s.member_id from member_devices s where s.address = own.value',
    )}
    union all ${among(
      `select 'destination' as ground, v.value_key as value from screening_values v where v.member_id = $1 and v.what = 'address'`,
      `select s.member_id from screening_values s where s.what = 'address' and s.value_key = own.value`,
    )}
    union all ${among(
      `select 'payee' as ground, v.value_key as value from screening_values v where v.member_id = $1 and v.what = 'party'`,
      `select s.member_id from screening_values s where s.what = 'party' and s.value_key = own.value`,
    )}
    union all select m.invited_by, 'inviter', '' from members m where m.id = $1 and m.invited_by is not null
    union all (select m.id, 'invited', '' from members m where m.invited_by = $1 order by m.id desc limit ${SHARED_MAX})
  ) found group by member_id, ground
  order by array_position(array['device', 'destination', 'payee', 'network', 'inviter', 'invited'], ground), member_id limit 60`,
  params: [int8],
  row: { memberId: int8, ground: text, value: text, times: int4 },
});

const sharedValue = (what: string) => `exists (
      select from screening_values x join screening_values y on y.member_id = p.other and y.what = x.what and y.value_key = x.value_key
      where x.member_id = p.one and x.what = '${what}' and (
        select count(*) from (select from screening_values s where s.what = x.what and s.value_key = x.value_key limit ${SHARED_MAX + 1}) s
      ) <= ${SHARED_MAX})`;

/** Of pairs of accounts those that have something in common, with the strongest of it. */
export const linksOfPairs = defineQuery({
  name: 'cases.linksOfPairs',
  text: `select one, other, ground from (
      select p.one, p.other, case
        when exists (
          select from member_devices x join member_devices y on y.member_id = p.other and y.key_hash = x.key_hash
          where x.member_id = p.one and x.key_hash is not null and (
            select count(*) from (select from member_devices s where s.key_hash = x.key_hash limit ${SHARED_MAX + 1}) s
          ) <= ${SHARED_MAX}
        ) then 'device'
        when ${sharedValue('address')} then 'destination'
        when ${sharedValue('party')} then 'payee'
        when exists (
          select from members m where (m.id = p.one and m.invited_by = p.other or m.id = p.other and m.invited_by = p.one) and (
            select count(*) from (select from members s where s.invited_by = m.invited_by limit ${SHARED_MAX + 1}) s
          ) <= ${SHARED_MAX}
        ) then 'inviter' end as ground
      from unnest($1::bigint[], $2::bigint[]) as p(one, other)
    ) pairs where ground is not null`,
  params: [arrayOf(int8), arrayOf(int8)],
  row: { one: int8, other: int8, ground: text },
});
