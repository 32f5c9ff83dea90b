/** Which words stand for an act of staff; pure. */
import type { StaffAction } from './staff-actions.ts';

const ACTS = {
  'review.approve': 'staff.reviewApprove',
  'review.reject': 'staff.reviewReject',
  'review.hold': 'staff.reviewHold',
  'member.ban': 'staff.ban',
  'member.unban': 'staff.unban',
  'member.freeze': 'staff.freeze',
  'member.unfreeze': 'staff.unfreeze',
  'member.verify': 'staff.verify',
  'member.unverify': 'staff.unverify',
} as const;

const KINDS = {
  deposit: 'staff.kindDeposit',
  withdrawal: 'staff.kindWithdrawal',
  wire: 'staff.kindWire',
  payout: 'staff.kindPayout',
  manual: 'staff.kindManual',
  verification: 'staff.kindIdentity',
  loan: 'staff.kindLoan',
} as const;

const OFFICES = {
  review: 'staff.officeReview',
  support: 'staff.officeSupport',
  rule: 'staff.officeRule',
} as const;

const has = <T extends object>(words: T, key: PropertyKey): key is keyof T =>
  Object.hasOwn(words, key);

/** An act that a newer server knows is an act all the same. */
export function actWords({ action }: Pick<StaffAction, 'action'>) {
  return has(ACTS, action) ? ACTS[action] : 'staff.otherAct';
}

/** Nothing for what is no review, or a kind that a newer server knows: its record number says enough. */
export function kindWords({ kind }: Pick<StaffAction, 'kind'>) {
  return has(KINDS, kind) ? KINDS[kind] : undefined;
}

export function officeWords({ office }: Pick<StaffAction, 'office'>) {
  return OFFICES[office];
}

/** The program's own reasons are said in the member's language; what people wrote stays as it is. */
export function ruleWords({ office, action }: Pick<StaffAction, 'office' | 'action'>) {
  if (office !== 'rule') return undefined;
  if (action === 'member.unfreeze') return 'staff.freezeOver';
  return action === 'member.unban' || action === 'member.verify' ? 'staff.notConfirmed' : undefined;
}

/** Of a block that a second person may make final, else of something that simply ends. */
export function untilWords({ action }: Pick<StaffAction, 'action'>) {
  const isUnconfirmed = action === 'member.ban' || action === 'member.unverify';
  return isUnconfirmed ? 'staff.untilSecond' : 'staff.until';
}
