/** Sends documents for review, for the first time or after a rejection. */
import type { UserCard } from '@tern/protocol';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import type { Image } from '../../../kernel/images/image-rows.ts';
import { attachImage } from '../../../kernel/images/images.ts';
import { setRealNameStatus } from '../../../kernel/members/account-status.ts';
import { lockMember, type Member, realNameStatus } from '../../../kernel/members/members.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { screen } from '../../../kernel/screening/screen.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import type { IdentityDeps } from './deps.ts';
import { userCard } from './describe-documents.ts';
import { readName, readType, type Side, sides } from './document-fields.ts';
import { identitySettings } from './settings.ts';
import { insertDocuments, insertImage, latestOfMember } from './store.ts';

export interface SendInput {
  memberId: number;
  /** The latest documents, which these replace; absent: not checked. */
  replacedId?: number;
  type: number | string;
  name: string;
  imageIds: Readonly<Record<Side, number>>;
}

/** The kind of review, also in the API. */
export const IDENTITY = 'identity';

/**
 * Resolves once the documents are in the queue of operators.
 * @throws invalid-request naming the field (also for an image that is used, another member's or given twice),
 * identity-verified, identity-in-review, not-found when `replacedId` is not the member's latest
 */
export async function sendDocuments(deps: IdentityDeps, input: SendInput): Promise<UserCard> {
  const { memberId, imageIds } = input;
  const read = { type: readType(input.type), name: readName(input.name) };
  assertDifferent(imageIds, (id) => id);
  const sent = await deps.database.transaction(async (tx) => {
    assertMaySend(await lockMember(tx, memberId));
    if (input.replacedId !== undefined) {
      const latest = await tx.maybe(latestOfMember, [memberId]);
      if (latest?.id !== input.replacedId) throw new Refusal('not-found');
    }
    const images = await attachAll(tx, memberId, imageIds);
    return store(tx, deps, { memberId, ...read, images });
  });
  deps.reviews.announce();
  deps.bus.publish(MEMBER_EVENTS_WAKE, null);
  return sent;
}

/** @throws identity-verified, identity-in-review */
function assertMaySend(member: Member | undefined): void {
  const status = member?.realNameStatus;
  if (status === realNameStatus.verified) throw new Refusal('identity-verified');
  if (status === realNameStatus.submitted) throw new Refusal('identity-in-review');
}

/** @throws invalid-request naming the field of the second of two equal images */
function assertDifferent<T>(
  images: Readonly<Record<Side, T>>,
  keyOf: (image: T) => number | string,
): void {
  const seen = new Set<number | string>();
  for (const { side, field } of sides) {
    const key = keyOf(images[side]);
    if (seen.has(key)) throw new Refusal('invalid-request', { fields: [field] });
    seen.add(key);
  }
}

async function attachAll(tx: Tx, memberId: number, imageIds: SendInput['imageIds']) {
  const images: Partial<Record<Side, Image>> = {};
  for (const { side, field } of sides) {
    const wanted = { imageId: imageIds[side], memberId, usedFor: IDENTITY };
    const image = await attachImage(tx, wanted);
    if (image === undefined) throw new Refusal('invalid-request', { fields: [field] });
    images[side] = image;
  }
  const attached = images as Record<Side, Image>;
  assertDifferent(attached, ({ sha256 }) => sha256);
  return attached;
}

interface Accepted {
  memberId: number;
  type: number;
  name: string;
  images: Record<Side, Image>;
}

async function store(tx: Tx, deps: IdentityDeps, accepted: Accepted): Promise<UserCard> {
  const { memberId, type, name, images } = accepted;
  const at = deps.clock.now();
  const dueAt = at + deps.settings.read(identitySettings.targetHours) * HOUR_MS;
  const sent = { memberId, documentType: type, name, dueAt, createdAt: at };
  const documents = await insertDocuments(tx, sent);
  const { id: subjectId } = documents;
  for (const { side } of sides) {
    const { id, sha256, differenceHash } = images[side];
    await tx.run(insertImage, [subjectId, side, id, sha256, differenceHash]);
  }
  const status = realNameStatus.submitted;
  await setRealNameStatus(tx, { memberId, status }, at);
  await deps.endUnverification(tx, memberId, at);
  await deps.reviews.open(tx, { kind: IDENTITY, subjectId, memberId });
  await screen(tx, { kind: IDENTITY, subjectId, memberId, values: [['person', name]] }, at);
  // They have no reason yet.
  return userCard(tx, documents, { realNameStatus: status, lang: 'en' });
}
