/** How typed identifiers and codes are read, by app and server alike: a keyboard or a copy may add what nobody means. Pure. */

/** Zero-width characters, direction marks and other characters without a picture. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Between the digits of phones and codes: spaces, dashes of any kind, dots, slashes, parentheses. */
const SEPARATORS = /[\s\p{Pd}./()·]/gu;

/** In compatibility form, so that full-width characters are plain ones; without what is not seen. */
export const plainText = (typed: string): string =>
  typed.normalize('NFKC').replaceAll(INVISIBLE, '').trim();

/** A code of digits or letters: by mail, SMS or an authenticator, of an invitation, in an image. `１２３ ４５６` is `123456`. */
export const readCode = (typed: string): string => plainText(typed).replaceAll(SEPARATORS, '');

/**
 * The digits of a phone number, behind a `+` if they begin with a country code. A national zero in parentheses behind a country
 * code is not dialled: `+49 (0)151 234` is `+49151234`.
 */
export function readPhoneDigits(typed: string): string {
  const plain = plainText(typed);
  const digits = plain.replaceAll(SEPARATORS, '').replace(/^00/, '+');
  if (!digits.startsWith('+')) return digits;
  return plain
    .replace(/\(\s*0\s*\)/, '')
    .replaceAll(SEPARATORS, '')
    .replace(/^00/, '+');
}

/** The characters of a password, as they are hashed and seen: however accents were typed, and without what is not seen. */
export const passwordLength = (password: string): number =>
  [...password.normalize('NFC').replaceAll(INVISIBLE, '')].length;
