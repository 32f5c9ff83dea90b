/** What rules look at: facts about one member, each list oldest first. Times in epoch ms, worth in USDT at the time of the fact. */
import type { Amount } from '@tern/money';

/** Money that came to the member or left. */
export interface Move {
  readonly at: number;
  readonly direction: 'in' | 'out';
  /** From or to another member, inside of the exchange. */
  readonly isBetweenMembers: boolean;
  readonly worth: Amount;
}

/** That an account used something for the first time: a withdrawal address, a device. Of the member, and of those who share it. */
export interface Sighting {
  readonly at: number;
  readonly memberId: number;
  /** The address; of a device a hash of its key. */
  readonly value: string;
}

/** A fill between the member and another one. */
export interface LinkedTrade {
  readonly at: number;
  readonly market: string;
  readonly otherId: number;
  /** What both have in common; null: nothing known. */
  readonly ground: LinkGround | null;
  readonly worth: Amount;
}
export type LinkGround = 'device' | 'destination' | 'payee' | 'inviter';

/** An order that its owner cancelled. */
export interface CancelledOrder {
  readonly placedAt: number;
  readonly at: number;
  readonly market: string;
  readonly side: 'buy' | 'sell';
  /** Of the whole order, at its price. */
  readonly worth: Amount;
  /** Of 100, rounded down. */
  readonly filledPercent: number;
}

/** A fill of the member's, with anybody. */
export interface Fill {
  readonly at: number;
  readonly market: string;
  readonly side: 'buy' | 'sell';
  readonly worth: Amount;
}

export interface Facts {
  readonly memberId: number;
  readonly moves: readonly Move[];
  readonly sightings: readonly Sighting[];
  readonly trades: readonly LinkedTrade[];
  readonly cancelled: readonly CancelledOrder[];
  readonly fills: readonly Fill[];
}

/** Which of the lists a rule needs. */
export type FactKind = 'moves' | 'addresses' | 'devices' | 'trades' | 'book';

export const noFacts = (memberId: number): Facts => ({
  memberId,
  moves: [],
  sightings: [],
  trades: [],
  cancelled: [],
  fills: [],
});
