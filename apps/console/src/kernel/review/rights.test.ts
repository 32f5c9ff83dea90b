import { describe, expect, it } from 'vitest';
import type { ReviewDetail as Review } from './review.ts';
import { type Operator, rightsOn } from './rights.ts';

const me: Operator = { ID: 1, permissions: ['reviews.first', 'reviews.second'] };
const mine = { ID: 1, login: 'operator-1' };
const other = { ID: 2, login: 'operator-2' };

const untouched: Review = {
  ID: 7,
  CreatedAt: '',
  UpdatedAt: '',
  kind: 'withdrawal',
  recordNo: 'W-7',
  subjectId: 7,
  memberId: 9,
  asset: 'USDT',
  amount: '100',
  approvals: 2,
  state: 'open',
  stage: 'first',
  claimedBy: mine,
  claimUntil: '',
  isTakeable: false,
  holdUntil: null,
  holdReason: '',
  firstBy: null,
  firstAt: null,
  decidedBy: null,
  decidedAt: null,
  facts: {},
  hash: 'a'.repeat(64),
  isFirstStanding: false,
  isMemberNotified: true,
  firstNote: '',
  decidedNote: '',
  summary: '',
  columns: [],
  rows: [],
  checks: [],
  images: [],
  balance: null,
  alsoOpen: [],
  history: [],
  mayDecide: true,
};
const review = (over: Partial<Review> = {}): Review => ({ ...untouched, ...over });

describe('an operator', () => {
  it('approves only what they have in hand', () => {
    expect(rightsOn(review(), me).obstacle).toBeUndefined();
    expect(rightsOn(review({ claimedBy: null }), me)).toMatchObject({
      obstacle: 'claim',
      canClaim: true,
      canStop: false,
    });
    expect(rightsOn(review({ claimedBy: other }), me)).toMatchObject({
      obstacle: 'claim',
      canClaim: false,
      claimedBy: 'operator-2',
    });
  });

  it('may take over a review whose claim was extended beyond its length', () => {
    const extended = review({ claimedBy: other, isTakeable: true });
    expect(rightsOn(extended, me)).toMatchObject({
      canClaim: true,
      isMine: false,
      obstacle: 'claim',
    });
    expect(rightsOn(review({ isTakeable: true }), me)).toMatchObject({
      canClaim: false,
      isMine: true,
    });
    const own = { ...extended, isFirstStanding: true, mayDecide: false };
    expect(rightsOn(own, me).canClaim).toBe(false);
  });

  it('who gave the first approval cannot claim it for the second', () => {
    const own = review({ isFirstStanding: true, mayDecide: false, claimedBy: null });
    expect(rightsOn(own, me)).toMatchObject({ obstacle: 'ownFirst', canClaim: false });
  });

  it('needs the permission of the approval that is due', () => {
    const reviewer: Operator = { ID: 1, permissions: ['reviews.first'] };
    const approver: Operator = { ID: 1, permissions: ['reviews.second'] };
    const waiting = review({ isFirstStanding: true, firstBy: other });
    expect(rightsOn(review(), approver).obstacle).toBe('roleFirst');
    expect(rightsOn(waiting, reviewer).obstacle).toBe('roleSecond');
    expect(rightsOn(waiting, approver)).toMatchObject({ obstacle: undefined, isLast: true });
  });

  it('may be rejected, though a failed check or a hold prevents approval', () => {
    const check = { name: 'address-possible', isPassed: false, level: 'stop', detail: '' } as const;
    const stopped = rightsOn(review({ checks: [check] }), me);
    expect(stopped).toMatchObject({ obstacle: 'stop', canStop: true });
    expect(rightsOn(review({ stage: 'held' }), me)).toMatchObject({
      obstacle: 'held',
      canStop: true,
    });
  });

  it('an auditor decides nothing', () => {
    const auditor: Operator = { ID: 1, permissions: ['reviews.read'] };
    expect(rightsOn(review({ claimedBy: null }), auditor)).toMatchObject({
      canClaim: false,
      canStop: false,
      obstacle: 'roleFirst',
    });
  });
});
