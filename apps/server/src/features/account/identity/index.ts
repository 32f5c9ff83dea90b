/** Identity: documents with three images, verified or rejected by operators (ADR 41). */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import type { IdentityDeps } from './deps.ts';
import { reviewIdentities } from './review-identities.ts';
import { identityRoutes } from './routes.ts';
import { identityRows } from './export-rows.ts';
import { membersNamedLike, verifiedNameOf } from './store.ts';
import { identityNotices } from './notices.ts';

export { verificationRecords } from './member-records.ts';

export function createIdentity(deps: IdentityDeps): NotifyingFeature {
  deps.reviews.register(reviewIdentities(deps));
  return { slug: 'identity', notices: identityNotices, routes: identityRoutes(deps) };
}

/** The name in the member's documents; undefined for one who was verified without any, or is not verified. */
export const verifiedName = async (reader: Reader, memberId: number): Promise<string | undefined> =>
  (await reader.maybe(verifiedNameOf, [memberId]))?.name;

/** Members who sent documents with these words in the name, the newest hundred. */
export async function membersNamed(reader: Reader, words: string): Promise<number[]> {
  const found = await reader.many(membersNamedLike, [words.toLowerCase()]);
  return found.map(({ memberId }) => memberId);
}

/** What it holds about a member, for exports and closing. */
export const identityAccount: AccountPart = { held: identityRows };
