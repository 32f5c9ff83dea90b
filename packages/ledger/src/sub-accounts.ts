/** Sub-accounts of the exchange: one account on several rows, so that instances that post at the same time do not wait (ADR 68). */
import { exchangeAccounts } from './posting.ts';

/** How many rows such an account has. Number 0 is the account itself. */
export const SUB_ACCOUNTS = 10;

/** The accounts to which rounds of orders post. The others have no sub-accounts. */
const divided: readonly number[] = [
  exchangeAccounts.fees,
  exchangeAccounts.rounding,
  exchangeAccounts.liquidity,
];
/** Between the owner ids of two sub-accounts. The last one stays above the custody accounts of networks. */
const DISTANCE = 100;

/** The owner id of a sub-account; the account itself where it has none. @throws a RangeError for a number it has not */
export function subAccount(account: number, number: number): number {
  if (!Number.isInteger(number) || number < 0 || number >= SUB_ACCOUNTS) {
    throw new RangeError(`there is no sub-account ${number}`);
  }
  return divided.includes(account) ? account - DISTANCE * number : account;
}

/** The account that an owner id belongs to: itself, unless it is a sub-account. In SQL: `ledger_account_of`. */
export function accountOf(owner: number): number {
  const account = owner % DISTANCE;
  const isSubAccount = owner > -DISTANCE * SUB_ACCOUNTS && divided.includes(account);
  return isSubAccount ? account : owner;
}

/** The owner ids of an account, itself first. */
export function subAccountsOf(account: number): readonly number[] {
  const count = divided.includes(account) ? SUB_ACCOUNTS : 1;
  return Array.from({ length: count }, (_each, number) => subAccount(account, number));
}
