/** What fiat may be and what it does to the books: numbers of cards, bounds, entries. Pure (rules §1, §2, §6). */
import {
  type Entry,
  houseBooks,
  moveBetween,
  type Posting,
  recordTypes,
  transfer,
} from '@tern/ledger';
import {
  type Amount,
  fitsScale,
  notional,
  portion,
  type Price,
  quantize,
  type Rate,
  subtract,
  ZERO,
} from '@tern/money';

const NUMBER = /^[A-Z0-9]{4,34}$/;
const IBAN_BEGINS = /^[A-Z]{2}\d\d/;
const IBAN_LENGTH_MIN = 15;

const withoutBlanks = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase();

/** A card or account number as it is kept; nothing when it cannot be one. */
export function readCardNumber(text: string): string | undefined {
  const number = withoutBlanks(text);
  return NUMBER.test(number) ? number : undefined;
}

/**
 * An IBAN as it is kept. What begins as one must have its check digits right; other numbers are of countries
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
/** Regions with a code that are no country. */
const NO_COUNTRY = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

const CODE = /^[A-Z]{2}$/;

/** ISO 3166-1, in capitals, from the code or the English name; nothing for an unknown one. */
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

/** All but the last four places hidden, and of short numbers all but the last two. */
export function hideNumber(number: string): string {
  return `**** ${number.slice(number.length > 6 ? -4 : -2)}`;
}

/** Country and check digits of an IBAN tell whose it is, and are no part of the account. */
export function hideIban(iban: string): string {
  return IBAN_BEGINS.test(iban) ? `${iban.slice(0, 4)} ${hideNumber(iban)}` : hideNumber(iban);
}

export type AmountFault = 'scale' | 'min' | 'max';

/** The first bound an amount breaks, if any. */
export function amountFault(
  given: Amount,
  { min, max, scale }: { min: Amount; max: Amount; scale: number },
): AmountFault | undefined {
  if (!fitsScale(given, scale)) return 'scale';
  if (given < min) return 'min';
  return given > max ? 'max' : undefined;
}

/** What `amount` of another asset is in a currency: `exact` to 18 places, `gross` down to its scale. */
export function converted(amount: Amount, rate: Rate, scale: number) {
  const exact = notional(rate as bigint as Price, amount, 'down');
  return { exact, gross: quantize(exact, scale, 'down') };
}

/**
 * The least a payout pays: the estimate less a ratio of it, rounded up to the currency's scale, never above the
 * estimate. Source: rules §6.
 */
export function leastOf(received: Amount, drift: Rate, scale: number): Amount {
  return quantize(subtract(received, portion(received, drift, 'down')), scale, 'up');
}

const book = (owner: number) => ({ owner, purpose: 'available' }) as const;
/** The bank's side of the books: what came in by wire and went out to cards. */
const bank = book(houseBooks.custody);

interface Credited {
  id: number;
  memberId: number;
  asset: string;
  received: Amount;
}

/** A wire that arrived. */
export function creditEntry({ id, memberId, asset, received }: Credited): Entry {
  return {
    kind: recordTypes.depositSuccess,
    reference: `wire:${id}`,
    postings: transfer({ from: bank, to: book(memberId), asset, amount: received }),
  };
}

interface Held {
  id: number;
  memberId: number;
  asset: string;
  amount: Amount;
}

const referenceOf = ({ id }: Held) => `payout:${id}`;

/** At submission: all that is given is set aside. */
export function holdEntry(held: Held): Entry {
  const { memberId: owner, asset, amount } = held;
  return {
    kind: recordTypes.withdrawal,
    reference: referenceOf(held),
    postings: moveBetween({ owner, asset, amount, from: 'available', to: 'held' }),
  };
}

/** Rejected or taken back: all of it returns. */
export function returnEntry(held: Held, note: string): Entry {
  const { memberId: owner, asset, amount } = held;
  return {
    kind: recordTypes.withdrawalReturn,
    reference: referenceOf(held),
    note,
    postings: moveBetween({ owner, asset, amount, from: 'held', to: 'available' }),
  };
}

type Paid = Held & { currency: string; rate: Rate; fee: Amount; received: Amount };

/**
 * Paid out: the currency leaves through the bank, its fee is the house's. What was given goes to the house's
 * liquidity, which gives the currency; the remainder of rounding stays with the house.
 */
export function payEntry(paid: Paid): Entry {
  const { memberId, asset, amount, currency, fee, received } = paid;
  const held = { owner: memberId, purpose: 'held' } as const;
  const isSame = asset === currency;
  const from = isSame ? held : book(houseBooks.liquidity);
  const move = (to: ReturnType<typeof book>, moved: Amount): Posting[] =>
    moved === ZERO ? [] : transfer({ from, to, asset: currency, amount: moved });
  const given = { from: held, to: book(houseBooks.liquidity), asset, amount };
  const out = [...move(bank, received), ...move(book(houseBooks.fees), fee)];
  return {
    kind: recordTypes.withdrawalSuccess,
    reference: referenceOf(paid),
    postings: isSame
      ? out
      : [...transfer(given), ...out, ...move(book(houseBooks.rounding), remainderOf(paid))],
  };
}

function remainderOf({ amount, rate, fee, received }: Paid): Amount {
  return subtract(subtract(notional(rate as bigint as Price, amount, 'down'), received), fee);
}
