/** The smallest line of the journal: one signed amount in one account. */
import type { Amount } from '@tern/money';

/** What a member's coins are for, in the order of the balance row's columns (`rules §1`). */
export const purposes = ['available', 'held', 'locked', 'staked', 'financed', 'loan'] as const;

/**
 * `available`: spendable. `held`: open orders and withdrawals in review. `locked`: bought in an offering,
 * until unlock. `staked`, `financed`: put into a term product. `loan`: what is owed, never above zero;
 * every other purpose of a member is never below zero.
 */
export type Purpose = (typeof purposes)[number];

/**
 * Owner ids of the house's own accounts; members are above zero, zero is nobody. Each book keeps to the purpose
 * `available` and may stand below zero: what the house has paid out has to come from somewhere.
 * Custody is the outside world: what came in over a network, owed to those who sent it.
 * Stakes of contracts come into `contracts`, payouts leave `contractPayouts` (ADR 11).
 */
export const houseBooks = {
  fees: -1,
  rounding: -2,
  liquidity: -3,
  contracts: -4,
  yields: -5,
  rewards: -6,
  paperIssuance: -7,
  custody: -8,
  contractPayouts: -9,
} as const;

/**
 * The book of what came in and went out over one network, by the network's id: a house book like the others.
 * Stands below zero by what members were credited over it.
 */
export function custodyBook(networkId: number): number {
  return CUSTODY_BOOKS_FROM - networkId;
}

const CUSTODY_BOOKS_FROM = -1_000;

/** True for a member's owner id, false for a book of the house. */
export function isMember(owner: number): boolean {
  return owner > 0;
}

/** An account is owner, asset and purpose; a posting changes it by `amount`. */
export interface Posting {
  readonly owner: number;
  readonly asset: string;
  readonly purpose: Purpose;
  readonly amount: Amount;
}
