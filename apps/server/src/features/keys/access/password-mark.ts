/** Binds keys to the login password they were made with, so that a new password ends them all (ADR 21). */
import { createHash } from 'node:crypto';
import type { Member } from '../../../kernel/members/members.ts';

/** The stored hash has a salt of its own: the mark changes with it and tells nothing about the password. */
export function passwordMark(member: Pick<Member, 'id' | 'passwordHash'>): string {
  return createHash('sha256')
    .update(`api keys of ${member.id}\n${member.passwordHash}`)
    .digest('base64url');
}
