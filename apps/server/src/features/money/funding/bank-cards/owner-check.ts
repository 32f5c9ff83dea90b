/** Whether bank money is in the member's own name: who paid a wire, whom a payout pays (rules of bank money). */
import { ALIKE_MIN, isAlikeName, nameLikeness } from '../../../../kernel/names/name-likeness.ts';
import {
  comparisonRow,
  type ComparisonRow,
  type ReviewCheck,
} from '../../../../kernel/review/review-kind.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import type { VerifiedName } from '../deps.ts';

interface BankName {
  memberId: number;
  /** As the bank, or the card, has it; '' while it is not known. */
  name: string;
}

/**
 * Passed if the names are alike. Otherwise a reviewer must tick it; names with nothing in common stop the approval. With no verified
 * name, or none at the bank yet, there is nothing to compare, which must be ticked too.
 */
export async function ownNameCheck(
  reader: Reader,
  verifiedName: VerifiedName,
  { memberId, name }: BankName,
): Promise<ReviewCheck> {
  const verified = await verifiedName(reader, memberId);
  const check = { name: 'name-as-verified', level: 'warning' } as const;
  if (verified === undefined) return { ...check, isPassed: false, detail: 'no verified name' };
  if (name === '') return { ...check, isPassed: false, detail: `verified: ${verified}` };
  const { likeness, isStranger } = nameLikeness(name, verified);
  return {
    ...check,
    isPassed: likeness >= ALIKE_MIN,
    level: isStranger ? 'stop' : 'warning',
    detail: `at the bank: ${name} · verified: ${verified} · likeness ${likeness} of 100`,
  };
}

/** The verified name beside that of the bank. */
export function nameRow(
  label: string,
  { verified, atBank }: { verified: string | undefined; atBank: string },
): ComparisonRow {
  const isKnown = verified !== undefined && atBank !== '';
  const isEqual = isKnown ? isAlikeName(verified, atBank) : null;
  return comparisonRow(label, [verified ?? null, atBank === '' ? null : atBank], isEqual);
}
