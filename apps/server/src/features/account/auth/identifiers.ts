/** E-mail addresses and logins as they are stored and looked up, however they are typed. */
import { domainToASCII } from 'node:url';
import { plainText, readPhoneDigits } from '@tern/protocol/typed-text';
import { parseWholePhone } from './phone-number.ts';

/** Without leading, trailing or repeated dots. Source: the HTML standard's pattern. */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const LABEL_LENGTH_MAX = 63;
const EMAIL_LENGTH_MAX = 254;

const isLabel = (label: string) =>
  label.length <= LABEL_LENGTH_MAX &&
  /^[a-z0-9-]+$/.test(label) &&
  !label.startsWith('-') &&
  !label.endsWith('-');

/** A domain of at least two labels, with a top level. */
function isMailDomain(domain: string): boolean {
  const labels = domain.split('.');
  const top = labels.at(-1)!;
  return labels.length > 1 && labels.every(isLabel) && top.length > 1 && /^[a-z]/.test(top);
}

/** The address as stored, in lower case and with the domain in ASCII (punycode); undefined when invalid. */
export function parseEmail(text: string): string | undefined {
  const typed = plainText(text).toLowerCase();
  const at = typed.lastIndexOf('@');
  const [local, written] = [typed.slice(0, Math.max(0, at)), typed.slice(at + 1)];
  // The local part has no such form: it stays as it is.
  const domain = /[^\0-\x7f]/.test(written) ? domainToASCII(written) : written;
  const email = `${local}@${domain}`;
  if (email.length > EMAIL_LENGTH_MAX) return undefined;
  return LOCAL_PART.test(local) && isMailDomain(domain) ? email : undefined;
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
