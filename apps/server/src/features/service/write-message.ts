/** Stores a message once: cleaned, without secrets, numbered by the database. */
import { cleanText } from './clean-text.ts';
import { hideSecrets, type HiddenText } from './hide-secrets.ts';
import { Refusal } from '../../kernel/requests/refusal.ts';
import type { Tx } from '../../platform/database/database.ts';
import { insertMessage, type Message, messageByClientId, unusedImage } from './store-messages.ts';

export interface Draft {
  clientId: string;
  text: string;
  imageId: number | undefined;
}

interface Content extends HiddenText {
  clientId: string;
  imageId: number | null;
}

/** Fails with: invalid-request when there is neither a visible text nor an image. */
export function contentOf(draft: Draft, author: 'customer' | 'operator'): Content {
  const text = cleanText(draft.text);
  if (text === '' && draft.imageId === undefined) {
    throw new Refusal('invalid-request', { fields: ['text'] });
  }
  const { clientId, imageId = null } = draft;
  return { clientId, imageId, ...hideSecrets(text, author) };
}

/**
 * The message that an earlier attempt stored. The conversation must be locked.
 * Fails with: idempotency-key-reused for another sender or content.
 */
export async function storedBefore(
  tx: Tx,
  conversationId: number,
  sent: Content & { operatorId: number | null },
): Promise<Message | undefined> {
  const stored = await tx.maybe(messageByClientId, [conversationId, sent.clientId]);
  if (stored === undefined) return undefined;
  const isSame =
    stored.operatorId === sent.operatorId &&
    stored.text === sent.text &&
    stored.imageId === sent.imageId;
  if (!isSame) throw new Refusal('idempotency-key-reused');
  return stored;
}

/**
 * Adds a message of a customer (`operatorId` null) or operator.
 * Fails with: not-found for an image that is not an unused one of this sender.
 */
export async function addMessage(
  tx: Tx,
  conversationId: number,
  sent: Content & { operatorId: number | null; at: number },
): Promise<Message> {
  const { operatorId, clientId, text, hidden, imageId, at } = sent;
  if (imageId !== null) {
    const image = await tx.maybe(unusedImage, [imageId, conversationId, operatorId]);
    if (image === undefined) throw new Refusal('not-found');
  }
  const author = operatorId === null ? 'customer' : 'operator';
  const values = [author, operatorId, clientId, 'text', text, hidden, imageId, null, at] as const;
  await tx.one(insertMessage, [conversationId, ...values]);
  return (await tx.maybe(messageByClientId, [conversationId, clientId]))!;
}

/** Adds an automatic message; each reader sees it in their language. */
export async function addAutomatic(
  tx: Tx,
  conversationId: number,
  {
    kind,
    opensAt = null,
    at,
  }: { kind: 'away' | 'unanswered' | 'ended'; opensAt?: number | null; at: number },
): Promise<void> {
  const values = ['automatic', null, null, kind, '', [], null, opensAt, at] as const;
  await tx.one(insertMessage, [conversationId, ...values]);
}
