/** Publishes changes of a conversation to both sides: members by the outbox, visitors and operators after the commit. */
import type { Permission } from '@tern/protocol';
import { MEMBER_EVENTS_WAKE, recordMemberEvents } from '../../../kernel/events/member-events.ts';
import { publishToMember } from '../../../kernel/events/live-feed.ts';
import { publishToConsoles } from '../../../kernel/operators/operator-live.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { SupportDeps } from './deps.ts';
import { conversationOut, messageOut, withCards } from './describe.ts';
import { type Conversation, conversationById } from './store-conversations.ts';
import { messagesAfter } from './store-messages.ts';

/** Operators with it may answer. */
export const ANSWERS = 'inbox.answer' satisfies Permission;

/** Bus topics of visitors' sockets, with the id of the conversation, or with `VisitorTyping`. */
export const VISITOR_CHANGED = 'support.visitorChanged';
export const VISITOR_TYPING = 'support.visitorTyping';

export interface VisitorTyping {
  conversationId: number;
  name: string;
}

/** More messages than one transaction adds. */
const MESSAGES_MAX = 10;

/** Records the change for the member's devices: the conversation, and its messages after `afterSeq`. */
export async function recordChange(
  deps: Pick<SupportDeps, 'records'>,
  tx: Tx,
  { id, afterSeq, at }: { id: number; afterSeq: number; at: number },
): Promise<Conversation> {
  const conversation = await tx.one(conversationById, [id]);
  const { memberId } = conversation;
  if (memberId === null) return conversation;
  const messages = await tx.many(messagesAfter, [id, afterSeq, MESSAGES_MAX]);
  const shown = await withCards(deps, tx, { memberId, messages });
  const data = {
    conversation: conversationOut(conversation),
    messages: shown.map(messageOut),
  };
  await recordMemberEvents(tx, [{ memberId, topic: 'service.changed', data }], at);
  return conversation;
}

/** Call after the commit. */
export function publishChange(bus: Bus, { id, memberId }: Pick<Conversation, 'id' | 'memberId'>) {
  if (memberId === null) bus.publish(VISITOR_CHANGED, id);
  else bus.publish(MEMBER_EVENTS_WAKE, null);
  publishToConsoles(bus, { needs: [ANSWERS], message: { kind: 'service', ID: id } });
}

/** `login` is empty for the customer. */
export function publishTypingToConsoles(bus: Bus, id: number, login: string): void {
  publishToConsoles(bus, { needs: [ANSWERS], message: { kind: 'serviceTyping', ID: id, login } });
}

export function publishTypingToCustomer(bus: Bus, conversation: Conversation): void {
  const { id, memberId, operatorName: name } = conversation;
  if (memberId === null) {
    bus.publish(VISITOR_TYPING, { conversationId: id, name } satisfies VisitorTyping);
  } else publishToMember(bus, memberId, { topic: 'service.typing', data: { ID: id, name } });
}
