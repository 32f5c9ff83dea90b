/** A conversation as this device knows it: messages in order, and those that are not known to be stored. Pure. */
import type { RecordCard, SupportConversation, SupportMessage } from '@tern/protocol/client';

export type Message = SupportMessage;
export type Conversation = SupportConversation;

export interface Thread {
  /** Undefined before the first message. */
  conversation: Conversation | undefined;
  /** By `seq`, the newest last; earlier ones may not be loaded. */
  messages: readonly Message[];
}

/** A message of this device whose storage is not confirmed. */
export interface Pending {
  clientId: string;
  text: string;
  /** As a data URL, and its id once it is uploaded. */
  image: { dataUrl: string; id?: number } | undefined;
  record: RecordCard | undefined;
  at: number;
  /** Absent while it is being sent: why it was not. */
  failure?: string;
}

export const noThread: Thread = { conversation: undefined, messages: [] };

interface Update {
  conversation: Conversation;
  messages: readonly Message[];
}

/** Adds messages by their `seq`, so that none is shown twice; the newer state of the conversation is kept. */
export function withUpdate(thread: Thread, { conversation, messages }: Update): Thread {
  if (thread.conversation !== undefined && thread.conversation.ID !== conversation.ID) {
    return conversation.ID > thread.conversation.ID
      ? withUpdate(noThread, { conversation, messages })
      : thread;
  }
  const bySeq = new Map([...thread.messages, ...messages].map((each) => [each.seq, each]));
  return {
    conversation: newerOf(thread.conversation, conversation),
    messages: [...bySeq.values()].sort((left, right) => left.seq - right.seq),
  };
}

/** Answers may arrive out of order: nothing that was read, closed or rated becomes unread, open or unrated. */
function newerOf(known: Conversation | undefined, next: Conversation): Conversation {
  if (known === undefined) return next;
  const isOlder =
    next.lastSeq < known.lastSeq || (known.closedAt !== null && next.closedAt === null);
  const base = isOlder ? known : next;
  return {
    ...base,
    stars: next.stars ?? known.stars,
    readSeq: Math.max(known.readSeq, next.readSeq),
    serviceReadSeq: Math.max(known.serviceReadSeq, next.serviceReadSeq),
  };
}

/** The `seq` after which a message is missing; undefined if none is. */
export function gapAfter({ conversation, messages }: Thread): number | undefined {
  if (conversation === undefined) return undefined;
  let last = (messages[0]?.seq ?? 1) - 1;
  for (const { seq } of messages) {
    if (seq !== last + 1) return last;
    last = seq;
  }
  return last < conversation.lastSeq ? last : undefined;
}

/** Whether messages before the first known one exist. */
export function hasEarlier({ messages }: Thread): boolean {
  return (messages[0]?.seq ?? 1) > 1;
}

/** Those that the server has not stored, as far as this device knows. */
export function stillPending(
  pending: readonly Pending[],
  { messages }: Pick<Thread, 'messages'>,
): readonly Pending[] {
  const stored = new Set(messages.map(({ clientId }) => clientId));
  return pending.filter(({ clientId }) => !stored.has(clientId));
}

/** The `seq` to mark as read: of the newest message that the member did not write. */
export function unreadThrough({ conversation, messages }: Thread): number | undefined {
  const last = messages.at(-1)?.seq ?? 0;
  const hasUnread = messages.some(
    ({ seq, author }) => author !== 'customer' && seq > (conversation?.readSeq ?? 0),
  );
  return hasUnread ? last : undefined;
}

/** The state of an own message. `keptUntil`: when support opens, if it is closed. */
export function stateOf(
  { seq }: Message,
  { serviceReadSeq }: Pick<Conversation, 'serviceReadSeq'>,
  opensAt: string | null,
): 'sent' | 'read' | 'kept' {
  if (seq <= serviceReadSeq) return 'read';
  return opensAt === null ? 'sent' : 'kept';
}
