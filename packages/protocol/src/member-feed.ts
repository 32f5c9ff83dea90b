/**
 * Messages of the member's private socket `/api/live` (JSON text). The client opens it, sends
 * `Hello`, and receives `Event`s in sequence; after a break it says hello with the last `seq` seen.
 */

export interface Hello {
  token: string;
  /** Last event seen; absent or 0 starts with what happens from now on. */
  after?: number;
}

export type ServerMessage =
  | { kind: 'welcome'; seq: number }
  /** The server no longer keeps what came after `after`: reload everything, go on from `seq`. */
  | { kind: 'restart'; seq: number }
  | { kind: 'refused'; code: number }
  | { kind: 'event'; seq: number; at: string; topic: Topic; data: unknown }
  | { kind: 'pong' };

/** What may happen to a member; features add their own lines here. */
export interface Topics {
  /** `data` is a row as in /bborder/myBborderList. */
  'spot.order': unknown;
  /** Balances that changed, as exact decimals. */
  'assets.balance': { coinname: string; available: string; frozen: string; total: string }[];
  'auth.session-ended': { code: number };
}
export type Topic = keyof Topics;
