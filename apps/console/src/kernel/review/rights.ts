/** An operator's rights on a review. Pure. */
import type { OperatorRole } from '@tern/protocol/operator/client';
import type { ReviewDetail as Review } from './review.ts';

export interface Operator {
  ID: number;
  roles: readonly OperatorRole[];
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

function obstacleOf(review: Review, { ID, roles }: Operator): Obstacle | undefined {
  const isSecond = review.isFirstStanding;
  if (!review.mayDecide) return 'ownFirst';
  if (!isSecond && !roles.includes('reviewer')) return 'roleFirst';
  if (isSecond && !roles.includes('approver')) return 'roleSecond';
  if (review.checks.some(({ isPassed, level }) => !isPassed && level === 'stop')) return 'stop';
  if (review.stage === 'held') return 'held';
  return review.claimedBy?.ID === ID ? undefined : 'claim';
}

export function rightsOn(review: Review, operator: Operator): Rights {
  const isOpen = review.state === 'open';
  const isDecider = operator.roles.includes('reviewer') || operator.roles.includes('approver');
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
    canRecordReceipt: isMine && review.kind === 'wire' && operator.roles.includes('reviewer'),
    canLowerAmount: isMine && review.kind === 'loan' && operator.roles.includes('reviewer'),
    hasWarnings: review.checks.some(({ isPassed, level }) => !isPassed && level === 'warning'),
  };
}
