/** What a closed day shows: which coin, and sums. Pure; amounts as decimal text. */
import { add, type Amount, decimal, formatDecimal, subtract, ZERO } from '@tern/money';
import type { ClosedCoin, ClosedDay, DayDifference, DayItem } from './api.ts';

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

/** What a difference, of a coin and account, consists of. */
export const itemsOf = (
  items: readonly DayItem[],
  coin: string,
  { account }: Pick<DayDifference, 'account'>,
): DayItem[] => items.filter((item) => item.coinname === coin && item.account === account);

/** What is neither explained nor carried of a difference. */
export function leftOf({ difference }: DayDifference, items: readonly DayItem[]): string {
  const parts = items.map(({ amount }) => decimal<Amount>(amount));
  return formatDecimal(
    parts.reduce((left, part) => subtract(left, part), decimal<Amount>(difference)),
  );
}

/** The sums of what is carried, by coin: `['18.4 USD']`. */
export function carriedSums(items: readonly DayItem[]): string[] {
  const sums = new Map<string, Amount>();
  for (const { coinname, amount, dueOn } of items)
    if (dueOn !== null)
      sums.set(coinname, add(sums.get(coinname) ?? ZERO, decimal<Amount>(amount)));
  return [...sums].map(([coin, amount]) => `${formatDecimal(amount)} ${coin}`);
}
