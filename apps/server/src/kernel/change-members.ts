/** Changes of members: registration, passwords and the limits around them. */
import { int4, int8, nullable, text, timestamptz } from '../platform/database/columns.ts';
import { isUniqueViolation } from '../platform/database/database-errors.ts';
import type { Reader, Tx } from '../platform/database/database.ts';
import { defineQuery, defineStatement } from '../platform/database/query.ts';
import type { Phone } from './members.ts';

const insertMemberQuery = defineQuery({
  name: 'kernel.insertMember',
  text: `insert into members
      (email, country_code, phone, password_hash, invite_code, invited_by, lang, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
    on conflict (invite_code) do nothing
    returning id`,
  params: [text, text, text, text, text, nullable(int8), text, timestamptz],
  row: { id: int8 },
});

const setPasswordStatement = defineStatement({
  name: 'kernel.setPassword',
  text: `update members set password_hash = $2, withdrawals_blocked_until = $3, updated_at = $4
    where id = $1`,
  params: [int8, text, timestamptz, timestamptz],
});

const setPayPasswordStatement = defineStatement({
  name: 'kernel.setPayPassword',
  text: `update members set pay_password_hash = $2, pay_password_failures = 0,
      pay_password_locked_until = null, updated_at = $3
    where id = $1`,
  params: [int8, text, timestamptz],
});

const takePayPasswordTryQuery = defineQuery({
  name: 'kernel.takePayPasswordTry',
  text: `update members set
      pay_password_failures = case when pay_password_locked_until is null then pay_password_failures else 0 end + 1,
      pay_password_locked_until = case
        when case when pay_password_locked_until is null then pay_password_failures else 0 end + 1 >= $3
        then $4::timestamptz end
    where id = $1 and (pay_password_locked_until is null or pay_password_locked_until <= $2)
    returning pay_password_failures`,
  params: [int8, timestamptz, int4, timestamptz],
  row: { payPasswordFailures: int4 },
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
  /** In lower case. */
  email: string;
  passwordHash: string;
  inviteCode: string;
  invitedBy: number | null;
  lang: string;
}

/**
 * Opens an account; gives nothing when the invite code is taken, so that another can be tried.
 * Fails with: a unique violation that `takenField` tells apart.
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

/** Which field of a new member belongs to another already, when that is what went wrong. */
export function takenField(error: unknown): 'email' | 'phone' | undefined {
  if (isUniqueViolation(error, 'members_email')) return 'email';
  return isUniqueViolation(error, 'members_phone') ? 'phone' : undefined;
}

/** Sets the login password and blocks withdrawals until a moment (spec §9). */
export async function setPassword(
  tx: Tx,
  change: { memberId: number; passwordHash: string; withdrawalsBlockedUntil: number },
  at: number,
): Promise<void> {
  const { memberId, passwordHash, withdrawalsBlockedUntil } = change;
  await tx.run(setPasswordStatement, [memberId, passwordHash, withdrawalsBlockedUntil, at]);
}

/** Sets the withdrawal password and forgets its wrong tries. */
export async function setPayPassword(
  tx: Tx,
  change: { memberId: number; passwordHash: string },
  at: number,
): Promise<void> {
  await tx.run(setPayPasswordStatement, [change.memberId, change.passwordHash, at]);
}

/**
 * Counts a try of the withdrawal password before it is checked, so that parallel guesses cannot
 * outrun the limit. Gives the tries used, or nothing while the password is locked.
 */
export async function takePayPasswordTry(
  tx: Tx,
  limit: { memberId: number; triesMax: number; lockedUntil: number },
  at: number,
): Promise<number | undefined> {
  const { memberId, triesMax, lockedUntil } = limit;
  const taken = await tx.maybe(takePayPasswordTryQuery, [memberId, at, triesMax, lockedUntil]);
  return taken?.payPasswordFailures;
}

/** The withdrawal password was right and is being used: its wrong tries are forgotten. */
export async function clearPayPasswordTries(tx: Tx, memberId: number): Promise<void> {
  await tx.run(clearPayPasswordTriesStatement, [memberId]);
}

/** True for a code that opens a registration without an inviting member. */
export async function isInvitationCode(reader: Reader, code: string): Promise<boolean> {
  return (await reader.maybe(invitationCodeQuery, [code])) !== undefined;
}

/** Adds a code that opens registrations; nothing happens when it exists. */
export async function insertInvitationCode(tx: Tx, code: string, at: number): Promise<void> {
  await tx.run(insertInvitationCodeStatement, [code, at]);
}

/** Adds an operator; one who exists keeps their password. */
export async function insertOperator(
  tx: Tx,
  operator: { login: string; passwordHash: string },
  at: number,
): Promise<void> {
  await tx.run(insertOperatorStatement, [operator.login, operator.passwordHash, at]);
}
