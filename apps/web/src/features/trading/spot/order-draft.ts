/** Edits the order form: price, amount, slider and total stay consistent; the last edit wins. */
import { formatDecimal, formatFixed, notional, parseDecimal, type Price } from '@tern/money';
import type { AttachedPlacement } from './attached-draft.ts';
import {
  amountOfShare,
  isByTotal,
  type OrderContext,
  type OrderDraft,
  type OrderType,
  readDraft,
  type Side,
} from './order-arithmetic.ts';

export function emptyDraft(side: Side): OrderDraft {
  return { side, type: 'limit', price: undefined, amount: '', share: undefined };
}

/** Prefills the price once, as soon as it is known. */
export function withFirstPrice(draft: OrderDraft, { last, market }: OrderContext): OrderDraft {
  if (draft.price !== undefined || last === undefined) return draft;
  return { ...draft, price: formatFixed(last, market.pricePlaces) };
}

/** Recomputes the amount after one of its inputs changed: the slider keeps its position. */
function followShare(draft: OrderDraft, context: OrderContext): OrderDraft {
  if (draft.share === undefined) return draft;
  const amount = amountOfShare(draft.share, draft, context);
  if (amount === undefined) return draft;
  return { ...draft, amount: amount > 0n ? formatDecimal(amount) : '' };
}

/** Also keeps a typed amount, unless its asset changes. */
export function withSide(draft: OrderDraft, side: Side, context: OrderContext): OrderDraft {
  return keepAmount(draft, { ...draft, side }, context);
}

export function withType(draft: OrderDraft, type: OrderType, context: OrderContext): OrderDraft {
  return keepAmount(draft, { ...draft, type }, context);
}

function keepAmount(before: OrderDraft, after: OrderDraft, context: OrderContext): OrderDraft {
  const amount = isByTotal(before) === isByTotal(after) ? after.amount : '';
  return followShare({ ...after, amount }, context);
}

export function withPrice(draft: OrderDraft, price: string, context: OrderContext): OrderDraft {
  return followShare({ ...draft, price }, context);
}

export function withAmount(draft: OrderDraft, amount: string): OrderDraft {
  return { ...draft, amount, share: undefined };
}

export function withShare(draft: OrderDraft, share: number, context: OrderContext): OrderDraft {
  return followShare({ ...draft, share }, context);
}

/** After a placed order: keeps the price and clears the amount. */
export function afterPlacing(draft: OrderDraft): OrderDraft {
  return { ...draft, amount: '', share: undefined };
}

/** An order to be placed; amounts are exact decimal texts. */
export interface Placement {
  symbol: string;
  side: Side;
  type: OrderType;
  price?: string;
  /** In base. */
  quantity?: string;
  /** In quote: the total shown to the member, or the budget of a market buy. */
  total?: string;
  attached?: AttachedPlacement;
}

/** The order as it is placed. Only for a draft without faults. */
export function placementOf(symbol: string, draft: OrderDraft): Placement {
  const { side, type } = draft;
  const amount = readDraft(draft.amount) ?? 0n;
  if (isByTotal(draft)) return { symbol, side, type, total: formatDecimal(amount) };
  const price = readDraft<Price>(draft.price ?? '') ?? (0n as Price);
  const limit = type === 'limit' ? { price: formatDecimal(price) } : {};
  const quantity = formatDecimal(amount);
  if (side === 'sell') return { symbol, side, type, ...limit, quantity };
  // Lets the server refuse a total the member never saw (5004).
  const total = formatDecimal(notional(price, parseDecimal(quantity)!, 'up'));
  return { symbol, side, type, ...limit, quantity, total };
}
