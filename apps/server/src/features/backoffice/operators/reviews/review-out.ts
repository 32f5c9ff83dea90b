/** Reviews in API format, for the console. */
import { formatDecimal } from '@tern/money';
import type { ReviewRow } from '@tern/protocol/operator';
import { operatorLogins } from '../../../../kernel/operators/operators.ts';
import type { Review } from '../../../../kernel/review/review-rows.ts';
import {
  claimerOf,
  isTakeable,
  reviewSettings,
  type Stage,
} from '../../../../kernel/review/review-rules.ts';
import type { Reviews } from '../../../../kernel/review/reviews.ts';
import type { Settings } from '../../../../kernel/settings/settings.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';

const timeOut = (at: number | null) => (at === null ? null : isoTime(at));

/** "D-20418" */
export function recordNo(reviews: Reviews, kind: string, subjectId: number): string {
  const letter = reviews.kinds().find((each) => each.kind === kind)?.letter ?? '?';
  return `${letter}-${subjectId}`;
}

/** One query for the logins of all operators in the rows. `at`: epoch ms, for claims and holds that have ended. */
export async function reviewRowsOut(
  reader: Reader,
  rows: readonly (Review & { stage: string })[],
  given: { reviews: Reviews; settings: Settings; at: number },
): Promise<ReviewRow[]> {
  const { reviews, settings, at } = given;
  const claimMinutes = settings.read(reviewSettings.claimMinutes);
  const ids = rows.flatMap(({ claimedBy, firstBy, decidedBy }) =>
    [claimedBy, firstBy, decidedBy].filter((id) => id !== null),
  );
  const logins = await operatorLogins(reader, ids);
  const who = (id: number | null) => (id === null ? null : { ID: id, login: logins.get(id) ?? '' });
  return rows.map((row) => {
    const claimer = row.state === 'open' ? claimerOf(row, at) : null;
    const isHeld = row.holdUntil !== null && row.holdUntil > at;
    return {
      ID: row.id,
      CreatedAt: isoTime(row.createdAt),
      UpdatedAt: isoTime(row.updatedAt),
      kind: row.kind,
      recordNo: recordNo(reviews, row.kind, row.subjectId),
      subjectId: row.subjectId,
      memberId: row.memberId,
      coinname: row.asset,
      amount: row.amount === null ? null : formatDecimal(row.amount),
      approvals: row.approvals,
      state: row.state as ReviewRow['state'],
      stage: row.stage as Stage,
      claimedBy: who(claimer),
      claimUntil: claimer === null ? null : timeOut(row.claimUntil),
      isTakeable: claimer !== null && isTakeable(row, at, claimMinutes),
      holdUntil: isHeld ? timeOut(row.holdUntil) : null,
      holdReason: isHeld ? row.holdReason : '',
      firstBy: who(row.firstBy),
      firstAt: timeOut(row.firstAt),
      decidedBy: who(row.decidedBy),
      decidedAt: timeOut(row.decidedAt),
    };
  });
}
