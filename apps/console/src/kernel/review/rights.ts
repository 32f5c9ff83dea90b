/** An operator's rights on a review. Pure. */
import type { Permission } from '@tern/protocol/operator/client';
import type { ReviewDetail as Review } from './review.ts';

export interface Operator {
  ID: number;
  permissions: readonly Permission[];
}

/** Why this operator cannot approve it now. */
export type Obstacle = 'claim' | 'held' | 'stop' | 'ownFirst' | 'roleFirst' | 'roleSecond';

export interface Rights {
  isOpen: boolean;
  isMine: boolean;
  /** Another operator who has claimed it. */
  claimedBy: string | undefined;
  /** Also if another operator has extended the claim beyond its length. */
  canClaim: boolean;
  /** The approval that would be given now. */
  stage: 'first' | 'second';
  /** Whether that approval carries out the request. */
  isLast: boolean;
  obstacle: Obstacle | undefined;
  /** May hold or reject it. */
  canStop: boolean;
  /** May record the receipt of a wire. */
  canRecordReceipt: boolean;
  /** May lower the amount of a loan application. */
  canLowerAmount: boolean;
  /** Failed checks that are warnings only. */
  hasWarnings: boolean;
}

function obstacleOf(review: Review, { ID, permissions }: Operator): Obstacle | undefined {
  const isSecond = review.isFirstStanding;
  if (!review.mayDecide) return 'ownFirst';
  if (!isSecond && !permissions.includes('reviews.first')) return 'roleFirst';
  if (isSecond && !permissions.includes('reviews.second')) return 'roleSecond';
  if (review.checks.some(({ isPassed, level }) => !isPassed && level === 'stop')) return 'stop';
  if (review.stage === 'held') return 'held';
  return review.claimedBy?.ID === ID ? undefined : 'claim';
}

export function rightsOn(review: Review, operator: Operator): Rights {
  const isOpen = review.state === 'open';
  const { permissions } = operator;
  const isFirst = permissions.includes('reviews.first');
  const isDecider = isFirst || permissions.includes('reviews.second');
  const isMine = isOpen && review.claimedBy?.ID === operator.ID;
  const isFree = review.claimedBy === null || (review.isTakeable && !isMine);
  return {
    isOpen,
    isMine,
    claimedBy: isMine || review.claimedBy === null ? undefined : review.claimedBy.login,
    canClaim: isOpen && isFree && isDecider && review.mayDecide,
    stage: review.isFirstStanding ? 'second' : 'first',
    isLast: review.approvals === 1 || review.isFirstStanding,
    obstacle: obstacleOf(review, operator),
    canStop: isMine && isDecider,
    canRecordReceipt: isMine && review.kind === 'wire' && isFirst,
    canLowerAmount: isMine && review.kind === 'loan' && isFirst,
    hasWarnings: review.checks.some(({ isPassed, level }) => !isPassed && level === 'warning'),
  };
}
