/** Stores a message once: cleaned, without secrets, numbered by the database. */
import { cleanText } from './clean-text.ts';
import { hideSecrets, type HiddenText } from './hide-secrets.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { MemberRecords, RecordRef } from '../../../kernel/requests/member-records.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { insertMessage, type Message, messageByClientId, unusedImage } from './store-messages.ts';

export interface Draft {
  clientId: string;
  text: string;
  imageId: number | undefined;
  record?: RecordRef | undefined;
}

interface Content extends HiddenText {
  clientId: string;
  imageId: number | null;
  record: RecordRef | undefined;
}

/**
 * Works on the text: once the sender's conversation is found and locked and, if the message is new, counted, so that strangers cause
 * no such work.
 * @throws invalid-request when there is neither a visible text nor an image nor a record
 */
function contentOf(draft: Draft, author: 'customer' | 'operator'): Content {
  const text = cleanText(draft.text);
  if (text === '' && draft.imageId === undefined && draft.record === undefined) {
    throw new Refusal('invalid-request', { fields: ['text'] });
  }
  const { clientId, imageId = null, record } = draft;
  return { clientId, imageId, record, ...hideSecrets(text, author) };
}

/**
 * The message that an earlier attempt stored. The conversation must be locked.
 * @throws idempotency-key-reused for another sender or content, invalid-request
 */
export async function storedBefore(
  tx: Tx,
  conversationId: number,
  { draft, operatorId }: { draft: Draft; operatorId: number | null },
): Promise<Message | undefined> {
  const stored = await tx.maybe(messageByClientId, [conversationId, draft.clientId]);
  if (stored === undefined) return undefined;
  const sent = { ...contentOf(draft, authorOf(operatorId)), operatorId };
  const isSame =
    stored.operatorId === sent.operatorId &&
    stored.text === sent.text &&
    stored.imageId === sent.imageId &&
    stored.recordKind === (sent.record?.kind ?? null) &&
    stored.recordId === (sent.record?.id ?? null);
  if (!isSame) throw new Refusal('idempotency-key-reused');
  return stored;
}

const authorOf = (operatorId: number | null) => (operatorId === null ? 'customer' : 'operator');

/**
 * Adds a message of a customer (`operatorId` null) or operator.
 * @throws invalid-request, not-found for an image that is not an unused one of this sender, or a record that is not the
 * member's
 */
export async function addMessage(
  { records }: { records: MemberRecords },
  tx: Tx,
  sent: {
    draft: Draft;
    conversation: { id: number; memberId: number | null };
    operatorId: number | null;
    at: number;
  },
): Promise<Message> {
  const { conversation, operatorId, at } = sent;
  const author = authorOf(operatorId);
  const { clientId, text, hidden, imageId, record } = contentOf(sent.draft, author);
  const { id: conversationId, memberId } = conversation;
  if (record !== undefined) {
    const found = memberId === null ? undefined : await records.find(tx, memberId, record);
    if (found === undefined) throw new Refusal('not-found', { fields: ['record'] });
  }
  if (imageId !== null) {
    const image = await tx.maybe(unusedImage, [imageId, conversationId, operatorId]);
    if (image === undefined) throw new Refusal('not-found');
  }
  const attached = [imageId, record?.kind ?? null, record?.id ?? null] as const;
  const values = [author, operatorId, clientId, 'text', text, hidden, ...attached] as const;
  await tx.one(insertMessage, [conversationId, ...values, null, at]);
  return (await tx.maybe(messageByClientId, [conversationId, clientId]))!;
}

interface Automatic {
  kind: 'away' | 'cancellable' | 'unanswered' | 'ended';
  opensAt?: number | null;
  record?: RecordRef;
  at: number;
}

/** Adds an automatic message; each reader sees it in their language. */
export async function addAutomatic(
  tx: Tx,
  conversationId: number,
  { kind, opensAt = null, record, at }: Automatic,
): Promise<void> {
  const about = [record?.kind ?? null, record?.id ?? null] as const;
  const values = ['automatic', null, null, kind, '', [], null, ...about, opensAt, at] as const;
  await tx.one(insertMessage, [conversationId, ...values]);
}
