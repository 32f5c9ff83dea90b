/** The rules of auth: e-mail addresses, logins, waiting times and subjects of limits. Pure. */
import { domainToASCII } from 'node:url';
import { plainText, readPhoneDigits } from '@tern/protocol/typed-text';
import type { Phone } from '../../kernel/members/members.ts';
import { limitKey, type LimitKey } from '../../platform/limit-key.ts';
import { parseWholePhone } from './phone-number.ts';

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

/** A local part without stray dots, a domain of at least two labels. Source: the HTML standard's pattern, with a top level. */
const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;
const EMAIL_LENGTH_MAX = 254;

/** The address as stored, in lower case and with the domain in ASCII (punycode); undefined when invalid. */
export function parseEmail(text: string): string | undefined {
  const typed = plainText(text).toLowerCase();
  const at = typed.lastIndexOf('@') + 1;
  const domain = typed.slice(at);
  // The local part has no such form: it stays as it is.
  const email = /[^\0-\x7f]/.test(domain) ? typed.slice(0, at) + domainToASCII(domain) : typed;
  return email.length <= EMAIL_LENGTH_MAX && EMAIL.test(email) ? email : undefined;
}

/**
 * Hides the end of a network address: enough for its owner to recognise, not enough to identify a person. It is shown
 * on a device whose session ended, which may be a thief's. `203.0.113.•`, `2001:db8:1:•`
 */
export function maskAddress(address: string): string {
  return address.includes(':')
    ? `${address.split(':').slice(0, 3).join(':')}:•`
    : address.replace(/\d+$/, '•');
}

/** The login as typed. `isWhole` means that the digits begin with a country code. */
export type Login = { email: string } | { digits: string; isWhole: boolean };

export function parseLogin(text: string): Login {
  const typed = plainText(text);
  if (typed.includes('@')) return { email: parseEmail(typed) ?? typed.toLowerCase() };
  const whole = parseWholePhone(typed);
  return whole === undefined
    ? { digits: readPhoneDigits(typed), isWhole: false }
    : { digits: whole, isWhole: true };
}

export function accountSubject(memberId: number): LimitKey {
  return limitKey('member', memberId);
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
