/** Conversations and messages as customers see them. */
import { HIDDEN_PART, type ServiceConversation, type ServiceMessage } from '@tern/protocol';
import { isoTime } from '../../platform/clock.ts';
import type { Conversation } from './store-conversations.ts';
import type { Message } from './store-messages.ts';

export const timeOrNull = (at: number | null) => (at === null ? null : isoTime(at));

export function conversationOut(conversation: Conversation): ServiceConversation {
  return {
    ID: conversation.id,
    CreatedAt: isoTime(conversation.createdAt),
    state: conversation.state as ServiceConversation['state'],
    name: conversation.operatorName,
    lastSeq: conversation.lastSeq,
    readSeq: conversation.readSeq,
    serviceReadSeq: conversation.serviceReadSeq,
    closedAt: timeOrNull(conversation.closedAt),
    stars: conversation.stars,
  };
}

/** What both sides see of a message. */
export function messageFields(message: Message) {
  const { imageId, width, height } = message;
  return {
    seq: message.seq,
    CreatedAt: isoTime(message.createdAt),
    author: message.author as ServiceMessage['author'],
    clientId: message.clientId ?? '',
    kind: message.kind as ServiceMessage['kind'],
    text: message.text,
    hidden: message.hidden,
    image: imageId === null ? null : { ID: imageId, width: width ?? 0, height: height ?? 0 },
    opensAt: timeOrNull(message.opensAt),
  };
}

export function messageOut(message: Message): ServiceMessage {
  return { ...messageFields(message), name: message.name };
}

/** For lists and mails: hidden parts as bullets. */
export function textWithBullets(text: string): string {
  return text.replaceAll(HIDDEN_PART, '•••');
}
