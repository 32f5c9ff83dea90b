/** What a closed day shows: names of accounts, and sums. Pure; amounts as decimal text. */
import { add, type Amount, decimal, formatDecimal, ZERO } from '@tern/money';
import type { ClosedCoin, ClosedDay } from './api.ts';
import { dayCloseTexts } from './texts.ts';

const NETWORK = 'network.';

/** `network.TRC20` and the accounts of the exchange; an unknown one shows its own name. */
export const accountName = (account: string): string =>
  account.startsWith(NETWORK)
    ? dayCloseTexts.network(account.slice(NETWORK.length))
    : (dayCloseTexts.accounts[account] ?? account);

type Line = ClosedCoin['lines'][number];
export type Sums = Omit<Line, 'account'>;

/** Debits are credits, and nothing is left, unless the coin differs. */
export function sumsOf(lines: readonly Sums[]): Sums {
  const sum = (key: keyof Sums) =>
    formatDecimal(lines.reduce((all, line) => add(all, decimal<Amount>(line[key])), ZERO));
  return {
    opening: sum('opening'),
    debits: sum('debits'),
    credits: sum('credits'),
    closing: sum('closing'),
    late: sum('late'),
  };
}

/** The coin that was asked for, else the first that differs, else the usual one. */
export function coinShown(
  coins: readonly ClosedCoin[],
  wanted: string | undefined,
): ClosedCoin | undefined {
  return (
    coins.find(({ coinname }) => coinname === wanted) ??
    coins.find(({ differences }) => differences.length > 0) ??
    coins.find(({ coinname }) => coinname === USUAL_COIN) ??
    coins[0]
  );
}
const USUAL_COIN = 'USDT';

export const failedOf = (days: readonly ClosedDay[]): number =>
  days.filter(({ isTiedOut }) => !isTiedOut).length;
