/** What a closed day shows: which coin, and sums. Pure; amounts as decimal text. */
import { add, type Amount, decimal, formatDecimal, subtract, ZERO } from '@tern/money';
import type { ClosedCoin, ClosedDay, DayItem, DayStatement, FileKind } from './api.ts';

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
  { account, against }: Pick<DayItem, 'account' | 'against'>,
): DayItem[] =>
  items.filter(
    (item) => item.coinname === coin && item.account === account && item.against === against,
  );

/** What is neither explained nor carried of a difference. */
export function leftOf(difference: string, items: readonly DayItem[]): string {
  const parts = items.map(({ amount }) => decimal<Amount>(amount));
  return formatDecimal(
    parts.reduce((left, part) => subtract(left, part), decimal<Amount>(difference)),
  );
}

/** Why the ledger and a source differ, with the sign that it has in the difference of both. */
export function namedOf({ arrived, paid, fees }: DayStatement): [NamedPart, string][] {
  const minus = (value: string) => formatDecimal(subtract(ZERO, decimal<Amount>(value)));
  const all: [NamedPart, string][] = [
    ['arrived', arrived],
    ['paid', minus(paid)],
    ['fees', minus(fees)],
  ];
  return all.filter(([, value]) => value !== '0');
}
export type NamedPart = 'arrived' | 'paid' | 'fees';

/** The sums of what is carried, by coin: `['18.4 USD', 'a statement of EUR']`. */
export function carriedSums(items: readonly DayItem[]): string[] {
  const sums = new Map<string, Amount>();
  for (const { coinname, amount, dueOn } of items)
    if (dueOn !== null)
      sums.set(coinname, add(sums.get(coinname) ?? ZERO, decimal<Amount>(amount)));
  return [...sums].map(([coin, amount]) =>
    amount === ZERO ? `a statement of ${coin}` : `${formatDecimal(amount)} ${coin}`,
  );
}

/** In the order in which they are offered. */
export const fileKinds: readonly FileKind[] = [
  'ledger',
  'beancount',
  'trialBalance',
  'dailyBalances',
  'fees',
  'customerBalances',
  'orders',
  'trades',
  'deposits',
  'wires',
  'withdrawals',
  'payouts',
  'contracts',
];

const SUMS: readonly FileKind[] = ['beancount', 'trialBalance', 'dailyBalances', 'fees'];
/** Rows of these are about single members. */
export const isOfMembers = (kind: FileKind): boolean => !SUMS.includes(kind);

const SEVERAL: readonly FileKind[] = ['orders', 'trades', 'contracts'];
/** Rows of these are of one coin. */
export const ofOneCoin = (kind: FileKind): boolean => !SEVERAL.includes(kind);

export interface NamedRange {
  readonly name: 'month' | 'quarter' | 'year' | 'day';
  readonly from: string;
  readonly until: string;
}

const QUARTER = 3;

/** From the start of the month, quarter and year of the newest closed day until it, and the day itself. */
export function rangesOf(newest: string): [NamedRange, ...NamedRange[]] {
  const [year = '', month = ''] = newest.split('-');
  const first = Math.floor((Number(month) - 1) / QUARTER) * QUARTER + 1;
  const quarter = `${year}-${String(first).padStart(2, '0')}-01`;
  return [
    { name: 'month', from: `${year}-${month}-01`, until: newest },
    { name: 'quarter', from: quarter, until: newest },
    { name: 'year', from: `${year}-01-01`, until: newest },
    { name: 'day', from: newest, until: newest },
  ];
}
