/** What the screens of mining machines and staking show; pure. */
import {
  add,
  type Amount,
  decimal,
  formatDecimal,
  negate,
  notional,
  parseDecimal,
  type Price,
  quantize,
  sum,
} from '@tern/money';
import type { Curve, CurveDay, Quote } from './api.ts';
import type { Choice, Product, Share, StakeOrder, Terms } from './products.ts';

/** The negative of an amount, for what a member can lose. */
export const lossOf = (amount: string): string => formatDecimal(negate(decimal<Amount>(amount)));

/** What an amount is worth at a price, cut to `places`. Without a price undefined. */
export function worthOf(amount: string, price: string, places: number): string | undefined {
  const exact = parseDecimal<Price>(price);
  if (exact === undefined) return undefined;
  return formatDecimal(quantize(notional(exact, decimal<Amount>(amount), 'down'), places, 'down'));
}

export type PurchaseFault =
  | { kind: 'missing' }
  | { kind: 'max'; max: number }
  | { kind: 'balance'; available: string }
  | { kind: 'no-share' };

/** The number of units as typed; undefined unless it is 1 or more. */
export function unitsOf(text: string): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

/** What a purchase would be refused for; `quote` is undefined until it is known. */
export function purchaseFault(
  product: Pick<Product, 'maxUnits'>,
  choice: Choice | undefined,
  quote: Pick<Quote, 'invested' | 'available'> | undefined,
): PurchaseFault | undefined {
  if (choice === undefined) return { kind: 'missing' };
  if ('units' in choice && choice.units > product.maxUnits)
    return { kind: 'max', max: product.maxUnits };
  if (quote && decimal(quote.invested) > decimal(quote.available))
    return { kind: 'balance', available: quote.available };
  return undefined;
}

/** Whether the member owns too little of the platform token; an unknown balance is left to the server. */
export function lacksToken(
  token: Product['token'],
  owned: string | undefined,
): token is NonNullable<Product['token']> {
  if (token === undefined || owned === undefined) return false;
  return decimal(owned) < decimal(token.min);
}

/** The cheapest way in: a share, or one unit. */
export function leastPrice({ price, shares }: Pick<Product, 'price' | 'shares'>): string {
  const prices = shares.map((share) => share.price);
  return prices.reduce(
    (least, next) => (decimal(next) < decimal(least) ? next : least),
    prices[0] ?? price,
  );
}

export type ShareNews =
  /** The machine starts with the purchase. */
  | { kind: 'last' }
  /** It starts when the other percents are held. */
  | { kind: 'waits'; others: number }
  | { kind: 'all-held'; since: string };

/** What buying the share of `percent` means for the machine. */
export function shareNews(shares: readonly Share[], percent: number | undefined): ShareNews {
  const free = shares.filter(({ heldAt }) => heldAt === null);
  if (free.length === 0) {
    const since =
      shares
        .map(({ heldAt }) => heldAt ?? '')
        .toSorted()
        .at(-1) ?? '';
    return { kind: 'all-held', since };
  }
  const others = free.reduce((left, share) => left + share.percent, 0) - (percent ?? 0);
  return others <= 0 ? { kind: 'last' } : { kind: 'waits', others };
}

/** The two cases shown beside each other before a purchase. Amounts are signed. */
export type Outlook =
  | { kind: 'leave-early'; gain: string; loss: string }
  | { kind: 'at-prices'; price: string; gain: string; loss: string }
  | { kind: 'spent'; gain: string; loss: string };

export function outlookOf(terms: Terms, quote: Quote): Outlook {
  const { expected, penalty, price, result, resultAtHalf, invested } = quote;
  if (terms.returnsPrincipal) return { kind: 'leave-early', gain: expected, loss: lossOf(penalty) };
  if (price !== '' && result !== '' && resultAtHalf !== '' && terms.income.kind === 'coins')
    return { kind: 'at-prices', price, gain: result, loss: resultAtHalf };
  return { kind: 'spent', gain: expected, loss: lossOf(invested) };
}

/** When the output is worth the price of the order, at today's price of the coin. */
export type Cover = { kind: 'within'; days: number } | { kind: 'beyond' } | { kind: 'unknown' };

export function coverOf(terms: Pick<Terms, 'days'>, { coverDays, price }: Quote): Cover {
  if (coverDays !== null && coverDays <= terms.days) return { kind: 'within', days: coverDays };
  return price === '' ? { kind: 'unknown' } : { kind: 'beyond' };
}

/** What is invested in orders in term: a sum if they have one coin, otherwise their number. */
export type Invested = { amount: string; coin: string } | { count: number };

export function investedIn(orders: readonly StakeOrder[]): Invested {
  const running = orders.filter(({ status }) => status === 'in-term');
  const [first] = running;
  if (first === undefined || running.some(({ payCoin }) => payCoin !== first.payCoin))
    return { count: running.length };
  const amounts = running.map(({ invested }) => decimal<Amount>(invested));
  return { amount: formatDecimal(sum(amounts)), coin: first.payCoin };
}

/** Totals of several curves: in all, and of the UTC date `today`. */
export function paidIn(curves: readonly Curve[], today: string): { total: string; today: string } {
  const totals = curves.map(({ total }) => decimal<Amount>(total));
  const ofToday = curves.flatMap(({ days }) =>
    days.filter(({ date }) => date === today).map(({ value }) => decimal<Amount>(value)),
  );
  return { total: formatDecimal(sum(totals)), today: formatDecimal(sum(ofToday)) };
}

/** Days paid, and due so far. */
export function paidDays(days: readonly CurveDay[]): { paid: number; due: number } {
  return { paid: days.filter(({ isPaid }) => isPaid).length, due: days.length };
}

/** The part of a total that is not frozen. */
export function releasedOf({ total, frozen }: Pick<Curve, 'total' | 'frozen'>): string {
  return formatDecimal(add(decimal<Amount>(total), negate(decimal<Amount>(frozen))));
}

/** The latest end of term among orders with frozen output; undefined if there is none. */
export function frozenUntil(orders: readonly StakeOrder[]): string | undefined {
  return orders
    .filter(({ frozen, status }) => status === 'in-term' && decimal(frozen) > 0n)
    .flatMap(({ expireAt }) => expireAt ?? [])
    .toSorted()
    .at(-1);
}

/** Names of orders for a choice; orders of one product also have their number. */
export function orderNames(orders: readonly StakeOrder[]): { id: number; name: string }[] {
  const isTwice = (name: string) => orders.filter((order) => order.name === name).length > 1;
  return orders
    .filter(({ startAt }) => startAt !== null)
    .map(({ ID: id, name, orderNo }) => ({
      id,
      name: isTwice(name) ? `${name} · ${orderNo}` : name,
    }));
}

/** Payouts by the UTC date they were due on, in their order. */
export function earningDays<Row extends { dueAt: string }>(
  rows: readonly Row[],
): { date: string; rows: Row[] }[] {
  const days: { date: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const date = row.dueAt.slice(0, 10);
    const last = days.at(-1);
    if (last?.date === date) last.rows.push(row);
    else days.push({ date, rows: [row] });
  }
  return days;
}
