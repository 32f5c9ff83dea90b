/** Validates an order before sending: the server's bounds, checked while typing. */
import {
  type Amount,
  divideInteger,
  formatDecimal,
  formatFixed,
  isMultipleOf,
  notional,
  ONE,
  type Price,
} from '@tern/money';
import {
  availableFor,
  countedPrice,
  isByTotal,
  type Market,
  type OrderContext,
  type OrderDraft,
  readDraft,
  type Side,
} from './order-arithmetic.ts';

export type FaultKind =
  | 'priceMissing'
  | 'quantityMissing'
  | 'saleMissing'
  | 'totalMissing'
  | 'tickSize'
  | 'lotSize'
  | 'minNotional'
  | 'maxNotional'
  | 'highestPrice'
  | 'lowestPrice'
  | 'balance';

/** `limit` is the bound as decimal text; `asset` its unit, if it has one. */
export interface Fault {
  kind: FaultKind;
  limit?: string;
  asset?: string;
}

export type OrderField = 'price' | 'amount';
export type OrderFaults = Partial<Record<OrderField, Fault>>;

const fault = (kind: FaultKind, limit?: bigint, asset?: string): Fault => ({
  kind,
  ...(limit === undefined ? {} : { limit: formatDecimal(limit) }),
  ...(asset === undefined ? {} : { asset }),
});

function onTick(price: bigint, { tickSize }: Market): Price {
  return ((price / tickSize) * tickSize) as Price;
}

/** The highest price for a buy, or the lowest for a sell; the server decides. */
export function bandLimit(side: Side, last: Price, market: Market): Price {
  if (side === 'buy') return onTick((last * (ONE + market.priceBand)) / ONE, market);
  return onTick((last * (ONE - market.priceBand)) / ONE + market.tickSize - 1n, market);
}

function priceFault(draft: OrderDraft, { market }: OrderContext): Fault | undefined {
  if (draft.type === 'market') return undefined;
  const price = readDraft<Price>(draft.price ?? '');
  if (price === undefined || price <= 0n) return fault('priceMissing');
  if (!isMultipleOf(price, market.tickSize)) return fault('tickSize', market.tickSize);
  return undefined;
}

function bandFault(draft: OrderDraft, { market, last }: OrderContext): Fault | undefined {
  const price = readDraft<Price>(draft.price ?? '');
  if (draft.type === 'market' || price === undefined || last === undefined) return undefined;
  const limit = bandLimit(draft.side, last, market);
  if (draft.side === 'buy' && price > limit) return fault('highestPrice', limit, market.quote);
  if (draft.side === 'sell' && price < limit) return fault('lowestPrice', limit, market.quote);
  return undefined;
}

function missingAmount(draft: OrderDraft): Fault {
  if (draft.side === 'sell') return fault('saleMissing');
  return fault(isByTotal(draft) ? 'totalMissing' : 'quantityMissing');
}

/** A value outside the smallest and the largest of the market. */
export function valueFault(value: Amount, { minNotional, maxNotional, quote }: Market) {
  if (value < minNotional) return fault('minNotional', minNotional, quote);
  if (value > maxNotional) return fault('maxNotional', maxNotional, quote);
  return undefined;
}

function amountFault(draft: OrderDraft, context: OrderContext): Fault | undefined {
  const { market } = context;
  const amount = readDraft(draft.amount);
  if (amount === undefined || amount <= 0n) return missingAmount(draft);
  if (!isByTotal(draft) && !isMultipleOf(amount, market.lotSize)) {
    return fault('lotSize', market.lotSize);
  }
  const price = countedPrice(draft, context);
  const value = isByTotal(draft)
    ? amount
    : price && notional(price, amount, draft.type === 'limit' ? 'down' : 'up');
  const outside = value === undefined ? undefined : valueFault(value, market);
  return outside ?? balanceFault(draft, { amount, price }, context);
}

function balanceFault(
  draft: OrderDraft,
  { amount, price }: { amount: Amount; price: Price | undefined },
  context: OrderContext,
): Fault | undefined {
  const { market } = context;
  const available = availableFor(draft.side, context);
  if (available === undefined) return undefined;
  const isInQuote = draft.side === 'buy' && draft.type === 'limit';
  if (isInQuote && price === undefined) return undefined;
  const cost = isInQuote && price !== undefined ? notional(price, amount, 'up') : amount;
  if (cost <= available) return undefined;
  return fault('balance', available, draft.side === 'buy' ? market.quote : market.base);
}

function present(price: Fault | undefined, amount: Fault | undefined): OrderFaults {
  return { ...(price && { price }), ...(amount && { amount }) };
}

/** What prevents the order from being sent. The price band is left to the server: its price may be newer. */
export function orderFaults(draft: OrderDraft, context: OrderContext): OrderFaults {
  return present(priceFault(draft, context), amountFault(draft, context));
}

/** Faults to show while typing: the same plus the price band, without missing input. */
export function orderHints(draft: OrderDraft, context: OrderContext): OrderFaults {
  const isTyped = (text: string | undefined) => text !== undefined && text !== '';
  const price = isTyped(draft.price)
    ? (priceFault(draft, context) ?? bandFault(draft, context))
    : undefined;
  return present(price, isTyped(draft.amount) ? amountFault(draft, context) : undefined);
}

/** The smallest useful amount, as text: the first lot above the market's minimum order value. */
export function smallestAmount(draft: OrderDraft, context: OrderContext): string | undefined {
  const { market } = context;
  if (isByTotal(draft)) return formatDecimal(market.minNotional);
  const price = countedPrice(draft, context);
  if (price === undefined) return undefined;
  const exact = divideInteger(market.minNotional * ONE, price, 'up');
  return formatDecimal(divideInteger(exact, market.lotSize, 'up') * market.lotSize);
}

/** A price picked from the order book, as the form writes it. */
export function pickedPrice(text: string, market: Market): string | undefined {
  const price = readDraft<Price>(text);
  return price === undefined ? undefined : formatFixed(price, market.pricePlaces);
}
