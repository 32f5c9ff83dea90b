/** One review with everything needed to decide it; each view is logged. */
import { add, decimal, formatDecimal, ZERO } from '@tern/money';
import type { ReviewDetail as DetailOut } from '@tern/protocol/operator';
import { type AuditRow, auditOf, logAct, logLook } from '../../../../kernel/operators/audit-log.ts';
import { balanceRow, balancesAt } from '../../../../kernel/ledger/balances.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import {
  type ReviewDetail,
  reviewDetail,
  reviewsOfMember,
} from '../../../../kernel/review/list-reviews.ts';
import { numbersIn, withoutNumbers } from '../../../../kernel/review/hidden-numbers.ts';
import type { ReviewCheck } from '../../../../kernel/review/review-kind.ts';
import type { Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Reviews } from '../../../../kernel/review/reviews.ts';
import type { Settings } from '../../../../kernel/settings/settings.ts';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../../../platform/database/database.ts';
import type { SecretBox } from '../../../../platform/secret-box.ts';
import { recordNo, reviewRowsOut } from './review-out.ts';

export interface ShowDeps {
  database: Database;
  clock: Clock;
  settings: Settings;
  reviews: Reviews;
}

const ALSO_OPEN_MAX = 20;

/** @throws not-found */
export function showReview(deps: ShowDeps, reviewer: Reviewer, id: number): Promise<DetailOut> {
  const at = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const detail = await reviewDetail(tx, id, { ...deps, at });
    if (detail === undefined) throw new Refusal('not-found');
    const { memberId } = detail.review;
    const look = {
      actor: reviewer,
      action: 'review.view' as const,
      subject: `review:${id}`,
      memberId,
    };
    await logLook(tx, look, at);
    return detailOut(tx, detail, { deps, reviewer, at });
  });
}

interface Given {
  deps: ShowDeps;
  reviewer: Reviewer;
  at: number;
}

async function detailOut(tx: Tx, detail: ReviewDetail, given: Given): Promise<DetailOut> {
  const { review, stage, evidence } = detail;
  const lines = await auditOf(tx, [`review:${review.id}`]);
  const checks = review.state === 'open' ? detail.checks : checksAtDecision(lines);
  const { deps, reviewer, at } = given;
  const [row] = await reviewRowsOut(tx, [{ ...review, stage }], { ...deps, at });
  const isOwnFirst = detail.isFirstStanding && review.firstBy === reviewer.operatorId;
  return {
    ...row!,
    facts: withoutNumbers(plainFacts(detail)),
    hash: detail.hash,
    isFirstStanding: detail.isFirstStanding,
    isMemberNotified:
      review.memberId !== null && deps.reviews.kind(review.kind).isProposal !== true,
    firstNote: review.firstNote,
    decidedNote: review.decidedNote,
    summary: evidence.summary,
    columns: [...evidence.columns],
    rows: evidence.rows.map(({ label, values, isEqual }) => ({
      label,
      values: [...values],
      isEqual,
    })),
    checks: checks.map(({ name, isPassed, level, detail: words = '' }) => ({
      name,
      isPassed,
      level,
      detail: words,
    })),
    images: evidence.images.map((image) => ({ ...image })),
    balance: await balanceOut(tx, detail),
    alsoOpen: await alsoOpen(tx, detail, given),
    history: history(review, lines),
    mayDecide: review.state === 'open' && !isOwnFirst,
  };
}

const plainFacts = ({ facts }: ReviewDetail) => JSON.parse(facts) as DetailOut['facts'];

/** The member's balance now and after the change. */
async function balanceOut(reader: Reader, { review, change }: ReviewDetail) {
  if (change === undefined || review.memberId === null || review.state !== 'open') return null;
  const key = { owner: review.memberId, asset: change.asset };
  const [balance] = await balancesAt(reader, [key]);
  const of = change.of ?? 'available';
  const now = balance === undefined ? ZERO : decimal(balanceRow(balance)[of]);
  return {
    coinname: change.asset,
    of,
    now: formatDecimal(now),
    after: formatDecimal(add(now, change.amount)),
  };
}

async function alsoOpen(reader: Reader, { review }: ReviewDetail, { deps, at }: Given) {
  if (review.memberId === null) return [];
  const filter = { memberId: review.memberId };
  const page = { limit: ALSO_OPEN_MAX, offset: 0 };
  const { reviews } = await reviewsOfMember(reader, filter, { ...deps, at, ...page });
  const others = reviews.filter(({ id }) => id !== review.id);
  return reviewRowsOut(reader, others, { ...deps, at });
}

const isLook = (action: string) =>
  ['review.view', 'review.image', 'review.numbers'].includes(action);

/** As they were when it was approved, as a decision usually makes them fail. None of reviews from before they were kept. */
function checksAtDecision(lines: readonly AuditRow[]): readonly ReviewCheck[] {
  const approval = lines.findLast(({ action }) => action === 'review.approve');
  return (approval?.detail['checks'] as readonly ReviewCheck[] | undefined) ?? [];
}

function history(review: ReviewDetail['review'], lines: readonly AuditRow[]) {
  return [
    { at: isoTime(review.createdAt), action: 'review.open', login: '', reason: '' },
    ...lines
      .filter(({ action }) => !isLook(action))
      .map(({ createdAt, action, operatorLogin: login, reason }) => ({
        at: isoTime(createdAt),
        action,
        login,
        reason,
      })),
  ];
}

/** A private image as a data URL; each view is logged. @throws not-found */
export function showImage(
  deps: ShowDeps,
  reviewer: Reviewer,
  request: { id: number; image: string },
): Promise<string> {
  const at = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const detail = await reviewDetail(tx, request.id, { ...deps, at });
    if (detail === undefined) throw new Refusal('not-found');
    const { kind: name, subjectId, memberId } = detail.review;
    const isOfReview = detail.evidence.images.some(({ id }) => id === request.image);
    const kind = deps.reviews.kind(name);
    const view = { id: request.image, operatorId: reviewer.operatorId, at };
    const image = isOfReview ? await kind.image?.(tx, subjectId, view) : undefined;
    if (image === undefined) throw new Refusal('not-found');
    const entry = {
      actor: reviewer,
      action: 'review.image' as const,
      subject: `review:${request.id}`,
      memberId,
      detail: { image: request.image, record: recordNo(deps.reviews, name, subjectId) },
    };
    await logAct(tx, entry, at);
    return `data:${image.contentType};base64,${Buffer.from(image.bytes).toString('base64')}`;
  });
}

/** The full numbers among the facts, and those of the kind; each look is logged. @throws not-found when there are none */
export function showNumbers(
  deps: ShowDeps & { secretBox: SecretBox },
  reviewer: Reviewer,
  id: number,
) {
  const at = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const detail = await reviewDetail(tx, id, { ...deps, at });
    if (detail === undefined) throw new Refusal('not-found');
    const { kind, subjectId, memberId } = detail.review;
    const more = await deps.reviews.kind(kind).numbers?.(tx, subjectId);
    const numbers = [...numbersIn(plainFacts(detail), deps.secretBox), ...(more ?? [])];
    if (numbers.length === 0) throw new Refusal('not-found');
    const entry = {
      actor: reviewer,
      action: 'review.numbers' as const,
      subject: `review:${id}`,
      memberId,
      detail: { record: recordNo(deps.reviews, kind, subjectId) },
    };
    await logAct(tx, entry, at);
    return numbers;
  });
}
