/** The member's verification, their latest documents, and whether it is time for new ones. */
import { isVerified, memberById, realNameStatus } from '../../../kernel/members/members.ts';
import { userCard } from './describe-documents.ts';
import type { IdentityDeps } from './deps.ts';
import { endsSoon } from './end-of-documents.ts';
import { detailsOf } from './store-details.ts';
import { type Documents, latestOfMember, verifiedOfMember } from './store.ts';

export function findDocuments(
  { database, clock, secretBox }: Pick<IdentityDeps, 'database' | 'clock' | 'secretBox'>,
  { memberId, lang }: { memberId: number; lang: string },
) {
  return database.snapshot(async (reader) => {
    const member = await memberById(reader, memberId);
    const status = member?.realNameStatus ?? realNameStatus.none;
    const latest = await reader.maybe(latestOfMember, [memberId]);
    const isProven = member !== undefined && isVerified(member);
    const decides = isProven ? await reader.maybe(verifiedOfMember, [memberId]) : undefined;
    const shown = (documents: Documents) =>
      userCard(reader, documents, { realNameStatus: status, lang, secretBox });
    const reuser_card = latest === undefined ? null : await shown(latest);
    const verified = decides === undefined ? null : await shown(decides);
    const details = decides && (await reader.maybe(detailsOf, [decides.id]));
    const isDue = details === undefined || endsSoon(details, clock.now());
    const mayRenew = decides !== undefined && latest?.state !== 'reviewed' && isDue;
    return { status, reuser_card, verified, mayRenew };
  });
}
