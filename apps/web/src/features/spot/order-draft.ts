/** Edits the order form: price, amount, slider and total stay consistent; the last edit wins. */
import { formatDecimal, formatFixed, notional, parseDecimal, type Price } from '@tern/money';
import type { Input } from '@tern/protocol/client';
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

export type BuyInput = Input<'POST /bborder/upbbbuy'>;
export type SellInput = Input<'POST /bborder/upbbsell'>;
export type Placement = { side: 'buy'; input: BuyInput } | { side: 'sell'; input: SellInput };

const TYPE_CODE = { limit: 1, market: 2 } as const;

/** The order as sent (spec §3: mprice, mnum, musdt). Only for a draft without faults. */
export function placementOf(symbol: string, draft: OrderDraft): Placement {
  const amount = readDraft(draft.amount) ?? 0n;
  const type = TYPE_CODE[draft.type];
  const price = readDraft<Price>(draft.price ?? '') ?? (0n as Price);
  const mprice = draft.type === 'limit' ? { mprice: formatDecimal(price) } : {};
  if (draft.side === 'sell') {
    return { side: 'sell', input: { symbol, ...mprice, mnum: formatDecimal(amount), type } };
  }
  if (isByTotal(draft)) {
    return { side: 'buy', input: { symbol, musdt: formatDecimal(amount), buytype: type } };
  }
  const mnum = formatDecimal(amount);
  // Lets the server refuse a total the member never saw (5004).
  const musdt = formatDecimal(notional(price, parseDecimal(mnum)!, 'up'));
  return { side: 'buy', input: { symbol, ...mprice, mnum, musdt, buytype: type } };
}
