import { describe, expect, it } from 'vitest';
import {
  type Conversation,
  gapAfter,
  type Message,
  noThread,
  stateOf,
  stillPending,
  unreadThrough,
  withUpdate,
} from './thread.ts';

const conversation = (lastSeq: number, changed: Partial<Conversation> = {}): Conversation => ({
  ID: 5001,
  CreatedAt: '2026-11-22T09:12:00.000Z',
  state: 'assigned',
  name: '',
  lastSeq,
  readSeq: 0,
  serviceReadSeq: 0,
  closedAt: null,
  stars: null,
  ...changed,
});
const message = (seq: number, author: Message['author'] = 'customer'): Message => ({
  seq,
  CreatedAt: '2026-11-22T09:12:00.000Z',
  author,
  clientId: `message-${seq}`,
  kind: 'text',
  text: `text ${seq}`,
  hidden: [],
  image: null,
  record: null,
  opensAt: null,
  name: '',
});
const seqs = (thread: { messages: readonly Message[] }) => thread.messages.map(({ seq }) => seq);

describe('a conversation on a device', () => {
  it('shows each message once and in order, whatever the order of arrival', () => {
    let thread = withUpdate(noThread, { conversation: conversation(3), messages: [message(3)] });
    thread = withUpdate(thread, { conversation: conversation(1), messages: [message(1)] });
    expect(gapAfter(thread)).toBe(1);
    thread = withUpdate(thread, {
      conversation: conversation(3),
      messages: [message(2), message(3)],
    });
    expect([seqs(thread), gapAfter(thread)]).toEqual([[1, 2, 3], undefined]);
    expect(thread.conversation?.lastSeq).toBe(3);
  });

  it('notices that the newest message is missing', () => {
    const thread = withUpdate(noThread, { conversation: conversation(2), messages: [message(1)] });
    expect(gapAfter(thread)).toBe(1);
  });

  it('never becomes unread, open or unrated by an older answer', () => {
    const closed = { state: 'closed', closedAt: '2026-11-22T10:00:00.000Z' } as const;
    const now = conversation(4, { ...closed, stars: 5, readSeq: 4, serviceReadSeq: 3 });
    const thread = withUpdate(withUpdate(noThread, { conversation: now, messages: [] }), {
      conversation: conversation(4),
      messages: [],
    });
    expect(thread.conversation).toEqual(now);
  });

  it('is replaced by a newer one only', () => {
    const first = withUpdate(noThread, { conversation: conversation(1), messages: [message(1)] });
    const next = withUpdate(first, { conversation: conversation(0, { ID: 5002 }), messages: [] });
    expect(seqs(next)).toEqual([]);
    expect(withUpdate(next, { conversation: conversation(1), messages: [message(1)] })).toBe(next);
  });

  it('keeps a message as unsent until the server has it', () => {
    const pending = [
      { clientId: 'message-1', text: 'text 1', image: undefined, record: undefined, at: 0 },
    ];
    expect(stillPending(pending, { messages: [] })).toEqual(pending);
    expect(stillPending(pending, { messages: [message(1)] })).toEqual([]);
  });

  it('marks as read what others wrote, and only what is new', () => {
    const messages = [message(1), message(2, 'operator'), message(3)];
    expect(unreadThrough({ conversation: conversation(3), messages })).toBe(3);
    const read = conversation(3, { readSeq: 2 });
    expect(unreadThrough({ conversation: read, messages })).toBeUndefined();
  });

  it('says of an own message whether it was read, or is kept until support opens', () => {
    const opensAt = '2026-11-23T08:00:00.000Z';
    expect(stateOf(message(1), { serviceReadSeq: 1 }, opensAt)).toBe('read');
    expect(stateOf(message(2), { serviceReadSeq: 1 }, opensAt)).toBe('kept');
    expect(stateOf(message(2), { serviceReadSeq: 1 }, null)).toBe('sent');
  });
});
