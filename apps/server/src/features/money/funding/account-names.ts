/** The names by which banks know a member, and who has the same: for reviewers of the member's identity, and for cases. */
import type { Reader } from '../../../platform/database/database.ts';
import { membersWithCardsLike, namesOnCards } from './bank-cards/store.ts';
import { payersOfWires } from './wire/store.ts';

/** Of bank cards, which the member typed, and of wires, which operators read on a bank statement. */
export async function listAccountNames(reader: Reader, memberId: number) {
  const cards = await reader.many(namesOnCards, [memberId]);
  const payers = await reader.many(payersOfWires, [memberId]);
  return [
    ...cards.map(({ name }) => ({ source: 'bank card', name })),
    ...payers.map(({ name }) => ({ source: 'wire', name })),
  ];
}

/** Members whose bank card has the same holder and visible digits, with the name of the bank. */
export const sharingBankAccounts = (reader: Reader, memberId: number) =>
  reader.many(membersWithCardsLike, [memberId]);
