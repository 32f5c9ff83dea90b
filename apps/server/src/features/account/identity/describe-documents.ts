/** Documents in API format. */
import type { UserCard } from '@tern/protocol';
import { messageIn } from '../../../kernel/i18n/reasons.ts';
import { langOf } from '../../../kernel/i18n/texts.ts';
import { isVerified, type Member, realNameStatus } from '../../../kernel/members/members.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { IdentityDetails } from '@tern/protocol';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { detailsOf, endOf, openSealed } from './store-details.ts';
import { type Documents, imagesOfDocuments } from './store.ts';

export const IDENTITY_LETTER = 'I';

const STATUSES: Readonly<Record<string, number>> = {
  reviewed: realNameStatus.submitted,
  verified: realNameStatus.verified,
  rejected: realNameStatus.rejected,
};

/** Documents that were verified are rejected again once operators have removed the verification. */
export function statusOf({ state }: Documents, member: Pick<Member, 'realNameStatus'>): number {
  if (state === 'verified' && !isVerified(member)) return realNameStatus.rejected;
  return STATUSES[state] ?? realNameStatus.none;
}

export async function userCard(
  reader: Reader,
  documents: Documents,
  given: Pick<Member, 'realNameStatus'> & { lang: string; secretBox: SecretBox },
): Promise<UserCard> {
  const { lang, secretBox, ...member } = given;
  const images = await reader.many(imagesOfDocuments, [documents.id]);
  const imageOf = (side: string) => images.find((image) => image.side === side)!.imageId;
  const { id, createdAt, updatedAt, documentType: type, name, decidedAt, dueAt } = documents;
  const { heldUntil } = documents;
  const isHeld = heldUntil !== null;
  const reason = messageIn(langOf(lang), documents.reason, isHeld ? 'hold' : 'reject.identity');
  return {
    ID: id,
    CreatedAt: isoTime(createdAt),
    UpdatedAt: isoTime(updatedAt),
    recordNo: `${IDENTITY_LETTER}-${id}`,
    type,
    name,
    card_front: imageOf('front'),
    card_end: imageOf('back'),
    card_hand: imageOf('hand'),
    status: statusOf(documents, member),
    reason: isHeld ? '' : reason,
    dueAt: isoTime(dueAt),
    heldUntil: isHeld ? isoTime(heldUntil) : null,
    heldReason: isHeld ? reason : '',
    decidedAt: decidedAt === null ? null : isoTime(decidedAt),
    details: await describeDetails(reader, documents, secretBox),
  };
}

/** Of numbers only their ends, as of those of banks. */
async function describeDetails(
  reader: Reader,
  { id, memberId }: Documents,
  box: SecretBox,
): Promise<IdentityDetails | null> {
  const stored = await reader.maybe(detailsOf, [id]);
  if (stored === undefined) return null;
  const { documentId: _, sealed, certifiedAt, ...plain } = stored;
  const { address, documentNumber, taxNumber, fundsNote } = openSealed(box, sealed, memberId);
  return {
    ...plain,
    address,
    documentNumber: endOf(documentNumber),
    taxNumber: taxNumber === '' ? '' : endOf(taxNumber),
    certifiedAt: isoTime(certifiedAt),
    fundsNote,
  };
}
