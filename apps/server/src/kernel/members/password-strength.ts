/** Password strength: long enough, not common, no simple sequence, not the member's own address or phone. */
import { passwordLength } from '@tern/protocol/typed-text';
import common from './common-passwords.json' with { type: 'json' };
import { Refusal } from '../requests/refusal.ts';
import type { TextKey } from '../i18n/texts.ts';

const LENGTH_MIN = 8;
const LENGTH_MAX = 72;
const commonPasswords = new Set(common.passwords.flatMap((line) => line.split(' ')));

/** Data of the member that an attacker would try first. */
export interface Owner {
  email?: string;
  phone?: string;
}

/** The key of the text for what is wrong with the password; undefined if it is strong enough. */
export function passwordFault(
  password: string,
  owner: Owner = {},
): Extract<TextKey, `password.${string}`> | undefined {
  const length = passwordLength(password);
  if (length < LENGTH_MIN || length > LENGTH_MAX) return 'password.length';
  const characters = [...password.normalize('NFC').toLowerCase()];
  if (commonPasswords.has(password.toLowerCase())) return 'password.common';
  if (isPattern(characters)) return 'password.pattern';
  return isOwn(password, owner) ? 'password.own' : undefined;
}

/** @throws weak-password naming the field, with the reason as text */
export function assertStrongPassword(
  password: string,
  { field, owner = {} }: { field: string; owner?: Owner },
): void {
  const text = passwordFault(password, owner);
  if (text !== undefined) throw new Refusal('weak-password', { fields: [field], text });
}

const KEYBOARD_ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertz', 'azerty'];
const PERIOD_MAX = 4;
/** Characters that do not continue a sequence; `qwerty12` has four. */
const FREE_CHARACTERS_MIN = 6;

function isPattern(characters: readonly string[]): boolean {
  for (let period = 1; period <= PERIOD_MAX; period += 1) {
    if (characters.every((each, at) => at < period || each === characters[at - period]))
      return true;
  }
  return freeCharacters(characters) < FREE_CHARACTERS_MIN;
}

/** Two characters start a sequence (`ab`, `aa`, `we`); those that continue it are not counted. */
function freeCharacters(characters: readonly string[]): number {
  let free = 0;
  let order: string | undefined;
  for (const [at, each] of characters.entries()) {
    const next = at === 0 ? undefined : stepOf(characters[at - 1]!, each);
    if (next === undefined || next !== order) free += 1;
    order = next;
  }
  return free;
}

/** How one character follows the other in a typed sequence: the same, next in the alphabet, next on the keyboard. */
function stepOf(from: string, to: string): string | undefined {
  const distance = to.codePointAt(0)! - from.codePointAt(0)!;
  if (Math.abs(distance) <= 1) return `code ${distance}`;
  for (const row of KEYBOARD_ROWS) {
    const keys = row.indexOf(to) - row.indexOf(from);
    if (row.includes(from) && row.includes(to) && Math.abs(keys) === 1) return `key ${keys}`;
  }
  return undefined;
}

const OWN_LENGTH_MIN = 4;
/** A password may contain the owner's address or phone if it has this many other characters. */
const OTHER_CHARACTERS_MIN = 5;

function isOwn(password: string, { email = '', phone = '' }: Owner): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const typed = plain(password);
  return [email, email.split('@')[0]!, phone]
    .map(plain)
    .some(
      (own) =>
        own.length >= OWN_LENGTH_MIN &&
        typed.includes(own) &&
        typed.length - own.length < OTHER_CHARACTERS_MIN,
    );
}

const SIX_DIGITS = /^\d{6}$/;
const DISTINCT_DIGITS_MIN = 3;

/** The key of the text for what is wrong with a withdrawal password; undefined if it may be used. */
export function payPasswordFault(
  password: string,
): Extract<TextKey, `payPassword.${string}`> | undefined {
  if (!SIX_DIGITS.test(password)) return 'payPassword.shape';
  const digits = [...password].map(Number);
  const isGuessed =
    new Set(digits).size < DISTINCT_DIGITS_MIN ||
    isRow(digits) ||
    password.slice(0, 3) === password.slice(3) ||
    isDate(password);
  return isGuessed ? 'payPassword.guessable' : undefined;
}

/** 123456, 876543, 890123. */
const isRow = (digits: readonly number[]): boolean =>
  [1, 9].some((step) =>
    digits.every((each, at) => at === 0 || each === (digits[at - 1]! + step) % 10),
  );

const DAYS_OF_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Birthdays, written day, month and year in any of the usual orders. */
function isDate(password: string): boolean {
  const [first = 0, second = 0, third = 0] = password.match(/../g)!.map(Number);
  const isDay = (month: number, day: number) => day >= 1 && day <= (DAYS_OF_MONTH[month - 1] ?? 0);
  return isDay(second, first) || isDay(first, second) || isDay(second, third);
}
