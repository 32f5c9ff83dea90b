/** Images in conversations: redrawn at upload, used in one message, shown to its two sides only. */
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { removeFile } from '../../../kernel/images/images.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
import { limitKey } from '../../../platform/limit-key.ts';
import type { SupportDeps } from './deps.ts';
import { countAgainst } from './limits.ts';
import { supportSettings } from './settings.ts';
import type { Conversation } from './store-conversations.ts';
import { insertImage, sentImage, unusedImagesBefore } from './store-messages.ts';

export interface Uploaded {
  ID: number;
  width: number;
  height: number;
}

/**
 * Stores an image for one later message. `allowed` finds the conversation that the sender may write in, before the image is
 * drawn and again when it is stored.
 * @throws the errors of `allowed`, conversation-closed, invalid-file, busy, too-many-requests
 */
export async function uploadImage(
  deps: SupportDeps,
  base64: string,
  sender: { operatorId: number | null; allowed(reader: Reader | Tx): Promise<Conversation> },
): Promise<Uploaded> {
  const { operatorId, allowed } = sender;
  assertOpen(await allowed(deps.database));
  return deps.images.store(base64, async (tx, stored) => {
    const conversation = await allowed(tx);
    assertOpen(conversation);
    const at = deps.clock.now();
    const max = deps.settings.read(supportSettings.imagesPerHour);
    const side = operatorId === null ? 'customer' : 'operator';
    const subject = limitKey(`image ${side}`, conversation.id);
    await countAgainst(tx, [{ subject, max, windowMs: HOUR_MS }], at);
    const { name, sha256, bytes, width, height } = stored;
    const values = [conversation.id, operatorId, name, sha256, bytes, width, height, at] as const;
    const { id } = await tx.one(insertImage, [...values]);
    return { ID: id, width, height };
  });
}

function assertOpen({ state }: Conversation): void {
  if (state === 'closed') throw new Refusal('conversation-closed');
}

/** A data URL. @throws not-found for an image that is in no message of the conversation */
export async function showImage(
  deps: SupportDeps,
  conversationId: number,
  imageId: number,
): Promise<string> {
  const image = await deps.database.maybe(sentImage, [imageId, conversationId]);
  const found = image && (await deps.images.bytesOf(image));
  if (found === undefined) throw new Refusal('not-found');
  return `data:${found.contentType};base64,${Buffer.from(found.bytes).toString('base64')}`;
}

/** Images that were in no message within a day. */
export async function pruneImages({ database, clock }: SupportDeps): Promise<void> {
  await database.transaction(async (tx) => {
    const now = clock.now();
    const removed = await tx.many(unusedImagesBefore, [now - DAY_MS]);
    for (const { name } of removed) await removeFile(tx, name, now);
  });
}
