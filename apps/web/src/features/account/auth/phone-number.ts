/** Mobile numbers as they are typed: 11 digits in China, E.164 elsewhere; and the country that a prefix names. */
import { readPhoneDigits } from '@tern/protocol/typed-text';
import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import { metadata } from 'virtual:phone-metadata';
import { diallingCode, type Region } from './phone-countries.ts';

/** 11 digits, the first 1, the second 3 to 9. */
const CHINA_PHONE = /^(?:\+86)?0?1[3-9]\d{9}$/;
/** E.164 has at most 15 digits with the dialling code. The server knows the numbers of every country. */
const ANY_PHONE = /^\d{4,14}$/;

export function isPhoneOf(region: Region, typed: string): boolean {
  const phone = readPhoneDigits(typed);
  if (region === 'CN') return CHINA_PHONE.test(phone);
  if (!/^\+?\d+$/.test(phone)) return false;
  const code = diallingCode(region);
  if (!(region in metadata.countries)) return ANY_PHONE.test(phone.replace(`+${code}`, ''));
  const parsed = parsePhoneNumberFromString(phone, { defaultCallingCode: code }, metadata);
  // A number of another country would get the wrong dialling code.
  return parsed?.isValid() === true && parsed.countryCallingCode === code;
}

/**
 * The region of a number that begins with a dialling code, `+49…` or `0049…`; undefined without one, or if no such region is
 * offered. Where several share the code, the number decides, then `selected`.
 */
export function regionOfPrefix(
  typed: string,
  offered: readonly Region[],
  selected: Region,
): Region | undefined {
  const phone = readPhoneDigits(typed);
  const begins = (region: Region) => {
    const code = diallingCode(region);
    return code !== '' && phone.startsWith(`+${code}`);
  };
  const sharing = offered.filter(begins);
  const named = parsePhoneNumberFromString(phone, metadata)?.country;
  return [named, selected].find((region) => region && sharing.includes(region)) ?? sharing[0];
}
