/** Numbers of bank cards in a message: as cards print them, in groups, or in one. Pure. */
import { numberOf, type NumberPart, type Parts, type Place } from './message-parts.ts';

const [DIGITS_MIN, DIGITS_MAX] = [13, 19];

/** Each number that a card may have; of those that begin at a group, the longest. */
export function cardsIn(parts: Parts): Place[] {
  return parts.numbers.flatMap((number) => cardsOf(parts, number));
}

function cardsOf(parts: Parts, { first, last, text, groups }: NumberPart): Place[] {
  const digits = digitsOf(text);
  if (digits.length < DIGITS_MIN) return [];
  const cards: Place[] = [];
  let from = 0;
  for (let begin = 0; begin <= last - first; begin += 1) {
    const count = cardGroups(groups, digits, { begin, from });
    if (count > 0) cards.push(numberOf(parts, first + begin, first + begin + count - 1));
    const end = begin + Math.max(1, count);
    while (begin < end) {
      from += groups[begin]!;
      begin += 1;
    }
    begin -= 1;
  }
  return cards;
}

/** How many groups from `begin` on are a card's number; its digits are those from `from` on. */
function cardGroups(
  groups: readonly number[],
  digits: readonly number[],
  { begin, from }: { begin: number; from: number },
): number {
  let found = 0;
  let length = 0;
  for (let end = begin; end < groups.length; end += 1) {
    length += groups[end]!;
    if (length > DIGITS_MAX) break;
    const isLong = length >= DIGITS_MIN && isPrinted(groups.slice(begin, end + 1));
    if (isLong && isCard(digits.slice(from, from + length))) found = end + 1 - begin;
  }
  return found;
}

/** In one, in groups of one length with a shorter last one, or as American Express and Diners Club do. */
function isPrinted(groups: readonly number[]): boolean {
  if (/^4,6,[45]$/u.test(groups.join())) return true;
  const [first = 0] = groups;
  return groups.every((each, at) => each === first || (at === groups.length - 1 && each < first));
}

/** Digits of any script as numbers. */
const digitsOf = (number: string) =>
  Array.from(number.matchAll(/\p{Nd}/gu), ([digit]) => valueOf(digit));

/** The digits of a script are ten consecutive characters, from zero. */
function valueOf(digit: string): number {
  const value = Number(digit.normalize('NFKC'));
  if (!Number.isNaN(value)) return value;
  const point = digit.codePointAt(0)!;
  let zero = point;
  while (point - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return point - zero;
}

/** First digits that card networks use, and Luhn's check digit. */
function isCard(digits: readonly number[]): boolean {
  const [network = 0] = digits;
  if (network < 2 || network > 6) return false;
  const sum = digits.reduce((total, digit, at) => {
    const doubled = (digits.length - at) % 2 === 0 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
