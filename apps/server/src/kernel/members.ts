/** Members: the facts that several features read. Auth and profile change them through this file. */
import {
  bool,
  int2,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery, type RowOf } from '../platform/database/query.ts';

const COLUMNS = `id, email, country_code, phone, password_hash, pay_password_hash, pay_password_failures,
  pay_password_locked_until, invite_code, invited_by, credit_score, real_name_status, is_banned, is_frozen,
  lang, withdrawals_blocked_until, created_at, updated_at`;

const row = {
  id: int8,
  email: text,
  countryCode: text,
  phone: text,
  passwordHash: text,
  payPasswordHash: nullable(text),
  payPasswordFailures: int4,
  payPasswordLockedUntil: nullable(timestamptz),
  inviteCode: text,
  invitedBy: nullable(int8),
  creditScore: int4,
  realNameStatus: int2,
  isBanned: bool,
  isFrozen: bool,
  lang: text,
  withdrawalsBlockedUntil: nullable(timestamptz),
  createdAt: timestamptz,
  updatedAt: timestamptz,
} as const;

const memberByIdQuery = defineQuery({
  name: 'kernel.memberById',
  text: `select ${COLUMNS} from members where id = $1`,
  params: [int8],
  row,
});

export type Member = RowOf<typeof memberByIdQuery>;

/** rules §12 */
export const realNameStatus = { none: 0, submitted: 1, verified: 2, rejected: 3 } as const;

export function memberById(reader: Reader, id: number): Promise<Member | undefined> {
  return reader.maybe(memberByIdQuery, [id]);
}
