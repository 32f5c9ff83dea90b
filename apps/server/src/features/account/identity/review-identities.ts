/** The review of documents: facts, checks, evidence with marked images, and the decision. */
import { recordMemberEvents } from '../../../kernel/events/member-events.ts';
import { imageById } from '../../../kernel/images/images.ts';
import { setRealNameStatus } from '../../../kernel/members/account-status.ts';
import {
  isVerified,
  lockMember,
  memberById,
  realNameStatus,
} from '../../../kernel/members/members.ts';
import { isAlikeName } from '../../../kernel/names/name-likeness.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { reviewOf } from '../../../kernel/review/list-reviews.ts';
import {
  comparisonRow,
  type Decision,
  type ReviewKind,
  subjectReview,
} from '../../../kernel/review/review-kind.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import type { IdentityDeps } from './deps.ts';
import { IDENTITY_LETTER } from './describe-documents.ts';
import { detailRows, fullDetails, hashOfDetails } from './review-details.ts';
import { detailsOf } from './store-details.ts';
import { identityChecks } from './identity-checks.ts';
import { sides, typeName } from './document-fields.ts';
import { IDENTITY } from './send-documents.ts';
import {
  type Documents,
  documentsById,
  earlierOfMember,
  imagesOfDocuments,
  setDecided,
  setHeld,
} from './store.ts';

const read = (reader: Reader, id: number) => reader.one(documentsById, [id]);

async function factsOf(reader: Reader, documents: Documents) {
  const { id, memberId, documentType: type, name } = documents;
  const images = await reader.many(imagesOfDocuments, [id]);
  const hashes = images.map(({ side, sha256 }) => [side, sha256] as const);
  const details = await reader.maybe(detailsOf, [id]);
  return {
    memberId,
    type,
    name,
    ...(details && { details: hashOfDetails(details) }),
    ...Object.fromEntries(hashes),
  };
}

async function evidenceOf(reader: Reader, documents: Documents, deps: IdentityDeps) {
  const { id, memberId, name, documentType: type, createdAt, dueAt } = documents;
  const member = await memberById(reader, memberId);
  const known = await deps.accountNames(reader, memberId);
  const earlier = await reader.many(earlierOfMember, [memberId, id]);
  const decided = await Promise.all(earlier.map((each) => reviewOf(reader, IDENTITY, each.id)));
  const images = await reader.many(imagesOfDocuments, [id]);
  const isCompared = known.length > 0;
  const row = (label: string, value: string) =>
    comparisonRow(label, isCompared ? [value, null] : [value]);
  return {
    summary: `${typeName(type)} · ${name}`,
    columns: isCompared ? ['Member says', 'At the bank'] : ['Member says'],
    rows: [
      row('Name', name),
      ...known.map((account) =>
        comparisonRow(
          `Name, ${account.source}`,
          [name, account.name],
          isAlikeName(account.name, name),
        ),
      ),
      row('Document', typeName(type)),
      ...(await detailRows(reader, documents, deps)).map(([label, value]) => row(label, value)),
      row('Member', member?.email ?? ''),
      row('Phone', `+${member?.countryCode} ${member?.phone}`),
      row('Account since', isoTime(member?.createdAt ?? createdAt)),
      row('Sent', isoTime(createdAt)),
      row('Promised by', isoTime(dueAt)),
      ...earlier.map(({ id: earlierId, state }, at) =>
        row(
          `Earlier, ${IDENTITY_LETTER}-${earlierId}`,
          [state, decided[at]?.decidedNote ?? ''].filter(Boolean).join(': '),
        ),
      ),
    ],
    images: await Promise.all(
      images.map(async ({ side, imageId, sha256 }) => {
        const { bytes } = (await imageById(reader, imageId))!;
        const label = sides.find((each) => each.side === side)!.label;
        return { id: side, label, bytes, sha256 };
      }),
    ),
  };
}

/** "OP 2 2026-11-23 06:14:05 UTC", as `watermark` can print it. */
function viewMark(operatorId: number, at: number): string {
  const [day, time = ''] = isoTime(at).split('T');
  return `OP ${operatorId} ${day} ${time.slice(0, 8)} UTC`;
}

async function verify(tx: Tx, { subjectId, at }: Decision): Promise<void> {
  const { memberId } = await lockReviewed(tx, subjectId);
  await tx.run(setDecided, [subjectId, 'verified', '', at]);
  await setRealNameStatus(tx, { memberId, status: realNameStatus.verified }, at);
}

/** A verified member stays so when new documents are refused: the earlier ones still prove who they are. */
async function turnDown(tx: Tx, { subjectId, message, at }: Decision): Promise<void> {
  const { memberId } = await lockReviewed(tx, subjectId);
  await tx.run(setDecided, [subjectId, 'rejected', message, at]);
  const member = await memberById(tx, memberId);
  const stays = member !== undefined && isVerified(member);
  const status = stays ? realNameStatus.verified : realNameStatus.rejected;
  await setRealNameStatus(tx, { memberId, status }, at);
}

/** Locks the member. @throws already-decided */
async function lockReviewed(tx: Tx, id: number): Promise<Documents> {
  const { memberId } = await read(tx, id);
  await lockMember(tx, memberId);
  const documents = await read(tx, id);
  if (documents.state !== 'reviewed') throw new Refusal('already-decided');
  return documents;
}

async function pause(tx: Tx, { subjectId, until, message, at }: Decision & { until: number }) {
  const { memberId } = await lockReviewed(tx, subjectId);
  await tx.run(setHeld, [subjectId, until, message, at]);
  const member = await memberById(tx, memberId);
  const data = { status: member?.realNameStatus ?? realNameStatus.submitted };
  await recordMemberEvents(tx, [{ memberId, topic: 'identity.changed', data }], at);
}

/** Two operators decide: a wrong "yes" lets a stranger's money out, and the first reviewer may know the member. */
export function reviewIdentities(deps: IdentityDeps): ReviewKind {
  return {
    kind: IDENTITY,
    letter: IDENTITY_LETTER,
    movesMoney: false,
    approvals: 2,
    ...subjectReview(read, {
      facts: (documents, reader) => factsOf(reader, documents),
      checks: (documents, reader, at) => identityChecks(reader, documents, { deps, at }),
      evidence: (documents, reader) => evidenceOf(reader, documents, deps),
    }),
    numbers: async (reader, subjectId) => fullDetails(reader, await read(reader, subjectId), deps),
    async image(reader, subjectId, { id: side, operatorId, at }) {
      const images = await reader.many(imagesOfDocuments, [subjectId]);
      const found = images.find((image) => image.side === side);
      const image = found && (await imageById(reader, found.imageId));
      return image && deps.images.markedBytesOf(image, viewMark(operatorId, at));
    },
    approve: verify,
    reject: turnDown,
    held: pause,
  };
}
