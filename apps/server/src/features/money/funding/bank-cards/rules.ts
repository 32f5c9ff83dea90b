/** Numbers of cards and accounts, and countries: read and checked. Pure. */

const NUMBER = /^[A-Z0-9]{4,34}$/;
const IBAN_BEGINS = /^[A-Z]{2}\d\d/;
const IBAN_LENGTH_MIN = 15;

const withoutBlanks = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase();

/** A card or account number as it is stored; undefined for an impossible one. */
export function readCardNumber(text: string): string | undefined {
  const number = withoutBlanks(text);
  return NUMBER.test(number) ? number : undefined;
}

/**
 * An IBAN as it is stored. A number that begins like one must have correct check digits; others are of countries
 * without IBAN (ADR 29). Source: ISO 13616, ISO 7064 (mod 97-10).
 */
export function readIban(text: string): string | undefined {
  const number = readCardNumber(text);
  if (number === undefined || !IBAN_BEGINS.test(number)) return number;
  return number.length >= IBAN_LENGTH_MIN && checkOf(number) === 1 ? number : undefined;
}

function checkOf(iban: string): number {
  const turned = iban.slice(4) + iban.slice(0, 4);
  let remainder = 0;
  for (const digit of turned.replaceAll(/[A-Z]/g, (letter) => String(parseInt(letter, 36)))) {
    remainder = (remainder * 10 + Number(digit)) % 97;
  }
  return remainder;
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Regions with a code that are not countries. */
const NO_COUNTRY = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

const CODE = /^[A-Z]{2}$/;

/** ISO 3166-1, in capitals, from the code or the English name; undefined for an unknown one. */
export function readCountry(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  if (!CODE.test(code)) return codesByName().get(code);
  const isKnown = !NO_COUNTRY.has(code) && regions.of(code) !== undefined;
  return isKnown ? code : undefined;
}

let namedCodes: ReadonlyMap<string, string> | undefined;

/** Codes by English name in capitals. A former code (`DD`) has the name of the code that replaced it. */
function codesByName(): ReadonlyMap<string, string> {
  namedCodes ??= new Map(
    [...LETTERS].flatMap((first) =>
      [...LETTERS].flatMap((second) => {
        const code = first + second;
        const current = new Intl.Locale('und', { region: code }).region;
        const name = NO_COUNTRY.has(code) || current !== code ? undefined : regions.of(code);
        return name === undefined ? [] : [[name.toUpperCase(), code] as const];
      }),
    ),
  );
  return namedCodes;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
