/** SQL of the table `reviews`: one review, and its changes. Lists are in `queue-rows.ts`. */
import {
  amount,
  arrayOf,
  int2,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';
import { defineTable } from '../../platform/database/table.ts';

export const reviews = defineTable('reviews', {
  id: int8,
  kind: text,
  subjectId: int8,
  memberId: nullable(int8),
  asset: nullable(text),
  amount: nullable(amount),
  approvals: int2,
  facts: text,
  factsHash: text,
  state: text,
  claimedBy: nullable(int8),
  claimSince: nullable(timestamptz),
  claimUntil: nullable(timestamptz),
  holdBy: nullable(int8),
  holdUntil: nullable(timestamptz),
  holdReason: text,
  firstBy: nullable(int8),
  firstHash: nullable(text),
  firstNote: text,
  firstAt: nullable(timestamptz),
  decidedBy: nullable(int8),
  decidedHash: nullable(text),
  decidedNote: text,
  decidedAt: nullable(timestamptz),
  createdAt: timestamptz,
  /** By the setting of its kind when it was opened. */
  dueAt: timestamptz,
  updatedAt: timestamptz,
});

export const insertReview = reviews
  .pick('id')
  .insertReturning(
    'kernel.insertReview',
    [
      'kind',
      'subjectId',
      'memberId',
      'asset',
      'amount',
      'approvals',
      'facts',
      'factsHash',
      'firstBy',
      'firstHash',
      'firstNote',
      'firstAt',
      'createdAt',
      'dueAt',
    ],
    { also: { updatedAt: '$createdAt' } },
  );

export const reviewById = reviews.select('kernel.reviewById', 'where id = $1', [int8]);

export const reviewForUpdate = reviews.select(
  'kernel.reviewForUpdate',
  'where id = $1 for no key update',
  [int8],
);

export const reviewOfSubject = reviews.select(
  'kernel.reviewOfSubject',
  'where kind = $1 and subject_id = $2',
  [text, int8],
);

/** The subjects of a kind on which two different operators agreed. */
export const agreedOf = defineQuery({
  name: 'kernel.agreedOf',
  text: 'select subject_id from reviews_agreed where kind = $1',
  params: [text],
  row: { subjectId: int8 },
});

/** By their ids, or by pairs of kind and subject. */
export const reviewsNamed = reviews.select(
  'kernel.reviewsNamed',
  `where id = any($1)
    or (kind, subject_id) in (select * from unnest($2::text[], $3::bigint[]))`,
  [arrayOf(int8), arrayOf(text), arrayOf(int8)],
);

export type Review = RowOf<typeof reviewById>;

export const setClaim = defineStatement({
  name: 'kernel.setReviewClaim',
  text: `update reviews set claimed_by = $2, claim_since = $3, claim_until = $4, updated_at = $5
    where id = $1`,
  params: [int8, int8, timestamptz, timestamptz, timestamptz],
});

/** Keeps claimer and start: releasing a claim and claiming again does not start a new claim. */
export const endClaim = defineStatement({
  name: 'kernel.endReviewClaim',
  text: 'update reviews set claim_until = $2, updated_at = $2 where id = $1',
  params: [int8, timestamptz],
});

/** Also releases the claim. */
export const setHold = defineStatement({
  name: 'kernel.setReviewHold',
  text: `update reviews set hold_by = $2, hold_until = $3, hold_reason = $4, claimed_by = null,
      claim_since = null, claim_until = null, updated_at = $5
    where id = $1`,
  params: [int8, int8, timestamptz, text, timestamptz],
});

/** Also releases the claim. */
export const setFirstApproval = defineStatement({
  name: 'kernel.setFirstApproval',
  text: `update reviews set first_by = $2, first_hash = $3, first_note = $4, first_at = $5,
      hold_until = null, claimed_by = null, claim_since = null, claim_until = null, updated_at = $5
    where id = $1`,
  params: [int8, int8, text, text, timestamptz],
});

export const setDecision = defineStatement({
  name: 'kernel.setReviewDecision',
  text: `update reviews set state = $2, decided_by = $3, decided_hash = $4, decided_note = $5,
      decided_at = $6, hold_until = null, claimed_by = null, claim_since = null, claim_until = null,
      updated_at = $6
    where id = $1`,
  params: [int8, text, nullable(int8), nullable(text), text, timestamptz],
});

/** Returns nothing when the review is already decided. Of two concurrent decisions, the second waits and finds it closed. */
export const cancelOpen = reviews.pick('id').update(
  'kernel.cancelOpenReview',
  `state = 'cancelled', decided_at = $3, hold_until = null, claimed_by = null,
      claim_since = null, claim_until = null, updated_at = $3
    where kind = $1 and subject_id = $2 and state = 'open'`,
  [text, int8, timestamptz],
);
