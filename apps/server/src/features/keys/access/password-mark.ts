/** Binds keys to the login password they were created with, so that a new password invalidates them (ADR 21). */
import { createHash } from 'node:crypto';
import type { Member } from '../../../kernel/members/members.ts';

/** Derived from the salted hash, so it changes with every new password and reveals nothing about it. */
export function passwordMark(member: Pick<Member, 'id' | 'passwordHash'>): string {
  return createHash('sha256')
    .update(`api keys of ${member.id}\n${member.passwordHash}`)
    .digest('base64url');
}
