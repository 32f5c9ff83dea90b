/** A change of an open limit order while it is typed: what it would do to its place, and what is missing. Pure. */
import { type Amount, type Price, parseDecimal } from '@tern/money';
import type { Order } from './order-view.ts';

export interface AmendDraft {
  price: string;
  quantity: string;
}

/** What the change does: nothing, or the order keeps its place in the queue or takes a new one. */
export type AmendEffect = 'none' | 'keepsPlace' | 'newPlace';

type Terms = Pick<Order, 'limitPrice' | 'quantity' | 'filledQuantity'>;

/** The first thing that cannot be sent, by its field. */
export function amendFaults({ filledQuantity }: Terms, { price, quantity }: AmendDraft) {
  const [at, of] = [parseDecimal<Price>(price) ?? 0n, parseDecimal<Amount>(quantity) ?? 0n];
  const faults: { price?: 'missing'; quantity?: 'enterQuantity' | 'amendFilled' } = {};
  if (at <= 0n) faults.price = 'missing';
  if (of <= 0n) faults.quantity = 'enterQuantity';
  else if (of <= (parseDecimal(filledQuantity) ?? 0n)) faults.quantity = 'amendFilled';
  return faults;
}

/** Less at the same price keeps its place. Undefined while a number is missing. */
export function amendEffect(
  order: Terms,
  { price, quantity }: AmendDraft,
): AmendEffect | undefined {
  const [at, of] = [parseDecimal(price), parseDecimal(quantity)];
  if (at === undefined || of === undefined) return undefined;
  const isSamePrice = at === parseDecimal(order.limitPrice);
  const was = parseDecimal(order.quantity) ?? 0n;
  if (isSamePrice && of === was) return 'none';
  return isSamePrice && of < was ? 'keepsPlace' : 'newPlace';
}
