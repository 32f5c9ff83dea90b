/** What is wrong with an IBAN while it is typed, and where. Pure. The server decides by the check digits alone (ISO 13616). */
import { countrySpecs, isValidIBAN } from 'ibantools';
import { withoutSpaces } from './bank-numbers.ts';

export type IbanFault =
  /** No country with IBANs begins so. */
  | { kind: 'country'; country: string }
  /** Counted without spaces. */
  | { kind: 'length'; country: string; expected: number; given: number }
  /** The first character that its country does not have at this place, counted from 1 without spaces. */
  | { kind: 'character'; place: number; character: string; wants: 'digit' | 'letter' }
  | { kind: 'digits' };

/** Longer than most account numbers, and the shortest IBAN: until here, more may follow. */
const TYPED_ENOUGH = 15;
const BEGINS = /^([A-Z]{2})/;
const DIGIT = /\d/;
const LETTER = /[A-Z]/;

/** Undefined for a valid IBAN, an account number of a country without IBANs, and what is still short. */
export function ibanFault(text: string): IbanFault | undefined {
  const iban = withoutSpaces(text);
  const [, country] = BEGINS.exec(iban) ?? [];
  if (country === undefined || iban.length < 5) return undefined;
  const { chars: expected, bban_regexp: structure } = countrySpecs[country] ?? {};
  if (!expected || !structure) {
    const isLikeOne = /^..\d\d/.test(iban) && iban.length >= TYPED_ENOUGH;
    return isLikeOne ? { kind: 'country', country } : undefined;
  }
  const given = iban.length;
  const odd = oddCharacter(iban, `[0-9]{2}${structure.replace('^', '')}`);
  if (odd !== undefined) return odd;
  if (given > expected || (given < expected && given >= TYPED_ENOUGH)) {
    return { kind: 'length', country, expected, given };
  }
  return given === expected && !isValidIBAN(iban) ? { kind: 'digits' } : undefined;
}

/** Reads the structure after the country's letters, for example `[0-9]{2}[A-Z]{4}[0-9]{14}$`, place by place. */
function oddCharacter(iban: string, structure: string): IbanFault | undefined {
  let place = 2;
  for (const [, allowed = '', times = ''] of structure.matchAll(/\[([^[\]]+)\]\{(\d+)\}/g)) {
    const end = place + Number(times);
    for (; place < end && place < iban.length; place += 1) {
      const character = iban[place]!;
      if (!allowed.includes('A-Z') && !DIGIT.test(character))
        return { kind: 'character', place: place + 1, character, wants: 'digit' };
      if (!allowed.includes('0-9') && !LETTER.test(character))
        return { kind: 'character', place: place + 1, character, wants: 'letter' };
    }
  }
  return undefined;
}
