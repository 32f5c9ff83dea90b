/** Checks of the member whose request is reviewed. */
import { isVerified, type Member } from '../members/members.ts';
import type { ReviewCheck } from './review-kind.ts';

export const notFrozen = (
  member: Member | undefined,
  level: ReviewCheck['level'],
): ReviewCheck => ({ name: 'account-not-frozen', isPassed: member?.isFrozen === false, level });

export const identityVerified = (member: Member | undefined): ReviewCheck => ({
  name: 'identity-verified',
  isPassed: member !== undefined && isVerified(member),
  level: 'stop',
});

/** Of a member who takes money out. */
export const noPasswordChange = (member: Member | undefined, at: number): ReviewCheck => ({
  name: 'no-password-change-in-24h',
  isPassed: (member?.withdrawalsBlockedUntil ?? 0) <= at,
  level: 'stop',
});
