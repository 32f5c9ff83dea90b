/** Conversations and messages as customers see them. */
import {
  HIDDEN_PART,
  type RecordCard,
  type RecordKind,
  type SupportConversation,
  type SupportMessage,
} from '@tern/protocol';
import type { MemberRecords } from '../../../kernel/requests/member-records.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { Conversation } from './store-conversations.ts';
import type { Message } from './store-messages.ts';

export const timeOrNull = (at: number | null) => (at === null ? null : isoTime(at));

export function conversationOut(conversation: Conversation): SupportConversation {
  return {
    ID: conversation.id,
    CreatedAt: isoTime(conversation.createdAt),
    state: conversation.state as SupportConversation['state'],
    name: conversation.operatorName,
    lastSeq: conversation.lastSeq,
    readSeq: conversation.readSeq,
    serviceReadSeq: conversation.serviceReadSeq,
    closedAt: timeOrNull(conversation.closedAt),
    stars: conversation.stars,
  };
}

/** A message with its record as it is now. */
export type ShownMessage = Message & { card: RecordCard | null };

/** Reads the records at messages of a conversation; `memberId` null: of a visitor, who has none. */
export function withCards(
  { records }: { records: MemberRecords },
  reader: Reader,
  { memberId, messages }: { memberId: number | null; messages: readonly Message[] },
): Promise<ShownMessage[]> {
  const cardOf = async ({ recordKind, recordId }: Message) => {
    if (memberId === null || recordKind === null || recordId === null) return null;
    const record = { kind: recordKind as RecordKind, id: recordId };
    return (await records.find(reader, memberId, record)) ?? null;
  };
  return Promise.all(messages.map(async (each) => ({ ...each, card: await cardOf(each) })));
}

/** What both sides see of a message. */
export function messageFields(message: ShownMessage) {
  const { imageId, width, height } = message;
  return {
    seq: message.seq,
    CreatedAt: isoTime(message.createdAt),
    author: message.author as SupportMessage['author'],
    clientId: message.clientId ?? '',
    kind: message.kind as SupportMessage['kind'],
    text: message.text,
    hidden: message.hidden,
    image: imageId === null ? null : { ID: imageId, width: width ?? 0, height: height ?? 0 },
    record: message.card,
    opensAt: timeOrNull(message.opensAt),
  };
}

export function messageOut(message: ShownMessage): SupportMessage {
  return { ...messageFields(message), name: message.name };
}

/** For lists and mails: hidden parts as bullets. */
export function textWithBullets(text: string): string {
  return text.replaceAll(HIDDEN_PART, '•••');
}
