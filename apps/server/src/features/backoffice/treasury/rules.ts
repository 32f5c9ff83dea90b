/** How much revenue can be taken out: never more than the account has, than other accounts can spare, or than cover allows. Pure. */
import { exchangeAccounts } from '@tern/ledger';
import { add, type Amount, larger, ONE, smaller, subtract, sum, ZERO } from '@tern/money';
import type { FundedAccount, IncomeAccount } from '@tern/protocol/operator';
import type { Need } from './store.ts';

const income = [
  'fees',
  'loanInterest',
  'machineSales',
  'rounding',
] as const satisfies readonly IncomeAccount[];
/** Income first, then working money. `yieldReserve` is what running products were promised. */
const shownAccounts = [
  ...income,
  'liquidity',
  'contracts',
  'yields',
  'yieldReserve',
  'offerings',
  'rewards',
  'loans',
] as const satisfies readonly ShownAccount[];
export type ShownAccount = IncomeAccount | FundedAccount | 'yieldReserve';
export const isIncome = (account: string): boolean => income.some((each) => each === account);

/** Payouts of contracts leave an account of their own, which together with the stakes is one. */
const ownersOf = (account: ShownAccount): readonly number[] =>
  account === 'contracts'
    ? [exchangeAccounts.contracts, exchangeAccounts.contractPayouts]
    : [exchangeAccounts[account]];

export interface AccountState {
  readonly account: ShownAccount;
  readonly balance: Amount;
  readonly mustStay: Amount;
  readonly free: Amount;
}

/** Of one asset. `balances` by owner id, sub-accounts with their account. */
export function accountStates(
  balances: ReadonlyMap<number, Amount>,
  needs: readonly Pick<Need, 'account' | 'amount'>[],
): AccountState[] {
  return shownAccounts.map((account) => {
    const balance = sum(ownersOf(account).map((owner) => balances.get(owner) ?? ZERO));
    const needed = sum(needs.filter((need) => need.account === account).map((need) => need.amount));
    const mustStay = account === 'yieldReserve' ? balance : needed;
    return { account, balance, mustStay, free: larger(subtract(balance, mustStay), ZERO) };
  });
}

export interface Position {
  readonly held: Amount;
  readonly owed: Amount;
}

/** What must be held beyond what is owed, so that cover stays at its floor, rounded up. Units: `floor` a ratio such as 1.01. */
export function coverNeed(owed: Amount, floor: Amount): Amount {
  const above = (floor - ONE) * owed;
  return ((above + ONE - 1n) / ONE) as Amount;
}

/** What can be taken out of one account: the smallest of the account, what accounts spare, and what cover spares; at least 0. */
export function takeable(
  balance: Amount,
  { held, owed }: Position,
  { mustStay, floor }: { mustStay: Amount; floor: Amount },
): Amount {
  const own = subtract(held, owed);
  const spared = subtract(own, larger(mustStay, coverNeed(owed, floor)));
  return larger(smaller(balance, spared), ZERO);
}

/** What all accounts need together. */
export const neededOf = (states: readonly AccountState[]): Amount =>
  states.reduce((total, { mustStay }) => add(total, mustStay), ZERO);
