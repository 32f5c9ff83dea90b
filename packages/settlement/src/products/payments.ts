/**
 * Every payment an order is promised, with its time: the source of the schedule on the screen, of the reservation in the
 * exchange account and of the console's obligations by day.
 */
import { add, type Amount, subtract, ZERO } from '@tern/money';
import { dateNumber, endOfTerm, payoutAt, type Schedule } from './schedule.ts';
import { type DailyYield, yieldOfDay, yieldThrough } from './yield.ts';

/** An order of a term product, with its frozen terms. */
export interface TermOrder extends Schedule {
  readonly daily: DailyYield;
  /** Returned at the end; 0 for a mining machine, whose price is spent. */
  readonly principal: Amount;
  /** Yield is collected until the end. */
  readonly outputIsFrozen: boolean;
}

/**
 * `yield` and `frozen-yield` come from the exchange, on each day. `release` makes the frozen yield available and `principal`
 * returns what was put in: both are the member's already.
 */
export type PaymentKind = 'yield' | 'frozen-yield' | 'release' | 'principal';

export interface Payment {
  readonly kind: PaymentKind;
  /** Epoch milliseconds. */
  readonly at: number;
  /** In the asset of `daily`, a principal in its own; of a constant-value order the value, in the asset of its price. */
  readonly amount: Amount;
}

/** All payments of an order that stays to its end, in order. Days whose yield rounds to 0 have none. */
export function paymentsOf(order: TermOrder): readonly Payment[] {
  const { daily, principal, outputIsFrozen, termDays } = order;
  const end = endOfTerm(order);
  const yields = Array.from({ length: termDays }, (_, index): Payment => {
    const day = index + 1;
    const kind = outputIsFrozen ? 'frozen-yield' : 'yield';
    return { kind, at: payoutAt(order, day), amount: yieldOfDay(daily, day) };
  });
  const released = outputIsFrozen ? yieldThrough(daily, termDays) : ZERO;
  const payments: readonly Payment[] = [
    ...yields,
    { kind: 'release', at: end, amount: released },
    { kind: 'principal', at: end, amount: principal },
  ];
  return payments.filter(({ amount }) => amount > ZERO);
}

/** The yield of a whole term, to be reserved at purchase. */
export function promisedYield({ daily, termDays }: Pick<TermOrder, 'daily' | 'termDays'>): Amount {
  return yieldThrough(daily, termDays);
}

/** The part of the reservation that is still needed after `paidDays` days were paid. */
export function reservedYield(
  order: Pick<TermOrder, 'daily' | 'termDays'>,
  paidDays: number,
): Amount {
  return subtract(promisedYield(order), yieldThrough(order.daily, paidDays));
}

/** What falls due on one UTC date, in one asset. */
export interface Obligation {
  /** Days since 1 January 1970. */
  readonly date: number;
  readonly asset: string;
  /** Yields, which the exchange pays. */
  readonly payouts: Amount;
  /** Principals, which the exchange holds for members. */
  readonly principals: Amount;
}

/** An order in term, for the sum of obligations. */
export interface RunningOrder extends TermOrder {
  readonly yieldAsset: string;
  readonly principalAsset: string;
  /** Days already paid. */
  readonly paidDays: number;
}

/** What all orders are still owed, by date and asset, in that order. Overdue payouts keep the date they were due on. */
export function obligationsByDay(orders: Iterable<RunningOrder>): readonly Obligation[] {
  const byKey = new Map<string, Obligation>();
  const count = (
    place: Pick<Obligation, 'date' | 'asset'>,
    due: Pick<Obligation, 'payouts' | 'principals'>,
  ) => {
    const key = `${place.date} ${place.asset}`;
    const sum = byKey.get(key) ?? { ...place, payouts: ZERO, principals: ZERO };
    byKey.set(key, {
      ...sum,
      payouts: add(sum.payouts, due.payouts),
      principals: add(sum.principals, due.principals),
    });
  };
  for (const order of orders) {
    const paidUntil = payoutAt(order, order.paidDays);
    for (const { kind, at, amount } of paymentsOf(order)) {
      const date = dateNumber(at);
      if (kind === 'principal') {
        count({ date, asset: order.principalAsset }, { payouts: ZERO, principals: amount });
      } else if (kind !== 'release' && at > paidUntil) {
        count({ date, asset: order.yieldAsset }, { payouts: amount, principals: ZERO });
      }
    }
  }
  return [...byKey.values()].sort(
    (one, other) => one.date - other.date || (one.asset < other.asset ? -1 : 1),
  );
}
