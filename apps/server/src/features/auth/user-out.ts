/** A member's own data in wire format, for login and getUserInfo. */
import type { UserOut } from '@tern/protocol';
import type { Static } from 'typebox';
import { isVerified, type Member } from '../../kernel/members/members.ts';
import { isoTime } from '../../platform/clock.ts';

/** Fields are picked one by one, so that no hash is ever included. */
export function userOut(member: Member): Static<typeof UserOut> {
  const { email, phone, countryCode, inviteCode, creditScore, isFrozen } = member;
  return {
    ID: member.id,
    CreatedAt: isoTime(member.createdAt),
    UpdatedAt: isoTime(member.updatedAt),
    username: email,
    email,
    phone,
    countryCode,
    phoneProven: member.phoneProvenAt !== null,
    inviteCode,
    creditScore,
    verified: isVerified(member),
    realNameStatus: member.realNameStatus,
    hasPayPassword: member.payPasswordHash !== null,
    frozen: isFrozen,
    withdrawalsBlockedUntil:
      member.withdrawalsBlockedUntil === null ? null : isoTime(member.withdrawalsBlockedUntil),
  };
}
