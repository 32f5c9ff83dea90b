/** Decisions of operators, written into a test's database with their records. */
import {
  bool,
  int8,
  jsonb,
  nullable,
  text,
  timestamptz,
} from '../../src/platform/database/columns.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import { defineQuery, defineStatement } from '../../src/platform/database/query.ts';

const verify = defineStatement({
  name: 'test.verifyMember',
  text: `with verified as (update members set real_name_status = 2 where id = $1 returning id)
    insert into audit_log (operator_login, action, subject, member_id, reason, detail, address, is_shown, created_at)
    select '', 'member.verify', 'member:' || id, id, 'test', '{}', '', true, now() from verified`,
  params: [int8],
});

/** Verified, as the members of the demo are. */
export function verifyMember(tx: Tx, memberId: number): Promise<unknown> {
  return tx.run(verify, [memberId]);
}

const unverify = defineStatement({
  name: 'test.unverifyMember',
  text: 'update members set real_name_status = 3 where id = $1',
  params: [int8],
});

/** No longer verified, as after documents that were rejected. */
export function unverifyMember(tx: Tx, memberId: number): Promise<unknown> {
  return tx.run(unverify, [memberId]);
}

const freeze = defineStatement({
  name: 'test.freezeMember',
  // The server may add an operator alone only while there are fewer than two.
  text: `with there as (
      select id from operators order by id limit 1
    ), added as (
      insert into operators (login, password_hash, created_at)
      select 'freezes ' || gen_random_uuid(), '', now() where not exists (select from there) returning id
    ), person as (
      select id from there union all select id from added
    ), target as (
      update members set is_frozen = $2 where id = $1 and is_frozen <> $2 returning id
    ), begun as (
      insert into member_blocks (member_id, act, operator_id, until, set_at, set_as, is_suspicion)
      select target.id, 'freeze', person.id, now() + interval '1 day', now(), 'support', false from target, person where $2
      on conflict (member_id, act) do update set operator_id = excluded.operator_id, ended_at = null, set_at = excluded.set_at
    ), ended as (
      update member_blocks set ended_at = now(), lifted_by = (select id from person) where member_id = $1 and act = 'freeze' and ended_at is null and not $2
    )
    insert into audit_log (operator_id, operator_login, action, subject, member_id, reason, detail, address, is_shown, created_at)
    select person.id, 'test', case when $2 then 'member.freeze' else 'member.unfreeze' end, 'member:' || target.id, target.id, 'test',
      '{}', '', true, now() from target, person`,
  params: [int8, bool],
});

/** Frozen by an operator, or no longer. */
export function setFrozen(tx: Tx, memberId: number, isFrozen: boolean): Promise<unknown> {
  return tx.run(freeze, [memberId, isFrozen]);
}

const version = defineQuery({
  name: 'test.agreedVersion',
  text: `with there as (
      select id from operators order by id limit 2
    ), added as (
      insert into operators (login, password_hash, created_at)
      select 'agrees ' || n || gen_random_uuid(), '', now()
      from generate_series(1, 2 - (select count(*)::int from there)) n returning id
    ), people as (
      select id from there union all select id from added
    ), version as (
      insert into setting_versions (key, value, reason, announced_at, effective_at, state, proposed_by, created_at)
      select $1, $2, 'test', coalesce($4, now()) - interval '1 hour', coalesce($4, now()), 'inForce', min(id), now() from people returning id
    ), review as (
      insert into reviews (kind, subject_id, approvals, facts, facts_hash, first_by, first_hash, first_at, created_at, updated_at)
      select $3, version.id, 2, '{}', 'same', (select min(id) from people), 'same', now(), now(), now() from version returning id
    ), logged as (
      insert into audit_log (operator_id, operator_login, action, subject, reason, detail, address, is_shown, created_at)
      select (select max(id) from people), 'test', 'review.approve', 'review:' || id, '', '{}', '', false, now() from review
    )
    select review.id, (select max(id) from people) as second_id from review`,
  params: [text, jsonb<object | string | number | boolean | null>(), text, nullable(timestamptz)],
  row: { id: int8, secondId: int8 },
});

const approve = defineStatement({
  name: 'test.approveVersion',
  text: `update reviews set state = 'approved', decided_by = $2, decided_hash = 'same', decided_at = now() where id = $1`,
  params: [int8, int8],
});

interface Agreed {
  key: string;
  value: object | string | number | boolean | null;
  kind: 'setting' | 'terms' | 'marketTerms';
  /** Epoch ms; absent: now. */
  effectiveAt?: number;
}

/** Writes a version approved by two operators; the caller applies it. */
export async function agreeVersion(tx: Tx, agreed: Agreed): Promise<void> {
  const { key, value, kind, effectiveAt = null } = agreed;
  const { id, secondId } = await tx.one(version, [key, value, kind, effectiveAt]);
  await tx.run(approve, [id, secondId]);
}
