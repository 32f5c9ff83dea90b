/** Changes of members: registration, contacts, passwords and their limits. */
import { int4, int8, nullable, text, timestamptz } from '../../platform/database/columns.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';
import type { Phone } from './members.ts';

const insertMemberQuery = defineQuery({
  name: 'kernel.insertMember',
  text: `insert into members
      (email, country_code, registered_country_code, phone, password_hash, invite_code, invited_by, lang,
        created_at, updated_at)
    values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $8)
    on conflict (invite_code) do nothing
    returning id`,
  params: [text, text, text, text, text, nullable(int8), text, timestamptz],
  row: { id: int8 },
});

const setPasswordStatement = defineStatement({
  name: 'kernel.setPassword',
  text: `update members set password_hash = $2, password_disabled_at = null, updated_at = $4,
      withdrawals_blocked_until = greatest(withdrawals_blocked_until, $3)
    where id = $1`,
  params: [int8, text, timestamptz, timestamptz],
});

const disablePasswordStatement = defineStatement({
  name: 'kernel.disablePassword',
  text: `update members set password_hash = $2, password_disabled_at = $3, updated_at = $3 where id = $1`,
  params: [int8, text, timestamptz],
});

const markResetStatement = defineStatement({
  name: 'kernel.markPasswordReset',
  text: 'update members set password_reset_at = $2 where id = $1',
  params: [int8, timestamptz],
});

const provePhoneStatement = defineStatement({
  name: 'kernel.provePhone',
  text: `update members set country_code = $2, phone = $3, phone_proven_at = $4, updated_at = $4
    where id = $1 and phone_proven_at is null`,
  params: [int8, text, text, timestamptz],
});

const clearPayPasswordStatement = defineStatement({
  name: 'kernel.clearPayPassword',
  text: `update members set pay_password_hash = null, password_reset_at = $2, updated_at = $2 where id = $1`,
  params: [int8, timestamptz],
});

const unprovePhoneStatement = defineStatement({
  name: 'kernel.unprovePhone',
  text: 'update members set phone_proven_at = null, updated_at = $2 where id = $1',
  params: [int8, timestamptz],
});

const setPayPasswordStatement = defineStatement({
  name: 'kernel.setPayPassword',
  text: `update members set pay_password_hash = $2, pay_password_failures = 0,
      pay_password_locked_until = null, updated_at = $3,
      withdrawals_blocked_until = greatest(withdrawals_blocked_until, $4)
    where id = $1`,
  params: [int8, text, timestamptz, nullable(timestamptz)],
});

/** Waits for a concurrent check, even one whose insert of the row is uncommitted. */
const lockPayPasswordChecksStatement = defineStatement({
  name: 'kernel.lockPayPasswordChecks',
  text: `insert into pay_password_checks (member_id) values ($1)
    on conflict (member_id) do update set member_id = excluded.member_id`,
  params: [int8],
});

const addPayPasswordFailureQuery = defineQuery({
  name: 'kernel.addPayPasswordFailure',
  text: `update members set
      pay_password_failures = case when pay_password_locked_until is null then pay_password_failures else 0 end + 1,
      pay_password_locked_until = case
        when case when pay_password_locked_until is null then pay_password_failures else 0 end + 1 >= $2
        then $3::timestamptz end
    where id = $1
    returning pay_password_failures`,
  params: [int8, int4, timestamptz],
  row: { payPasswordFailures: int4 },
});

const blockWithdrawalsStatement = defineStatement({
  name: 'kernel.blockWithdrawals',
  text: `update members set withdrawals_blocked_until = greatest(withdrawals_blocked_until, $2), updated_at = $3
    where id = $1`,
  params: [int8, timestamptz, timestamptz],
});

const clearPayPasswordTriesStatement = defineStatement({
  name: 'kernel.clearPayPasswordTries',
  text: `update members set pay_password_failures = 0, pay_password_locked_until = null where id = $1`,
  params: [int8],
});

const invitationCodeQuery = defineQuery({
  name: 'kernel.invitationCode',
  text: 'select code from invitation_codes where code = $1',
  params: [text],
  row: { code: text },
});

const insertInvitationCodeStatement = defineStatement({
  name: 'kernel.insertInvitationCode',
  text: 'insert into invitation_codes (code, created_at) values ($1, $2) on conflict (code) do nothing',
  params: [text, timestamptz],
});

const insertOperatorStatement = defineStatement({
  name: 'kernel.insertOperator',
  text: `insert into operators (login, password_hash, created_at) values ($1, $2, $3)
    on conflict (login) do nothing`,
  params: [text, text, timestamptz],
});

export interface NewMember extends Phone {
  /** Lower case. */
  email: string;
  passwordHash: string;
  inviteCode: string;
  invitedBy: number | null;
  lang: string;
}

/**
 * Opens an account; returns undefined if the invite code is taken, so that the caller can try another.
 * @throws a unique violation; see `takenField`
 */
