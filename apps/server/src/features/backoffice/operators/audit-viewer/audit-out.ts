/** Entries of the audit log in API format: with their record, and logins instead of ids. */
import type { AuditRow as AuditRowOut } from '@tern/protocol/operator';
import { formatDecimal } from '@tern/money';
import type { AuditRow } from '../../../../kernel/operators/audit-log.ts';
import { operatorLogins } from '../../../../kernel/operators/operators.ts';
import { reasonForStaff } from '../../../../kernel/i18n/reasons.ts';
import { reviewsOfSubjects } from '../../../../kernel/review/list-reviews.ts';
import type { Review } from '../../../../kernel/review/review-rows.ts';
import { withoutNumbers } from '../../../../kernel/review/hidden-numbers.ts';
import type { Reviews } from '../../../../kernel/review/reviews.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { plainAddress } from '../../../../platform/http/caller-address.ts';
import { recordNo } from '../reviews/review-out.ts';

const OPERATOR = /^operator:(\d{1,15})$/;

function recordOut(reviews: Reviews, review: Review): AuditRowOut['record'] {
  const { id, kind, subjectId, asset, amount, approvals } = review;
  return {
    reviewId: id,
    kind,
    recordNo: recordNo(reviews, kind, subjectId),
    coinname: asset,
    amount: amount === null ? null : formatDecimal(amount),
    approvals,
  };
}

/** Two queries for any number of rows: the records, and the operators concerned. */
/** The facts of a decision without the numbers of cards and accounts, which are looked at in its review. */
function detailOut({ detail }: AuditRow): AuditRow['detail'] {
  const { facts } = detail as { facts?: unknown };
  if (typeof facts !== 'string') return detail;
  return { ...detail, facts: JSON.stringify(withoutNumbers(JSON.parse(facts))) };
}

export async function auditRowsOut(
  reader: Reader,
  rows: readonly AuditRow[],
  reviews: Reviews,
): Promise<AuditRowOut[]> {
  const operatorOf = ({ subject }: AuditRow) => Number(OPERATOR.exec(subject)?.[1] ?? 0);
  const [records, logins] = await Promise.all([
    reviewsOfSubjects(
      reader,
      rows.map(({ subject }) => subject),
    ),
    operatorLogins(reader, rows.map(operatorOf).filter(Boolean)),
  ]);
  return rows.map((row) => {
    const review = records.get(row.subject);
    return {
      ID: row.id,
      CreatedAt: isoTime(row.createdAt),
      login: row.operatorLogin,
      action: row.action,
      subject: row.subject,
      subjectName: logins.get(operatorOf(row)) ?? '',
      record: review === undefined ? null : recordOut(reviews, review),
      memberId: row.memberId,
      reason: reasonForStaff(row.reason),
      detail: JSON.stringify(detailOut(row)),
      address: plainAddress(row.address),
      isShown: row.isShown,
    };
  });
}
