import { describe, expect, it } from 'vitest';
import { custodyAccount, exchangeAccounts } from './posting.ts';
import { accountOf, SUB_ACCOUNTS, subAccount, subAccountsOf } from './sub-accounts.ts';

const { fees, rounding, liquidity } = exchangeAccounts;

describe('sub-accounts of the exchange', () => {
  it('are those of fees, rounding and liquidity, and number 0 is the account itself', () => {
    for (const account of [fees, rounding, liquidity]) {
      expect(subAccount(account, 0)).toBe(account);
      expect(subAccountsOf(account)).toHaveLength(SUB_ACCOUNTS);
    }
    expect(subAccount(fees, 1)).toBe(-101);
    expect(subAccount(liquidity, 9)).toBe(-903);
    for (const account of Object.values(exchangeAccounts)) {
      const hasSome = [fees, rounding, liquidity].some((each) => each === account);
      if (!hasSome) expect(subAccountsOf(account)).toEqual([account]);
    }
  });

  it('have ids of their own, above those of the custody of networks', () => {
    const all = Object.values(exchangeAccounts).flatMap(subAccountsOf);
    expect(new Set(all).size).toBe(all.length);
    expect(Math.min(...all)).toBeGreaterThan(custodyAccount(1));
  });

  it('belong to their account, and every other owner to itself', () => {
    for (const account of Object.values(exchangeAccounts)) {
      expect(subAccountsOf(account).map(accountOf)).toEqual(
        subAccountsOf(account).map(() => account),
      );
    }
    for (const owner of [1, 101, -16, -99, -100, -104, -904, -1_000, -1_001, -1_003, -1_103]) {
      expect(accountOf(owner)).toBe(owner);
    }
  });

  it('have numbers from 0 to 9', () => {
    for (const number of [-1, SUB_ACCOUNTS, 0.5, Number.NaN]) {
      expect(() => subAccount(fees, number)).toThrow(RangeError);
    }
  });
});