export async function insertMember(
  tx: Tx,
  member: NewMember,
  at: number,
): Promise<number | undefined> {
  const { email, countryCode, phone, passwordHash, inviteCode, invitedBy, lang } = member;
  const inserted = await tx.maybe(insertMemberQuery, [
    email,
    countryCode,
    phone,
    passwordHash,
    inviteCode,
    invitedBy,
    lang,
    at,
  ]);
  return inserted?.id;
}

/** The field that another member already has, if the error is such a violation. */
export function takenField(error: unknown): 'email' | 'phone' | undefined {
  if (isUniqueViolation(error, 'members_email')) return 'email';
  return isUniqueViolation(error, 'members_phone') ? 'phone' : undefined;
}

/** Sets the login password and blocks withdrawals until a time, or longer if they already were. */
export async function setPassword(
  tx: Tx,
  change: { memberId: number; passwordHash: string; withdrawalsBlockedUntil: number },
  at: number,
): Promise<void> {
  const { memberId, passwordHash, withdrawalsBlockedUntil } = change;
  await tx.run(setPasswordStatement, [memberId, passwordHash, withdrawalsBlockedUntil, at]);
}

/** Replaces the login password by one that nobody knows: no login until the owner has set a new one with a code. */
export async function disablePassword(
  tx: Tx,
  change: { memberId: number; passwordHash: string },
  at: number,
): Promise<void> {
  await tx.run(disablePasswordStatement, [change.memberId, change.passwordHash, at]);
}

/** Records a password reset: a first withdrawal password set after it blocks withdrawals. */
export async function markPasswordReset(tx: Tx, memberId: number, at: number): Promise<void> {
  await tx.run(markResetStatement, [memberId, at]);
}

/**
 * Stores a phone as proven, in place of the earlier one. Returns false if the member's phone is already proven.
 * @throws a unique violation (see `takenField`) if another account has proven this phone
 */
export async function provePhone(
  tx: Tx,
  { memberId, countryCode, phone }: Phone & { memberId: number },
  at: number,
): Promise<boolean> {
  return (await tx.run(provePhoneStatement, [memberId, countryCode, phone, at])) === 1;
}

/** Makes the phone unproven again: it can reset nothing. */
export async function unprovePhone(tx: Tx, memberId: number, at: number): Promise<void> {
  await tx.run(unprovePhoneStatement, [memberId, at]);
}

/** Removes the withdrawal password; the next one counts as set after a reset. */
export async function clearPayPassword(tx: Tx, memberId: number, at: number): Promise<void> {
  await tx.run(clearPayPasswordStatement, [memberId, at]);
}

/** Sets the withdrawal password and clears wrong tries; without `withdrawalsBlockedUntil`, withdrawals are not blocked. */
export async function setPayPassword(
  tx: Tx,
  change: { memberId: number; passwordHash: string; withdrawalsBlockedUntil?: number | undefined },
  at: number,
): Promise<void> {
  const { memberId, passwordHash, withdrawalsBlockedUntil } = change;
  await tx.run(setPayPasswordStatement, [
    memberId,
    passwordHash,
    at,
    withdrawalsBlockedUntil ?? null,
  ]);
}

/** Serialises checks of this member's withdrawal password until the transaction ends. */
export async function lockPayPasswordChecks(tx: Tx, memberId: number): Promise<void> {
  await tx.run(lockPayPasswordChecksStatement, [memberId]);
}

/** Counts a wrong withdrawal password; the last allowed one locks it until `lockedUntil`. Returns the number of wrong tries. */
export async function addPayPasswordFailure(
  tx: Tx,
  limit: { memberId: number; triesMax: number; lockedUntil: number },
): Promise<number> {
  const { memberId, triesMax, lockedUntil } = limit;
  const added = await tx.one(addPayPasswordFailureQuery, [memberId, triesMax, lockedUntil]);
  return added.payPasswordFailures;
}

/** Clears the wrong tries after a correct withdrawal password. */
export async function clearPayPasswordTries(tx: Tx, memberId: number): Promise<void> {
  await tx.run(clearPayPasswordTriesStatement, [memberId]);
}

/** Blocks withdrawals until a time, or longer if they already were. */
export async function blockWithdrawals(
  tx: Tx,
  block: { memberId: number; until: number },
  at: number,
): Promise<void> {
  await tx.run(blockWithdrawalsStatement, [block.memberId, block.until, at]);
}

/** Whether the code allows registration without an inviting member. */
export async function isInvitationCode(reader: Reader, code: string): Promise<boolean> {
  return (await reader.maybe(invitationCodeQuery, [code])) !== undefined;
}

/** Adds an invitation code, unless it exists. */
export async function insertInvitationCode(tx: Tx, code: string, at: number): Promise<void> {
  await tx.run(insertInvitationCodeStatement, [code, at]);
}

/** Adds an operator; an existing one keeps the password. */
export async function insertOperator(
  tx: Tx,
  operator: { login: string; passwordHash: string },
  at: number,
): Promise<void> {
  await tx.run(insertOperatorStatement, [operator.login, operator.passwordHash, at]);
}
