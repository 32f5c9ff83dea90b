/** What members see of operators, in the API: staff actions and announced changes. */
import { operatorsCalls } from '@tern/protocol';
import { type AuditRow, auditShownTo, shownReason } from '../../../kernel/operators/audit-log.ts';
import { pageOf } from '../../../kernel/requests/page.ts';
import type { Reviews } from '../../../kernel/review/reviews.ts';
import { langOf } from '../../../kernel/i18n/texts.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { listAnnouncedChanges, type VersionDeps } from './proposals/list-versions.ts';
import { recordNo } from './reviews/review-out.ts';
import { type ListDeps, listTermsChanges } from './terms/list-terms.ts';

/** Actions reserved for reviewers. */
const REVIEWERS_ACTS = ['member.verify', 'member.unverify'];

function officeOf({ operatorId, action }: AuditRow) {
  if (operatorId === null) return 'rule';
  const isReview = action.startsWith('review.') || REVIEWERS_ACTS.includes(action);
  return isReview ? 'review' : 'support';
}

/** Members see the department, action, reason and time, never the operator's name. */
function actionOut(reviews: Reviews, row: AuditRow, lang: string) {
  const { kind, subjectId, until } = row.detail;
  const isReview = typeof kind === 'string' && typeof subjectId === 'number';
  return {
    ID: row.id,
    CreatedAt: isoTime(row.createdAt),
    action: row.action,
    office: officeOf(row) as 'review' | 'support' | 'rule',
    kind: isReview ? kind : '',
    recordNo: isReview ? recordNo(reviews, kind, subjectId) : '',
    reason: shownReason(langOf(lang), row),
    until: typeof until === 'number' ? isoTime(until) : null,
  };
}

export function operatorsRoutes(
  deps: { database: Database; reviews: Reviews } & ListDeps & Pick<VersionDeps, 'instruments'>,
): Route[] {
  const { database, reviews } = deps;
  return [
    route(operatorsCalls.staffActions, ({ input, caller, lang }) => {
      const row = (entry: AuditRow) => actionOut(reviews, entry, lang);
      return auditShownTo(database, caller.memberId, { page: pageOf(input), row });
    }),
    // Both compare versions of all terms.
    route(
      operatorsCalls.announcedChanges,
      ({ input, lang }) => listAnnouncedChanges(deps, { page: pageOf(input), lang: langOf(lang) }),
      { turns: () => 2 },
    ),
    route(operatorsCalls.termsChanges, ({ lang }) => listTermsChanges(deps, langOf(lang)), {
      turns: () => 2,
    }),
  ];
}
