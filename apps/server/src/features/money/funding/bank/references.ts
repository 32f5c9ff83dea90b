/** What an entry of a bank says of our records, in spite of spaces, case and hyphens that a payer or bank changed. Pure. */
import { accountKey } from '../../../../kernel/banks/bank-statement.ts';

interface Written {
  readonly endToEndId: string;
  readonly details: string;
  readonly bankReference: string;
}

/** Letters and digits of TERN-ABCD-EFGH-JKMN. */
const REFERENCE_LENGTH = 16;
const MARK = 'TERN';

/** References of wires, as they are stored. */
export function wireReferencesIn({ endToEndId, details, bankReference }: Written): string[] {
  const found = new Set<string>();
  for (const text of [endToEndId, details, bankReference]) {
    const key = accountKey(text.normalize('NFKC'));
    for (let at = key.indexOf(MARK); at >= 0; at = key.indexOf(MARK, at + 1)) {
      const letters = key.slice(at, at + REFERENCE_LENGTH);
      if (letters.length === REFERENCE_LENGTH) found.add(letters.replaceAll(/(.{4})(?!$)/g, '$1-'));
    }
  }
  return [...found];
}

/** What a payment file calls the payment of a payout, and the statement repeats. */
export const endToEndIdOf = (payoutId: number): string => `TERN-B-${payoutId}`;

/** The number of a payout. */
export function payoutIdIn({ endToEndId, details }: Written): number | null {
  for (const text of [endToEndId, details]) {
    const digits = /TERN[\s-]*B[\s-]*0*(\d{1,15})(?!\d)/i.exec(text.normalize('NFKC'))?.[1];
    if (digits !== undefined) return Number(digits);
  }
  return null;
}
