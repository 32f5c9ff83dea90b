/** Reviews in API format, for the console. */
import { formatDecimal } from '@tern/money';
import type { QueueRow, ReviewRow } from '@tern/protocol/operator';
import { operatorLogins } from '../../../../kernel/operators/operators.ts';
import type { ListedReview } from '../../../../kernel/review/list-reviews.ts';
import type { Review } from '../../../../kernel/review/review-rows.ts';
import {
  claimerOf,
  isTakeable,
  reviewSettings,
  type Stage,
} from '../../../../kernel/review/review-rules.ts';
import { riskOf, riskSignsOf } from '../../../../kernel/review/risk.ts';
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

const RECORD_NO = /^(?:([a-z]{1,2})-?)?0*(\d{1,15})$/i;

/** Parses the number of a review, record or member, with the kind of its letter: "D-20418", "8200001". */
export function recordOf(
  reviews: Reviews,
  words: string,
): { id: number; kind: string | undefined } | undefined {
  const [, letter, digits] = RECORD_NO.exec(words) ?? [];
  if (digits === undefined) return undefined;
  const kind = reviews.kinds().find((each) => each.letter === letter?.toUpperCase())?.kind;
  return { id: Number(digits), kind };
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

export interface CustomerNames {
  /** The names in members' documents. */
  namesOf(
    reader: Reader,
    memberIds: readonly number[],
  ): Promise<ReadonlyMap<number, { name: string; isVerified: boolean }>>;
}

/** The same, with who sent each, when it is due, and the signs of risk: one query more for the names, one for the signs. */
export async function queueRowsOut(
  reader: Reader,
  rows: readonly ListedReview[],
  given: Parameters<typeof reviewRowsOut>[2] & CustomerNames,
): Promise<QueueRow[]> {
  const { reviews, at } = given;
  const memberIds = rows.flatMap(({ memberId }) => (memberId === null ? [] : [memberId]));
  const requests = reviews.kinds().filter((kind) => kind.isProposal !== true);
  const kinds = requests.map(({ kind }) => kind);
  const [out, names, signs] = await Promise.all([
    reviewRowsOut(reader, rows, given),
    given.namesOf(reader, memberIds),
    riskSignsOf(reader, memberIds, { kinds, at }),
  ]);
  return rows.map((row, index) => {
    const name = names.get(row.memberId ?? 0);
    const signsOfMember = kinds.includes(row.kind) ? signs.get(row.memberId ?? 0) : undefined;
    return {
      ...out[index]!,
      dueAt: isoTime(row.dueAt),
      isLate: row.state === 'open' && row.dueAt <= at,
      memberName: name?.name ?? '',
      isNameVerified: name?.isVerified ?? false,
      risk: signsOfMember === undefined ? null : riskOf(row.kind, signsOfMember),
    };
  });
}
