/** The review queue as operators see it: lists, counts by kind, and the details of one review. */
import type { Reader } from '../../platform/database/database.ts';
import type { RowOf } from '../../platform/database/query.ts';
import type { Settings } from '../settings/settings.ts';
import {
  canonicalFacts,
  factsHash,
  type ReviewCheck,
  type BalanceChange,
  type ReviewEvidence,
} from './review-kind.ts';
import {
  countDecided,
  countOfMember,
  countOpen,
  countsByKind,
  listDecided,
  listOfMember,
  listOpen,
  reviewsFound,
} from './queue-rows.ts';
import { agreedOf, type Review, reviewById, reviewOfSubject, reviewsNamed } from './review-rows.ts';
import { isFirstApproved, reviewSettings, type Stage, stageOf } from './review-rules.ts';
import type { Reviews } from './reviews.ts';

/** A record by its kind and id. */
export interface FoundRecord {
  readonly kind: string;
  readonly subjectId: number;
}

/** Absent: any. Decided ones are a stage of their own. */
export interface ReviewFilter {
  /** `late`: open ones whose time is over. */
  stage?: Stage | 'late' | undefined;
  kind?: string | undefined;
}

export type ListedReview = RowOf<typeof listOpen>;

/** How many of a list are given, and after how many. */
interface Part {
  limit: number;
  offset: number;
}

export interface ReviewList {
  reviews: ListedReview[];
  total: number;
}

interface Moment {
  settings: Settings;
  at: number;
}

const firstSince = ({ settings, at }: Moment) =>
  at - settings.read(reviewSettings.firstApprovalHours) * 3_600_000;

/** Decided reviews are counted to here. */
const COUNTED_MAX = 5_000;

/** Open reviews, soonest due first; of stage done the decided ones, newest first. */
export async function listReviews(
  reader: Reader,
  filter: ReviewFilter,
  given: Moment & Part & { reviews: Reviews },
): Promise<ReviewList> {
  const { stage, kind } = filter;
  const { at, limit, offset } = given;
  if (stage === 'done') return decidedReviews(reader, kind, given);
  const isLate = stage === 'late';
  const inStage = isLate ? null : (stage ?? null);
  const params = [at, firstSince(given), inStage, kind ?? null, isLate] as const;
  const [reviews, { total }] = await Promise.all([
    reader.many(listOpen, [...params, limit, offset]),
    reader.one(countOpen, params),
  ]);
  return { reviews, total };
}

async function decidedReviews(
  reader: Reader,
  kind: string | undefined,
  given: Moment & Part & { reviews: Reviews },
): Promise<ReviewList> {
  const { at, limit, offset } = given;
  const kinds = kind === undefined ? given.reviews.kinds().map((each) => each.kind) : [kind];
  const [reviews, { total }] = await Promise.all([
    reader.many(listDecided, [at, firstSince(given), kinds, limit, offset]),
    reader.one(countDecided, [kinds, COUNTED_MAX]),
  ]);
  return { reviews, total };
}

/** Of one member, newest first. `isWhole`: decided ones too. */
export async function reviewsOfMember(
  reader: Reader,
  { memberId, isWhole = false }: { memberId: number; isWhole?: boolean },
  given: Moment & Part,
): Promise<ReviewList> {
  const { at, limit, offset } = given;
  const [reviews, { total }] = await Promise.all([
    reader.many(listOfMember, [at, firstSince(given), memberId, isWhole, limit, offset]),
    reader.one(countOfMember, [memberId, isWhole]),
  ]);
  return { reviews, total };
}

/** The newest of these, open or decided. `id`: of a review. */
export function findReviews(
  reader: Reader,
  given: Moment & {
    pairs: readonly FoundRecord[];
    memberIds: readonly number[];
    id: number | null;
    limit: number;
  },
): Promise<ListedReview[]> {
  const { at, pairs, memberIds, id, limit } = given;
  const kinds = pairs.map(({ kind }) => kind);
  const subjects = pairs.map(({ subjectId }) => subjectId);
  return reader.many(reviewsFound, [at, firstSince(given), id, kinds, subjects, memberIds, limit]);
}

/** Open reviews by kind and stage, with the time of the oldest. */
export function countReviews(reader: Reader, given: Moment) {
  return reader.many(countsByKind, [given.at, firstSince(given)]);
}

export interface ReviewDetail {
  review: Review;
  stage: Stage;
  /** The current facts, in canonical JSON; an approval names their hash. */
  facts: string;
  hash: string;
  /** The first approval was of these facts and has not expired. */
  isFirstStanding: boolean;
  checks: readonly ReviewCheck[];
  evidence: ReviewEvidence;
  change: BalanceChange | undefined;
}

export async function reviewDetail(
  reader: Reader,
  id: number,
  given: Moment & { reviews: Reviews },
): Promise<ReviewDetail | undefined> {
  const { settings, at, reviews } = given;
  const review = await reader.maybe(reviewById, [id]);
  if (review === undefined) return undefined;
  const kind = reviews.kind(review.kind);
  const { subjectId } = review;
  const isOpen = review.state === 'open';
  const facts = isOpen ? canonicalFacts(await kind.facts(reader, subjectId)) : review.facts;
  const hash = factsHash(review, facts);
  const hours = settings.read(reviewSettings.firstApprovalHours);
  const isFirstStanding = isOpen && review.firstHash === hash && isFirstApproved(review, at, hours);
  const stage = stageOf(review, at, hours);
  const [checks, evidence, change] = await Promise.all([
    kind.checks(reader, subjectId, at),
    kind.evidence(reader, subjectId),
    kind.change?.(reader, subjectId),
  ]);
  return {
    review,
    stage: stage === 'second' && !isFirstStanding ? 'first' : stage,
    facts,
    hash,
    isFirstStanding,
    checks,
    evidence,
    change,
  };
}

/**
 * The reviews named by subjects of audit log entries: `review:12`, or kind and id of a record as in `manual:3`.
 * Subjects without a review are left out.
 */
export async function reviewsOfSubjects(
  reader: Reader,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, Review>> {
  const named = [...new Set(subjects)].flatMap((subject) => {
    const [, kind = '', id = ''] = SUBJECT.exec(subject) ?? [];
    return kind === '' ? [] : [{ subject, kind, id: Number(id) }];
  });
  if (named.length === 0) return new Map();
  const own = named.filter(({ kind }) => kind === 'review').map(({ id }) => id);
  const others = named.filter(({ kind }) => kind !== 'review');
  const found = await reader.many(reviewsNamed, [
    own,
    others.map(({ kind }) => kind),
    others.map(({ id }) => id),
  ]);
  return new Map(
    named.flatMap(({ subject, kind, id }) => {
      const review = found.find((each) =>
        kind === 'review' ? each.id === id : each.kind === kind && each.subjectId === id,
      );
      return review === undefined ? [] : [[subject, review] as const];
    }),
  );
}

const SUBJECT = /^([a-z]+):(\d{1,15})$/;

/** The review of a feature's record. */
export function reviewOf(
  reader: Reader,
  kind: string,
  subjectId: number,
): Promise<Review | undefined> {
  return reader.maybe(reviewOfSubject, [kind, subjectId]);
}

/** The subjects of a kind on which two different operators agreed. */
export async function agreedSubjects(reader: Reader, kind: string): Promise<ReadonlySet<number>> {
  return new Set((await reader.many(agreedOf, [kind])).map(({ subjectId }) => subjectId));
}
