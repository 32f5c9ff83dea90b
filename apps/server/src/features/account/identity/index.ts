/** Identity: documents with three images, verified or rejected by operators (ADR 41). */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { isVerified, memberById } from '../../../kernel/members/members.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
import { plainWords } from '../../../platform/plain-words.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import type { IdentityDeps } from './deps.ts';
import { reviewIdentities } from './review-identities.ts';
import { identityRoutes } from './routes.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { identityRows } from './export-rows.ts';
import { detailsOf } from './store-details.ts';
import { documentsNamed, namesOfMembers, verifiedNameOf, verifiedOfMember } from './store.ts';
import { identityNotices } from './notices.ts';
import { eraseOldDetails, hasEnded, remindOfEnds } from './end-of-documents.ts';

export { verificationRecords } from './member-records.ts';
export { residenceOf } from './store-details.ts';

export function createIdentity(deps: IdentityDeps): NotifyingFeature {
  deps.reviews.register(reviewIdentities(deps));
  return {
    slug: 'identity',
    notices: identityNotices,
    routes: identityRoutes(deps),
    jobs: [
      { name: 'identity.remind', everyMs: HOUR_MS, run: () => remindOfEnds(deps) },
      { name: 'identity.erase', everyMs: DAY_MS, run: () => eraseOldDetails(deps) },
    ],
  };
}

/** The name in the member's documents; undefined for one who was verified without any, or is not verified. */
export const verifiedName = async (reader: Reader, memberId: number): Promise<string | undefined> =>
  (await reader.maybe(verifiedNameOf, [memberId]))?.name;

/** Whether the documents of a verified member have not ended and say where their money comes from. `now` in epoch ms. */
export async function hasProvenFunds(
  reader: Reader,
  memberId: number,
  now: number,
): Promise<boolean> {
  const member = await memberById(reader, memberId);
  if (member === undefined || !isVerified(member)) return false;
  const documents = await reader.maybe(verifiedOfMember, [memberId]);
  const details = documents && (await reader.maybe(detailsOf, [documents.id]));
  return details !== undefined && details.funds !== '' && !hasEnded(details, now);
}

/** The newest members who sent documents with all of these words in the name, in any order, with or without accents. */
export async function membersNamed(
  reader: Reader,
  words: string,
  limit: number,
): Promise<number[]> {
  const parts = plainWords(words).split(/\s+/);
  const found = await documentsNamed(reader, parts, limit);
  return [...new Set(found.map(({ memberId }) => memberId))];
}

/** The name in a member's documents. */
export interface MemberName {
  name: string;
  /** By two operators; else it is what the member typed. */
  isVerified: boolean;
}

/** The names of those who sent documents. */
export async function namesOf(
  reader: Reader,
  memberIds: readonly number[],
): Promise<ReadonlyMap<number, MemberName>> {
  const found = await reader.many(namesOfMembers, [[...new Set(memberIds)]]);
  return new Map(found.map(({ memberId, ...name }) => [memberId, name]));
}

/** What it holds about a member, for exports and closing. */
export const identityAccount = (box: SecretBox): AccountPart => ({ held: identityRows(box) });
