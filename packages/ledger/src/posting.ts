/** A posting: one signed amount on one account. */
import type { Amount } from '@tern/money';

/** The purposes of a member's funds, in the order of the balance row's columns. */
export const purposes = ['available', 'held', 'locked', 'staked', 'financed', 'loan'] as const;

/**
 * `available`: spendable. `held`: open orders and withdrawals in review. `locked`: bought in an offering, until unlock.
 * `staked`, `financed`: in a term product. `loan`: the debt, never above zero; a member's other balances are never
 * below zero.
 */
export type Purpose = (typeof purposes)[number];

/**
 * Owner ids of the exchange accounts; members' ids are above zero, zero is unused. Exchange accounts use the purpose
 * `available` only and may be below zero. Custody is the outside world: funds received over a network, owed to their
 * senders. Stakes of contracts go to `contracts`, payouts come from `contractPayouts` (ADR 11).
 * `offerings` has the new coins to sell and receives what they cost; `machineSales` receives the price of machines.
 * `liquidity` also bears what chains take for transactions of the exchange's wallets (ADR 112). `yields` pays the
 * yields of products; what is promised is moved to `yieldReserve` at purchase. `loans` lends, `loanReceivables` is what borrowers
 * owe, `loanInterest` what they paid for it. `yields`, `offerings`, `yieldReserve`, `loans` and
 * `loanReceivables` are never below zero. `venueAssets` is what the exchange has at another exchange, `venue` the other side of each of
 * its entries: together they are zero, so that what is there counts as held nowhere (ADR 110).
 */
export const exchangeAccounts = {
  fees: -1,
  rounding: -2,
  liquidity: -3,
  contracts: -4,
  yields: -5,
  rewards: -6,
  paperIssuance: -7,
  custody: -8,
  contractPayouts: -9,
  offerings: -10,
  yieldReserve: -11,
  loans: -12,
  loanReceivables: -13,
  loanInterest: -14,
  machineSales: -15,
  venueAssets: -16,
  venue: -17,
} as const;

/**
 * The exchange account of deposits and withdrawals over one network, by the network's id. Its balance is minus the amount
 * credited to members over it.
 */
export function custodyAccount(networkId: number): number {
  return CUSTODY_BOOKS_FROM - networkId;
}

const CUSTODY_BOOKS_FROM = -1_000;

/** True for a member's owner id, false for an exchange account. */
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
