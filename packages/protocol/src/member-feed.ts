/**
 * Messages of the member's private socket `/api/live` (JSON text). The client opens it, sends
 * `Hello`, and receives events in sequence; to resume, it sends `Hello` with the last cursor.
 */
import type { DepositEvent } from './money/deposit.ts';
import type { FixedTermEvent } from './products/earn.ts';
import type { PayoutEvent, WireEvent } from './money/fiat.ts';
import type { FuturesContractEvent } from './trading/futures.ts';
import type { IdentityEvent } from './account/identity.ts';
import type { InvitationEvent } from './account/invitation.ts';
import type { LoanEvent } from './products/loan.ts';
import type { NotificationEvent } from './account/notification.ts';
import type { MemberTransferEvent } from './money/member-transfer.ts';
import type { OfferingSold, SubscriptionEvent } from './products/offering.ts';
import type { SupportEvent, SupportTyping } from './backoffice/support.ts';
import type { ConditionalOrderEvent } from './trading/conditional-orders.ts';
import type { SpotOrderEvent } from './trading/spot.ts';
import type { StakingEvent } from './products/staking.ts';
import type { WithdrawalEvent } from './money/withdrawal.ts';

export interface Hello {
  token: string;
  /** Cursor of the last event received; absent: only new events. */
  after?: string;
}

/** The client may also send `{"ping": n}`; the server replies `{kind: 'pong'}`. */
export interface Ping {
  ping: number;
}

/** Cursors are opaque. */
export type ServerMessage =
  | { kind: 'welcome'; cursor: string }
  /** Events after `after` are no longer stored: reload everything, then continue from `cursor`. */
  | { kind: 'restart'; cursor: string }
  | { kind: 'refused'; code: number }
  | { kind: 'event'; cursor: string; at: string; topic: Topic; data: unknown }
  /** `/base/article` has changed: refetch it. Broadcast to all members, outside the sequence. */
  | { kind: 'news' }
  /** To all members, outside the sequence: one that was missed is not repeated. */
  | BroadcastMessage
  /** To the member's devices, outside the sequence: one that was missed is not repeated. */
  | PassingMessage
  | { kind: 'pong' };

/** Events by topic; each feature adds its own. */
export interface Topics {
  'spot.order': SpotOrderEvent;
  /** Placed, triggered, cancelled or rejected. */
  'spot.conditional': ConditionalOrderEvent;
  'futures.contract': FuturesContractEvent;
  /** An alert was reached: load the list again. */
  'priceAlert.reached': { ID: number };
  /** A due time of a recurring buy ended, or the plan was paused: load it again. */
  'recurring.changed': { ID: number };
  /** The current deposit. */
  'deposit.changed': DepositEvent;
  /** The current withdrawal. */
  'withdrawal.changed': WithdrawalEvent;
  /** A transfer to or from another member. */
  'memberTransfer.added': MemberTransferEvent;
  /** The current wire or payout. */
  'wire.changed': WireEvent;
  'payout.changed': PayoutEvent;
  /** The current loan. */
  'loan.changed': LoanEvent;
  /** The verification of the member's identity changed, or the review of their documents. */
  'identity.changed': IdentityEvent;
  /** People or rewards of the member's invitations. */
  'invitation.changed': InvitationEvent;
  /** The current fixed-term order. */
  'earn.changed': FixedTermEvent;
  'staking.changed': StakingEvent;
  /** The current subscription. */
  'offering.subscription': SubscriptionEvent;
  /** Balances that changed, as exact decimals. */
  'assets.balance': { coinname: string; available: string; frozen: string; total: string }[];
  /** A new notice. The notice of a settled contract has no event of its own: it arrives with `futures.contract`. */
  'notification.added': NotificationEvent;
  /** A conversation with support: its state, and its new messages. */
  'service.changed': SupportEvent;
  /** Staff acted on the account; see `/user/staffActions`. */
  'staff.action': { action: string; reason: string };
}
export type Topic = keyof Topics;

/** Broadcasts by topic. */
export interface Broadcasts {
  /** What was sold of offerings, at most four times a second. */
  'offering.sold': OfferingSold;
  /** A market was halted or opened again: load the list of markets. */
  'market.state': { symbol: string };
}
export type BroadcastTopic = keyof Broadcasts;

export type BroadcastMessage = {
  [T in BroadcastTopic]: { kind: 'broadcast'; topic: T; data: Broadcasts[T] };
}[BroadcastTopic];

/** Messages to one member that are not stored, by topic. */
export interface Passings {
  'service.typing': SupportTyping;
}
export type PassingTopic = keyof Passings;

export type PassingMessage = {
  [T in PassingTopic]: { kind: 'passing'; topic: T; data: Passings[T] };
}[PassingTopic];
