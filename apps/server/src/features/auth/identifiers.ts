/** E-mail addresses and logins as they are stored and looked up, however they are typed. */
import { domainToASCII } from 'node:url';
import { plainText, readPhoneDigits } from '@tern/protocol/typed-text';
import { parseWholePhone } from './phone-number.ts';

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
