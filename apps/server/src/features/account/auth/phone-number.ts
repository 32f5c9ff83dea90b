/** Phone numbers as they are stored: China's by the specification, every other by libphonenumber (ADR 7). Pure. */
import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/mobile';
import { readPhoneDigits } from '@tern/protocol/typed-text';
import type { Phone } from '../../../kernel/members/members.ts';

const CHINA = '86';
/** Eleven digits, the first 1, the second 3 to 9, with or without the prefixes of a call. */
const CHINA_PHONE = /^(?:\+86)?0?(1[3-9]\d{9})$/;
const callingCodes: ReadonlySet<string> = new Set(
  getCountries().map((country) => getCountryCallingCode(country)),
);

/**
 * Country code (86 when empty) and number in E.164 form; undefined unless it is a mobile number of that country. The number may
 * begin with the country code, with a national prefix, or with both (ADR 7).
 */
export function parsePhone(input: { phone: string; countryCode: string }): Phone | undefined {
  const countryCode = readPhoneDigits(input.countryCode).replace('+', '') || CHINA;
  const typed = readPhoneDigits(input.phone);
  if (countryCode === CHINA) {
    const phone = CHINA_PHONE.exec(typed)?.[1];
    return phone === undefined ? undefined : { countryCode, phone };
  }
  if (!callingCodes.has(countryCode)) return undefined;
  const parsed = parsePhoneNumberFromString(typed, { defaultCallingCode: countryCode });
  if (parsed?.isValid() !== true || parsed.countryCallingCode !== countryCode) return undefined;
  return { countryCode, phone: parsed.nationalNumber };
}

/** The digits of a login that begins with a country code, as they are stored; undefined without one. */
export function parseWholePhone(text: string): string | undefined {
  const typed = readPhoneDigits(text);
  if (!typed.startsWith('+')) return undefined;
  const code = callingCodeOf(typed.slice(1));
  const parsed = code && parsePhone({ phone: typed, countryCode: code });
  return parsed ? `${parsed.countryCode}${parsed.phone}` : typed.slice(1);
}

/** No calling code begins another. */
const callingCodeOf = (digits: string): string | undefined =>
  [1, 2, 3].map((length) => digits.slice(0, length)).find((code) => callingCodes.has(code));
