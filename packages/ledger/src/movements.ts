/** Movements between accounts as postings. */
import { type Amount, negate } from '@tern/money';
import type { Posting, Purpose } from './posting.ts';

interface Account {
  readonly owner: number;
  readonly purpose: Purpose;
}

/**
 * Moves `amount` of an asset from one account to another, of the same owner or not; a loan payout moves it from `loan`.
 */
export function transfer(movement: {
  readonly from: Account;
  readonly to: Account;
  readonly asset: string;
  readonly amount: Amount;
}): [Posting, Posting] {
  const { from, to, asset, amount } = movement;
  return [
    { owner: from.owner, asset, purpose: from.purpose, amount: negate(amount) },
    { owner: to.owner, asset, purpose: to.purpose, amount },
  ];
}

/** Changes the purpose of an owner's funds, such as `available` to `held` when an order is placed. */
export function moveBetween(movement: {
  readonly owner: number;
  readonly asset: string;
  readonly from: Purpose;
  readonly to: Purpose;
  readonly amount: Amount;
}): [Posting, Posting] {
  const { owner, asset, from, to, amount } = movement;
  return transfer({ from: { owner, purpose: from }, to: { owner, purpose: to }, asset, amount });
}
