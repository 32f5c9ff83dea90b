/** Numbers of cards and bank accounts as operators see them: their ends only, in every fact of that name; each full look is logged. Pure. */

const IBAN_BEGINS = /^[A-Z]{2}\d\d/;

/** Shows the last four characters, of short numbers the last two. */
export function hideNumber(number: string): string {
  return `**** ${number.slice(number.length > 6 ? -4 : -2)}`;
}

/** Also shows country and check digits of an IBAN, which are not part of the account number. */
export function hideIban(iban: string): string {
  return IBAN_BEGINS.test(iban) ? `${iban.slice(0, 4)} ${hideNumber(iban)}` : hideNumber(iban);
}

type PlainFacts = Readonly<Record<string, string | number | boolean | null>>;

/** By the name of the fact, in all kinds of reviews. */
const hidden: Readonly<Record<string, { label: string; hide: (number: string) => string }>> = {
  cardNumber: { label: 'Card or account', hide: hideNumber },
  iban: { label: 'IBAN', hide: hideIban },
};

const isNumber = (name: string, value: unknown): value is string =>
  Object.hasOwn(hidden, name) && typeof value === 'string' && value !== '';

/** Facts for a screen. Their hash is that of the full ones. */
export function withoutNumbers(facts: PlainFacts): PlainFacts {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) =>
      isNumber(name, value) ? [name, hidden[name]!.hide(value)] : [name, value],
    ),
  );
}

/** The full numbers among the facts. */
export const numbersIn = (facts: PlainFacts): { label: string; number: string }[] =>
  Object.entries(facts).flatMap(([name, value]) =>
    isNumber(name, value) ? [{ label: hidden[name]!.label, number: value }] : [],
  );
