/** Card and account numbers while typing: grouped in fours, check digits verified. Pure. */

/** Only letters and digits, in upper case. */
export function withoutSpaces(text: string): string {
  return text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase();
}

/** "de89 3704-0044" → "DE89 3704 0044" */
export function groupedInFours(text: string): string {
  return (withoutSpaces(text).match(/.{1,4}/g) ?? []).join(' ');
}

const CARD_DIGITS = /^\d{13,19}$/;

/** Whether a number of a card's length has a wrong check digit (ISO/IEC 7812). */
export function hasWrongCardDigit(text: string): boolean {
  const digits = withoutSpaces(text);
  if (!CARD_DIGITS.test(digits)) return false;
  let sum = 0;
  for (const [place, digit] of [...digits].toReversed().entries()) {
    const counted = Number(digit) * (place % 2 === 1 ? 2 : 1);
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 !== 0;
}
