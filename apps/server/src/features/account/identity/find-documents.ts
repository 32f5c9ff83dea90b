/** The member's verification and their latest documents. */
import { memberById, realNameStatus } from '../../../kernel/members/members.ts';
import type { Database } from '../../../platform/database/database.ts';
import { userCard } from './describe-documents.ts';
import { latestOfMember } from './store.ts';

export function findDocuments(
  database: Database,
  { memberId, lang }: { memberId: number; lang: string },
) {
  return database.snapshot(async (reader) => {
    const member = await memberById(reader, memberId);
    const status = member?.realNameStatus ?? realNameStatus.none;
    const latest = await reader.maybe(latestOfMember, [memberId]);
    const reuser_card =
      latest === undefined
        ? null
        : await userCard(reader, latest, { realNameStatus: status, lang });
    return { status, reuser_card };
  });
}
