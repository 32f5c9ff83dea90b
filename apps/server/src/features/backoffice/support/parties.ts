/** The customer of a conversation: a member, or the visitor who has its token. Nobody else reads or writes in it. */
import type { RecordKind } from '@tern/protocol';
import type { RecordRef } from '../../../kernel/requests/member-records.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { hashSecret } from '../../../platform/secret-box.ts';
import {
  type Conversation,
  conversationById,
  conversationOfVisitor,
  lockedConversation,
} from './store-conversations.ts';

/** A member names the conversation; a visitor's token belongs to one. */
export type Party =
  | { memberId: number; conversationId: number; address: string }
  | { visitor: string; address: string };

export const hashOfVisitor = (token: string) => hashSecret('service visitor', token);

/** @throws not-found, also for the conversation of somebody else */
export async function conversationOf(reader: Reader, party: Party): Promise<Conversation> {
  const found =
    'visitor' in party
      ? await reader.maybe(conversationOfVisitor, [hashOfVisitor(party.visitor)])
      : await reader.maybe(conversationById, [party.conversationId]);
  const isTheirs = 'visitor' in party || found?.memberId === party.memberId;
  if (found === undefined || !isTheirs) throw new Refusal('not-found');
  return found;
}

/** The same, locked until the transaction ends. */
export async function lockConversationOf(tx: Tx, party: Party): Promise<Conversation> {
  const { id } = await conversationOf(tx, party);
  return tx.one(lockedConversation, [id]);
}

/** A record as clients name it. */
export const recordRef = (
  record: { kind: RecordKind; ID: number | string } | undefined,
): RecordRef | undefined =>
  record === undefined ? undefined : { kind: record.kind, id: Number(record.ID) };
