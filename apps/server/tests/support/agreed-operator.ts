/** An operator whom two others agreed to add, with the records of it, as the owner of the database writes them. */
import type { Client } from 'pg';

export interface AgreedOperator {
  login: string;
  passwordHash: string;
  roles: readonly string[];
}

const ADD = `insert into operators (login, password_hash, roles, created_at) values ($1, $2, $3, now())`;
const PROPOSE = `insert into account_changes (change, login, roles, reason, proposed_by, created_at)
  select 'add', $1, $2, 'test', min(id), now() from operators returning id`;
const OPEN = `insert into reviews (kind, subject_id, approvals, facts, facts_hash, first_by, first_hash, first_at, created_at, updated_at)
  select 'account', id, 2, '{}', 'same', proposed_by, 'same', now(), now(), now() from account_changes where id = $1 returning id`;
const LOG = `insert into audit_log (operator_id, operator_login, action, subject, reason, detail, address, is_shown, created_at)
  select id, login, 'review.approve', 'review:' || $1::bigint, '', '{}', '', false, now() from operators
  where id = (select min(o.id) from operators o, reviews r where r.id = $1 and o.id <> r.first_by)`;
const APPROVE = `update reviews set state = 'approved', decided_hash = 'same', decided_at = now(),
  decided_by = (select min(id) from operators where id <> first_by) where id = $1`;

/** The second approval is that of another operator. */
export async function agreeAccountChange(owner: Client, changeId: number): Promise<void> {
  const opened = await owner.query<{ id: string }>(OPEN, [changeId]);
  const review = [opened.rows[0]!.id];
  await owner.query(LOG, review);
  await owner.query(APPROVE, review);
}

/** There are two operators already. */
export async function addAgreedOperator(
  owner: Client,
  { login, passwordHash, roles }: AgreedOperator,
): Promise<void> {
  await owner.query(ADD, [login, passwordHash, [...roles]]);
  const { rows } = await owner.query<{ id: string }>(PROPOSE, [login, [...roles]]);
  await agreeAccountChange(owner, Number(rows[0]!.id));
}
