/** What the assets pages show: order, shares, signs; pure. */
import { type Amount, formatFixed, parseDecimal, ratio, sum, ZERO } from '@tern/money';
import type { Coin } from '../../../kernel/balances.ts';

const worthOf = ({ worth = '' }: Coin): Amount => parseDecimal(worth) ?? ZERO;

const byWorth = (left: Coin, right: Coin) => {
  const difference = worthOf(right) - worthOf(left);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
};

export function isNothing(amount: string): boolean {
  return (parseDecimal(amount) ?? ZERO) === ZERO;
}

export const negated = (amount: string): string => `-${amount}`;

/** Highest value first, then the server's order; zero balances removed on request. */
export function listedCoins(coins: readonly Coin[], hideZero: boolean): Coin[] {
  const shown = hideZero ? coins.filter((coin) => !isNothing(coin.total)) : [...coins];
  return shown.toSorted((left, right) => {
    const hasLeft = !isNothing(left.total);
    const hasRight = !isNothing(right.total);
    return hasLeft === hasRight ? byWorth(left, right) : hasLeft ? -1 : 1;
  });
}

const SHARE_PLACES = 1;

export interface Share {
  readonly asset: string;
  /** Percent of the total, cut to one decimal: "43.2"; "0.0" for a trace. */
  readonly percent: string;
}

/** How the total spreads over assets, largest first. Empty when nothing has a value. */
export function allocation(coins: readonly Coin[]): Share[] {
  const owned = coins.filter((coin) => worthOf(coin) > 0n).toSorted(byWorth);
  const total = sum(owned.map(worthOf));
  return owned.map((coin) => ({
    asset: coin.asset,
    percent: formatFixed(ratio(worthOf(coin) * 100n, total, 'truncate'), SHARE_PLACES),
  }));
}
