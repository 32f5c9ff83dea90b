/** Sends documents for review, for the first time or after a rejection. */
import type { UserCard } from '@tern/protocol';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import type { Image } from '../../../kernel/images/image-rows.ts';
import { attachImage } from '../../../kernel/images/images.ts';
import { setRealNameStatus } from '../../../kernel/members/account-status.ts';
import {
  isVerified,
  lockMember,
  type Member,
  realNameStatus,
} from '../../../kernel/members/members.ts';
import { isOlderInstanceThere } from '../../../kernel/leases/lease-rows.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { screen } from '../../../kernel/screening/screen.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import type { IdentityDeps } from './deps.ts';
import { userCard } from './describe-documents.ts';
import { type Details, type DetailsInput, readDetails } from './details-fields.ts';
import { readName, readType, type Side, sides } from './document-fields.ts';
import { endsSoon } from './end-of-documents.ts';
import { identitySettings } from './settings.ts';
import { detailsOf, insertDetails } from './store-details.ts';
import { insertDocuments, insertImage, latestOfMember, verifiedOfMember } from './store.ts';

export interface SendInput {
  memberId: number;
  /** The latest documents, which these replace; absent: not checked. */
  replacedId?: number;
  type: number | string;
  name: string;
  imageIds: Readonly<Record<Side, number>>;
  details: DetailsInput;
}

/** Operators at instances without this migration see no details, and a rejection there ends the verification of who renews. */
const KNOWN_SINCE = '2670';

/** The kind of review, also in the API. */
export const IDENTITY = 'identity';

/**
 * Resolves once the documents are in the queue of operators.
 * @throws invalid-request naming the field (also for an image that is used, another member's or given twice),
 * identity-verified, identity-in-review, not-found when `replacedId` is not the member's latest, busy for details or a renewal beside an
 * older instance
 */
export async function sendDocuments(deps: IdentityDeps, input: SendInput): Promise<UserCard> {
  const { memberId, imageIds } = input;
  const details = readDetails(input.details, deps.clock.now());
  const read = { type: readType(input.type), name: readName(input.name), details };
  assertDifferent(imageIds, (id) => id);
  const sent = await deps.database.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    await assertMaySend(tx, member, { details, now: deps.clock.now() });
    if (details !== undefined) await assertDetailsKnown(tx);
    if (input.replacedId !== undefined) {
      const latest = await tx.maybe(latestOfMember, [memberId]);
      if (latest?.id !== input.replacedId) throw new Refusal('not-found');
    }
    const images = await attachAll(tx, memberId, imageIds);
    return store(tx, deps, { member: member!, ...read, images });
  });
  deps.reviews.announce();
  deps.bus.publish(MEMBER_EVENTS_WAKE, null);
  return sent;
}

/**
 * A verified member sends documents again only for what they change: the country of residence, a source of funds, or a document that
 * ends. Until they are decided, and if they are refused, the verification stays.
 * @throws identity-verified, identity-in-review
 */
async function assertMaySend(
  tx: Tx,
  member: Member | undefined,
  { details, now }: { details: Details | undefined; now: number },
): Promise<void> {
  if (member === undefined || member.realNameStatus === realNameStatus.submitted)
    throw new Refusal('identity-in-review');
  // Also of a member whose verification was taken away while newer documents wait.
  const latest = await tx.maybe(latestOfMember, [member.id]);
  if (latest?.state === 'reviewed') throw new Refusal('identity-in-review');
  if (!isVerified(member)) return;
  const verified = await tx.maybe(verifiedOfMember, [member.id]);
  const before = verified && (await tx.maybe(detailsOf, [verified.id]));
  const isNews =
    before === undefined ||
    before.residence !== details?.residence ||
    (before.funds === '' && details.funds !== '') ||
    endsSoon(before, now);
  if (details === undefined || !isNews) throw new Refusal('identity-verified');
}

/** Who is verified sends documents only with details. @throws busy beside an instance that does not know them */
async function assertDetailsKnown(tx: Tx): Promise<void> {
  const { isThere } = await tx.one(isOlderInstanceThere, [KNOWN_SINCE]);
  if (isThere) throw new Refusal('busy', { text: 'identity.olderInstance' });
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
  member: Member;
  type: number;
  name: string;
  images: Record<Side, Image>;
  details: Details | undefined;
}

async function store(tx: Tx, deps: IdentityDeps, accepted: Accepted): Promise<UserCard> {
  const { member, type, name, images, details } = accepted;
  const { id: memberId } = member;
  const at = deps.clock.now();
  const dueAt = at + deps.settings.read(identitySettings.targetHours) * HOUR_MS;
  const sent = { memberId, documentType: type, name, dueAt, createdAt: at };
  const documents = await insertDocuments(tx, sent);
  const { id: subjectId } = documents;
  for (const { side } of sides) {
    const { id, sha256, differenceHash } = images[side];
    await tx.run(insertImage, [subjectId, side, id, sha256, differenceHash]);
  }
  if (details !== undefined) {
    await insertDetails(tx, deps.secretBox, { documentId: subjectId, memberId, details, at });
  }
  const status = isVerified(member) ? realNameStatus.verified : realNameStatus.submitted;
  await setRealNameStatus(tx, { memberId, status }, at);
  await deps.endUnverification(tx, memberId, at);
  await deps.reviews.open(tx, { kind: IDENTITY, subjectId, memberId });
  await screen(tx, { kind: IDENTITY, subjectId, memberId, values: [['person', name]] }, at);
  // They have no reason yet.
  const { secretBox } = deps;
  return userCard(tx, documents, { realNameStatus: status, lang: 'en', secretBox });
}
