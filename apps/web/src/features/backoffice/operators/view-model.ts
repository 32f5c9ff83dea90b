/** The texts for staff actions; pure. */
import type { StaffAction } from './api.ts';

const ACTS = {
  'review.approve': 'operators.reviewApprove',
  'review.reject': 'operators.reviewReject',
  'review.voided': 'operators.reviewVoided',
  'review.hold': 'operators.reviewHold',
  'member.ban': 'operators.ban',
  'member.unban': 'operators.unban',
  'member.freeze': 'operators.freeze',
  'member.unfreeze': 'operators.unfreeze',
  'member.verify': 'operators.verify',
  'member.unverify': 'operators.unverify',
} as const;

const KINDS = {
  deposit: 'operators.kindDeposit',
  withdrawal: 'operators.kindWithdrawal',
  wire: 'operators.kindWire',
  payout: 'operators.kindPayout',
  manual: 'operators.kindManual',
  verification: 'operators.kindIdentity',
  loan: 'operators.kindLoan',
  payback: 'operators.kindPayback',
  verdict: 'operators.kindResolution',
  stray: 'operators.kindUnmatched',
  unfreeze: 'operators.kindUnfreeze',
} as const;

const OFFICES = {
  review: 'operators.officeReview',
  support: 'operators.officeSupport',
  rule: 'operators.officeRule',
} as const;

const has = <T extends object>(words: T, key: PropertyKey): key is keyof T =>
  Object.hasOwn(words, key);

/** Unknown actions of a newer server get a generic name. */
export function actionKey({ action }: Pick<StaffAction, 'action'>) {
  return has(ACTS, action) ? ACTS[action] : 'operators.otherAct';
}

/** Undefined when it is not about a review, or of a kind a newer server added: the record number is enough. */
export function kindKey({ kind }: Pick<StaffAction, 'kind'>) {
  return has(KINDS, kind) ? KINDS[kind] : undefined;
}

export function officeKey({ office }: Pick<StaffAction, 'office'>) {
  return OFFICES[office];
}

/** A block that a second operator may make permanent, or something that simply ends. */
export function untilKey({ action }: Pick<StaffAction, 'action'>) {
  const isUnconfirmed = action === 'member.ban' || action === 'member.unverify';
  return isUnconfirmed ? 'operators.untilSecond' : 'operators.until';
}
