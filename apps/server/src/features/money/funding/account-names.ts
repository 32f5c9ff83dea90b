/** The names by which banks know a member, for reviewers of the member's identity. */
import type { Reader } from '../../../platform/database/database.ts';
import { namesOnCards } from './bank-cards/store.ts';
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
