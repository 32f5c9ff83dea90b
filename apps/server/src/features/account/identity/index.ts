/** Identity: documents with three images, verified or rejected by operators (ADR 41). */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { plainWords } from '../../../platform/plain-words.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import type { IdentityDeps } from './deps.ts';
import { reviewIdentities } from './review-identities.ts';
import { identityRoutes } from './routes.ts';
import { identityRows } from './export-rows.ts';
import { documentsNamed, namesOfMembers, verifiedNameOf } from './store.ts';
import { identityNotices } from './notices.ts';

export { verificationRecords } from './member-records.ts';

export function createIdentity(deps: IdentityDeps): NotifyingFeature {
  deps.reviews.register(reviewIdentities(deps));
  return { slug: 'identity', notices: identityNotices, routes: identityRoutes(deps) };
}

/** The name in the member's documents; undefined for one who was verified without any, or is not verified. */
export const verifiedName = async (reader: Reader, memberId: number): Promise<string | undefined> =>
  (await reader.maybe(verifiedNameOf, [memberId]))?.name;

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
export const identityAccount: AccountPart = { held: identityRows };
