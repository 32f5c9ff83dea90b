/** What a closed day shows: which coin, and sums. Pure; amounts as decimal text. */
import { add, type Amount, decimal, formatDecimal, ZERO } from '@tern/money';
import type { ClosedCoin, ClosedDay } from './api.ts';

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
