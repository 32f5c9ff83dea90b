/** An operator whom two others agreed to add, with the records of it, as the owner of the database writes them. */
import type { Client } from 'pg';
import { type Seal, textOfAct } from '../../src/kernel/operators/act-seal.ts';

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
const APPROVE = `update reviews set state = 'approved', decided_hash = 'same', decided_at = now(),
  decided_by = (select min(id) from operators where id <> first_by) where id = $1`;

/** The second approval is that of another operator. `seal`: of the deployment, where its acts are checked. */
export async function agreeAccountChange(
  owner: Client,
  changeId: number,
  seal?: Seal,
): Promise<void> {
  const opened = await owner.query<{ id: string }>(OPEN, [changeId]);
  const reviewId = Number(opened.rows[0]!.id);
  await logApproval(owner, reviewId, { seal });
  await owner.query(APPROVE, [reviewId]);
}

/** There are two operators already. */
export async function addAgreedOperator(
  owner: Client,
  { login, passwordHash, roles }: AgreedOperator,
  seal?: Seal,
): Promise<void> {
  await owner.query(ADD, [login, passwordHash, [...roles]]);
  const { rows } = await owner.query<{ id: string }>(PROPOSE, [login, [...roles]]);
  await agreeAccountChange(owner, Number(rows[0]!.id), seal);
}

const SECOND = `select o.id, o.login from operators o, reviews r where r.id = $1 and o.id is distinct from r.first_by order by o.id limit 1`;
const LOG = `insert into audit_log
    (operator_id, operator_login, action, subject, member_id, reason, detail, address, is_shown, created_at, seal)
  values ($1, $2, $3, $4, null, '', '{}', '', false, $5, $6)`;

/** A line of the log: the first operator who did not approve the review yet approves it. */
export async function logApproval(
  owner: Client,
  reviewId: number,
  { seal, isFirst = false }: { seal?: Seal | undefined; isFirst?: boolean } = {},
): Promise<void> {
  const action = isFirst ? 'review.approveFirst' : 'review.approve';
  const { rows } = await owner.query<{ id: string; login: string }>(SECOND, [reviewId]);
  const { id, login: operatorLogin } = rows[0]!;
  const subject = `review:${reviewId}`;
  const createdAt = Date.now();
  const act = { operatorId: Number(id), operatorLogin, action, subject, createdAt };
  const rest = { memberId: null, reason: '', detail: {}, address: '', isShown: false };
  const sealed = seal?.(textOfAct({ ...act, ...rest })) ?? null;
  await owner.query(LOG, [id, operatorLogin, action, subject, new Date(createdAt), sealed]);
}
