/**
 * Messages of the member's private socket `/api/live` (JSON text). The client opens it, sends
 * `Hello`, and receives `Event`s in sequence; after a break it says hello with the last cursor seen.
 */
import type { DepositEvent } from './deposit.ts';
import type { PayoutEvent, WireEvent } from './fiat.ts';
import type { FuturesContractEvent } from './futures.ts';
import type { NotificationEvent } from './notification.ts';
import type { SpotOrderEvent } from './spot.ts';
import type { WithdrawalEvent } from './withdrawal.ts';

export interface Hello {
  token: string;
  /** Cursor of the last event seen; absent starts with what happens from now on. */
  after?: string;
}

/** The client may also send `{"ping": n}` and is answered `{kind: 'pong'}`. */
export interface Ping {
  ping: number;
}

/** Cursors are opaque: keep the last one and send it back. */
export type ServerMessage =
  | { kind: 'welcome'; cursor: string }
  /** The server no longer keeps what came after `after`: reload everything, go on from `cursor`. */
  | { kind: 'restart'; cursor: string }
  | { kind: 'refused'; code: number }
  | { kind: 'event'; cursor: string; at: string; topic: Topic; data: unknown }
  /** Something else stands under `/base/article` now: ask again. Told to everybody, without a place in the sequence. */
  | { kind: 'news' }
  | { kind: 'pong' };

/** What may happen to a member; features add their own lines here. */
export interface Topics {
  'spot.order': SpotOrderEvent;
  'futures.contract': FuturesContractEvent;
  /** The deposit as it now stands. */
  'deposit.changed': DepositEvent;
  /** The withdrawal as it now stands. */
  'withdrawal.changed': WithdrawalEvent;
  /** The wire or payout as it now stands. */
  'wire.changed': WireEvent;
  'payout.changed': PayoutEvent;
  /** Balances that changed, as exact decimals. */
  'assets.balance': { coinname: string; available: string; frozen: string; total: string }[];
  /** There is a new notice. That of a contract's end comes with its `futures.contract` and is not told apart. */
  'notification.added': NotificationEvent;
  /** Staff did something on the account: `/user/staffActions` has the line. */
  'staff.action': { action: string; reason: string };
}
export type Topic = keyof Topics;
