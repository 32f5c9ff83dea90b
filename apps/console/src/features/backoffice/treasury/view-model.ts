/** What the treasury shows: cover before and after a move, and bars. Pure; amounts as decimal text. */
import {
  add,
  type Amount,
  decimal,
  divideInteger,
  formatDecimal,
  formatFixed,
  larger,
  negate,
  ONE,
  smaller,
  subtract,
  ZERO,
} from '@tern/money';
import type { Account, Accounts, Revenue } from './api.ts';

const HUNDRED = 100n;

/** A whole percent of a cap, cut; at least 1 when anything left. */
export function shareOf(out: string, cap: string): number {
  const [have, most] = [decimal<Amount>(out), decimal<Amount>(cap)];
  if (have <= ZERO) return 0;
  if (most === ZERO) return 100;
  const share = Number((have * HUNDRED) / most);
  return share < 1 ? 1 : share;
}

/** What a cap in place of another is: one person lowers it, two raise it. Null: no cap. */
export function capStep(next: string | null, before: string | null): 'lower' | 'raise' | 'same' {
  if (next === null || before === null) {
    if (next === before) return 'same';
    return next === null ? 'raise' : 'lower';
  }
  const [to, from] = [decimal<Amount>(next), decimal<Amount>(before)];
  if (to === from) return 'same';
  return to < from ? 'lower' : 'raise';
}

/** Percent cut to two places: "103.34"; undefined while nothing is owed. */
export function coverOf(held: string, owed: string): string | undefined {
  const [have, due] = [decimal<Amount>(held), decimal<Amount>(owed)];
  if (due <= ZERO) return undefined;
  return formatFixed(divideInteger(have * HUNDRED * ONE, due, 'down'), 2);
}

export type MoveKind = 'takeOut' | 'addCapital';

export interface Change {
  readonly account: readonly [now: string, after: string];
  readonly own: readonly [now: string, after: string];
  readonly cover: readonly [now: string | undefined, after: string | undefined];
  readonly isAboveFloor: boolean;
}

/** What a move changes. */
export function changeOf(
  shown: Accounts,
  account: Account,
  { move, amount }: { move: MoveKind; amount: string },
): Change {
  const by = decimal<Amount>(amount);
  const change = move === 'takeOut' ? subtract : add;
  const after = (value: string) => formatDecimal(change(decimal<Amount>(value), by));
  const { held, owed, own, floor } = shown;
  const heldAfter = after(held);
  const needed = divideInteger(decimal(floor) * decimal<Amount>(owed), ONE, 'up');
  return {
    account: [account.balance, after(account.balance)],
    own: [own, after(own)],
    cover: [coverOf(held, owed), coverOf(heldAfter, owed)],
    isAboveFloor: decimal<Amount>(heldAfter) >= needed,
  };
}

/** What can be taken out of one account of income: no more than all of them together may give. */
export const mostOf = (
  { free }: Pick<Accounts, 'free'>,
  account: Pick<Account, 'balance'>,
): string =>
  formatDecimal(
    larger(smaller(decimal<Amount>(free), decimal<Amount>(account.balance)), ZERO as Amount),
  );

/** "101.00" of a ratio. */
export const percentText = (ratio: string): string => formatFixed(decimal(ratio) * HUNDRED, 2);

/** "1" percent of what is owed, for a floor of 1.01. */
export const abovePercent = (floor: string): string =>
  formatDecimal((decimal<Amount>(floor) - ONE) * HUNDRED);

/** Heights of the days in percent of the highest; a day that received something is seen. */
export function barsOf({ days }: Pick<Revenue, 'days'>): readonly { day: string; share: number }[] {
  const highest = days.reduce((most, { amount }) => larger(most, decimal<Amount>(amount)), ZERO);
  return days.map(({ day, amount }) => {
    const own = larger(decimal<Amount>(amount), ZERO);
    if (own === ZERO || highest === ZERO) return { day, share: 0 };
    return { day, share: Math.max(Number((own * 1000n) / highest) / 10, 1) };
  });
}

export interface CoverBar {
  /** Of the bar, in percent. */
  readonly held: number;
  /** Where debts end, in percent. */
  readonly owed: number;
}

/** Both in percent of the larger. */
export function coverBar(held: string, owed: string): CoverBar {
  const [have, due] = [decimal<Amount>(held), decimal<Amount>(owed)];
  const most = larger(larger(have, due), ZERO);
  const share = (value: Amount) =>
    most === ZERO ? 0 : Number((larger(value, ZERO) * 1000n) / most) / 10;
  return { held: share(have), owed: share(due) };
}

export const sumOf = (values: readonly string[]): string =>
  formatDecimal(values.reduce((sum, value) => add(sum, decimal<Amount>(value)), ZERO));

/** Whether less is held than is owed. */
export const isShort = ({ held, owed }: { held: string; owed: string }): boolean =>
  subtract(decimal<Amount>(held), decimal<Amount>(owed)) < ZERO;

export const isMore = (one: string, other: string): boolean =>
  decimal<Amount>(one) > decimal<Amount>(other);

/** Whether an exposure, of either side, is beyond its limit. */
export function isOver(exposure: string, limit: string): boolean {
  const open = decimal<Amount>(exposure);
  return larger(open, negate(open)) > decimal<Amount>(limit);
}
