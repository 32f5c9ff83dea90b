/** Numbers of cards and bank accounts as they are stored: sealed with the key of the deployment, beside their ends (ADR 72). */
import { type Column, text } from '../../platform/database/columns.ts';
import type { SecretBox } from '../../platform/secret-box.ts';

declare const sealed: unique symbol;

/**
 * Shape: `s1:` the sealed number in base64url `:` its ends. The same number of a member is always the same text, so that the database
 * compares such texts.
 */
export type SealedNumber = string & { readonly [sealed]: true };

export const sealedNumber: Column<SealedNumber> = {
  ...text,
  decode: (stored) => stored as SealedNumber,
};

/** Whose number it is, and of what: also the name of the fact in reviews. */
export interface NumberOwner {
  memberId: number;
  kind: 'cardNumber' | 'iban';
}

const SEALED = /^s1:(?<bytes>[\w-]+):(?<ends>.+)$/;
const IBAN_BEGINS = /^[A-Z]{2}\d\d/;

/** The last four characters, of short numbers the last two. Of an IBAN also country and check digits, which are not part of the account number. */
export function endsOf(number: string, kind: NumberOwner['kind']): string {
  const end = `**** ${number.slice(number.length > 6 ? -4 : -2)}`;
  return kind === 'iban' && IBAN_BEGINS.test(number) ? `${number.slice(0, 4)} ${end}` : end;
}

const contextOf = ({ memberId, kind }: NumberOwner) => `bank number:${kind}:${memberId}`;

export function sealNumber(box: SecretBox, number: string, owner: NumberOwner): SealedNumber {
  const bytes = Buffer.from(box.sealEqually(number, contextOf(owner)));
  return `s1:${bytes.toString('base64url')}:${endsOf(number, owner.kind)}` as SealedNumber;
}

export const isSealedNumber = (stored: string): stored is SealedNumber => SEALED.test(stored);

/** What may be shown of it; needs no key. */
export const sealedEnds = (number: SealedNumber): string =>
  SEALED.exec(number)?.groups?.['ends'] ?? '****';

/** Undefined for a number that was sealed with a lost key, is another member's, or has other ends than it shows. */
export function openNumber(
  box: SecretBox,
  number: SealedNumber,
  owner: NumberOwner,
): string | undefined {
  const { bytes = '', ends } = SEALED.exec(number)?.groups ?? {};
  try {
    const opened = box.open(Buffer.from(bytes, 'base64url'), contextOf(owner));
    return endsOf(opened, owner.kind) === ends ? opened : undefined;
  } catch {
    return undefined;
  }
}
