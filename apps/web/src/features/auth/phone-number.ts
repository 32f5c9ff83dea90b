/** Validates a mobile number of the selected country: 11 digits in China (spec §5), E.164 elsewhere. */
import { readPhoneDigits } from '@tern/protocol/typed-text';
import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import { metadata } from 'virtual:phone-metadata';
import { diallingCode, type Region } from './phone-countries.ts';

/** spec §5: 11 digits, the first 1, the second 3 to 9. */
const CHINA_PHONE = /^(?:\+86)?0?1[3-9]\d{9}$/;
/** E.164 has at most 15 digits with the dialling code. The server knows the numbers of every country. */
const ANY_PHONE = /^\d{4,14}$/;

export function isPhoneOf(region: Region, typed: string): boolean {
  const phone = readPhoneDigits(typed);
  if (region === 'CN') return CHINA_PHONE.test(phone);
  if (!/^\+?\d+$/.test(phone)) return false;
  if (!(region in metadata.countries)) return ANY_PHONE.test(phone);
  const code = diallingCode(region);
  const parsed = parsePhoneNumberFromString(phone, { defaultCallingCode: code }, metadata);
  // A number of another country would get the wrong dialling code.
  return parsed?.isValid() === true && parsed.countryCallingCode === code;
}
