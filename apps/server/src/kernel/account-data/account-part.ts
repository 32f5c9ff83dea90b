/** What a feature contributes to the export and to the closing of a member's account (ADR 48). */
import type { Amount } from '@tern/money';
import type { Reader, Tx } from '../../platform/database/database.ts';
import type { HeldRows } from './held-rows.ts';

/** An image for the archive. */
export interface HeldImage {
  /** In the archive, without its ending: `image-12`. */
  name: string;
  /** In the file store. */
  file: string;
}

/** Purposes of money that stands in the way of closing. */
export type ObstaclePurpose = 'available' | 'held' | 'locked' | 'staked' | 'financed' | 'loan';

/** Open things that stand in the way of closing. */
export type OpenThing =
  | 'order'
  | 'contract'
  | 'machine'
  | 'deposit'
  | 'withdrawal'
  | 'wire'
  | 'payout'
  | 'application'
  | 'identity'
  | 'review';

/** Why an account cannot be closed yet. */
export type Obstacle =
  | { kind: ObstaclePurpose; asset: string; amount: Amount }
  | { kind: OpenThing; count: number }
  | { kind: 'frozen' };

export interface AccountPart {
  /** Everything that the feature holds about a member, in rows. */
  held: readonly HeldRows[];
  images?(reader: Reader, memberId: number): Promise<HeldImage[]>;
  /** What is still open. Money, reviews and freezes are known without the feature. */
  obstacles?(reader: Reader, memberId: number): Promise<Obstacle[]>;
  /** Removes what a closed account no longer needs, in the transaction that closes it. Returns what to do after the commit. */
  end?(tx: Tx, memberId: number): Promise<(() => void) | void>;
}
