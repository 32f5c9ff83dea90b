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

/** What can be neither sold nor redeemed, with all that its owner loses by giving it up. */
export interface GivenUp {
  id: number;
  recordNo: string;
  name: string;
  /** When it would end by itself, epoch ms. */
  endsAt: number;
  /** The price that was paid; none of it returns. */
  paid: { asset: string; amount: Amount };
  /** What it would still bring. */
  toCome: { asset: string; amount: Amount };
  /** What it has brought and is frozen until its end. */
  frozen: { asset: string; amount: Amount };
}

/** How much is shown and given up at once. */
export const GIVEN_UP_AT_ONCE = 50;

export interface AccountPart {
  /** Everything that the feature holds about a member, in rows. */
  held: readonly HeldRows[];
  images?(reader: Reader, memberId: number): Promise<HeldImage[]>;
  /** What is still open. Money, reviews and freezes are known without the feature. */
  obstacles?(reader: Reader, memberId: number): Promise<Obstacle[]>;
  /** What keeps the account open until its end unless it is given up: the first ones, `GIVEN_UP_AT_ONCE` at most. */
  toGiveUp?(reader: Reader, memberId: number): Promise<GivenUp[]>;
  /**
   * Ends some of it, in the caller's transaction, with the member locked; make it the last statement. Returns what was ended.
   * @throws already-decided (not to give up any more), busy (a payment that is due comes first)
   */
  giveUp?(
    tx: Tx,
    given: { memberId: number; ids: readonly number[]; at: number },
  ): Promise<GivenUp[]>;
  /** Removes what a closed account no longer needs, in the transaction that closes it. Returns what to do after the commit. */
  end?(tx: Tx, memberId: number): Promise<(() => void) | void>;
}
