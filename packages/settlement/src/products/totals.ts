/** The totals of a member's orders: invested, paid yesterday, paid in all, and their ratio. */
import { add, type Amount, type Rate, ratio, ZERO } from '@tern/money';
import { dateNumber } from './schedule.ts';

/** An order as far as it is counted. */
export interface CountedOrder {
  readonly asset: string;
  readonly invested: Amount;
  readonly isInTerm: boolean;
}

/** A yield that was paid, frozen output included. */
export interface PaidYield {
  readonly asset: string;
  readonly amount: Amount;
  /** The payout time it was due at, epoch milliseconds; catching up later does not move it to another day. */
  readonly dueAt: number;
}

export interface Totals {
  readonly asset: string;
  /** In term now. */
  readonly invested: Amount;
  /** Due on the UTC date before today. */
  readonly yesterday: Amount;
  /** Since the first order, ended and redeemed ones included. */
  readonly inAll: Amount;
}

/** The totals by asset, sorted by its code; assets are never added to each other. Units: `now` in epoch milliseconds. */
export function totalsOf(
  orders: Iterable<CountedOrder>,
  paid: Iterable<PaidYield>,
  now: number,
): readonly Totals[] {
  const byAsset = new Map<string, Totals>();
  const of = (asset: string): Totals =>
    byAsset.get(asset) ?? { asset, invested: ZERO, yesterday: ZERO, inAll: ZERO };
  for (const { asset, invested, isInTerm } of orders) {
    const totals = of(asset);
    byAsset.set(asset, {
      ...totals,
      invested: isInTerm ? add(totals.invested, invested) : totals.invested,
    });
  }
  const yesterday = dateNumber(now) - 1;
  for (const { asset, amount, dueAt } of paid) {
    const totals = of(asset);
    byAsset.set(asset, {
      ...totals,
      yesterday: dateNumber(dueAt) === yesterday ? add(totals.yesterday, amount) : totals.yesterday,
      inAll: add(totals.inAll, amount),
    });
  }
  return [...byAsset.values()].sort((one, other) => (one.asset < other.asset ? -1 : 1));
}

/** Yield per unit invested, cut toward zero at 18 places. Undefined when nothing was invested. */
export function returnRatio(earned: Amount, invested: Amount): Rate | undefined {
  return invested === ZERO ? undefined : ratio(earned, invested, 'truncate');
}
