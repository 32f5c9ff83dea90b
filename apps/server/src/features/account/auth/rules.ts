/** The rules of auth: what codes are for, masked addresses, and waiting times. Pure. */
import type { Phone } from '../../../kernel/members/members.ts';

/** The recipient of a code, proven by entering it. */
export type CodeTarget = { email: string } | Phone;

/** What a code is for. It is good for nothing else, and its message says so. */
export type CodePurpose =
  | 'register'
  | 'resetPassword'
  | 'resetPayPassword'
  | 'provePhone'
  | 'transcript';

export const recipientOf = (target: CodeTarget): string =>
  'email' in target ? `email ${target.email}` : `phone ${target.countryCode} ${target.phone}`;

/** To whom a code is sent, and for what. */
export interface CodeUse {
  target: CodeTarget;
  purpose: CodePurpose;
}

/**
 * Hides the end of a network address: enough for its owner to recognise, not enough to identify a person. It is shown
 * on a device whose session ended, which may be a thief's. `203.0.113.•`, `2001:db8:1:•`
 */
export function maskAddress(address: string): string {
  return address.includes(':')
    ? `${address.split(':').slice(0, 3).join(':')}:•`
    : address.replace(/\d{1,3}$/, '•');
}

/**
 * Milliseconds until another attempt may be made, 0 when now. `failures` are the times of earlier
 * failures, oldest first.
 */
export function attemptWaitMs(
  failures: readonly number[],
  limit: { max: number; windowMs: number },
  now: number,
): number {
  const recent = failures.filter((at) => at > now - limit.windowMs);
  const blocking = recent[recent.length - limit.max];
  return blocking === undefined ? 0 : blocking + limit.windowMs - now;
}
