/** Phone numbers as they are stored: China's by the specification, every other by libphonenumber (ADR 7). Pure. */
import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/mobile';
import type { Phone } from '../../kernel/members/members.ts';

const CHINA = '86';
/** Eleven digits, the first 1, the second 3 to 9 (spec §5). */
const CHINA_PHONE = /^1[3-9]\d{9}$/;
const callingCodes: ReadonlySet<string> = new Set(
  getCountries().map((country) => getCountryCallingCode(country)),
);

const withoutSeparators = (text: string) => text.replace(/[\s().-]/g, '');

/**
 * Country code (86 when empty) and number in E.164 form; undefined unless it is a mobile number of that country. A
 * leading national 0 is allowed (ADR 7).
 */
export function parsePhone(input: { phone: string; countryCode: string }): Phone | undefined {
  const countryCode = withoutSeparators(input.countryCode).replace(/^(\+|00)/, '') || CHINA;
  const phone = withoutSeparators(input.phone);
  if (countryCode === CHINA) return CHINA_PHONE.test(phone) ? { countryCode, phone } : undefined;
  if (!callingCodes.has(countryCode)) return undefined;
  const parsed = parsePhoneNumberFromString(phone, { defaultCallingCode: countryCode });
  if (parsed?.isValid() !== true || parsed.countryCallingCode !== countryCode) return undefined;
  return { countryCode, phone: parsed.nationalNumber };
}
