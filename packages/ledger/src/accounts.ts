/** Whose money and what for: owners, purposes, and the books of the house. */

/** What a member's money of one asset is for. `loan` is what they owe: zero or below. */
export const purposes = ['available', 'held', 'locked', 'staked', 'financed', 'loan'] as const;
export type Purpose = (typeof purposes)[number];

/** Owners above zero are members; the house keeps a book per purpose below zero (rules §1). */
export const houseBooks = {
  fees: -1,
  rounding: -2,
  liquidity: -3,
  contracts: -4,
  yields: -5,
  rewards: -6,
  paperIssuance: -7,
  custody: -8,
} as const;

/** One account: an owner's money of an asset for a purpose. */
export interface Account {
  readonly owner: number;
  readonly asset: string;
  readonly purpose: Purpose;
}

export function isMember(owner: number): boolean {
  return owner > 0;
}

/** The rule the database checks too: no purpose of a member but `loan` below zero, `loan` never above. */
export function isWithinFloor(account: Account, balance: bigint): boolean {
  if (!isMember(account.owner)) return true;
  return account.purpose === 'loan' ? balance <= 0n : balance >= 0n;
}
