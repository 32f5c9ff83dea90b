/** The order form's state: draft, sums and faults. */
import { decimal, parseDecimal, type Price } from '@tern/money';
import { useState } from 'react';
import { type Coin, useCoins } from '../../../kernel/balances.ts';
import type { Instrument, Quote } from '../../../kernel/quotes/quote.ts';
import { quoteOf, useQuoteFigure } from '../../../kernel/quotes/quote-store.ts';
import {
  largestAmount,
  marketOf,
  type OrderContext,
  type OrderDraft,
  type OrderSums,
  type OrderType,
  orderSums,
  type Side,
  shownShare,
} from './order-arithmetic.ts';
import { type OrderField, type OrderFaults, orderHints, pickedPrice } from './order-bounds.ts';
import {
  afterPlacing,
  emptyDraft,
  withAmount,
  withFirstPrice,
  withPrice,
  withShare,
  withSide,
  withType,
} from './order-draft.ts';

export type OrderErrors = Partial<Record<OrderField, string>>;

export interface OrderForm {
  draft: OrderDraft;
  context: OrderContext;
  sums: OrderSums | undefined;
  share: number;
  canSlide: boolean;
  hints: OrderFaults;
  errors: OrderErrors;
  setSide: (side: Side) => void;
  setType: (type: OrderType) => void;
  setPrice: (price: string) => void;
  /** Takes a price picked from the order book; no effect on a market order. */
  pickPrice: (price: string) => void;
  setAmount: (amount: string) => void;
  setShare: (share: number) => void;
  setErrors: (errors: OrderErrors) => void;
  /** The order was placed: clears the amount. */
  placed: () => void;
}

/** An asset the member never had counts as a zero balance with the largest scale. */
function purseOf(coins: readonly Coin[], name: string) {
  const coin = coins.find((other) => other.asset === name);
  return coin
    ? { available: decimal(coin.available), scale: coin.places }
    : { available: decimal('0'), scale: 8 };
}

const lastOf = (quote: Quote | undefined) => parseDecimal<Price>(quote?.price ?? '');

/** Rerenders when a figure of the draft follows the last price, not with each of its moves. Returns the context of now. */
function useOrderContext(instrument: Instrument, draft: OrderDraft): () => OrderContext {
  const coins = useCoins().data;
  const { symbol, base, quote } = instrument;
  const wallet = coins && { base: purseOf(coins, base), quote: purseOf(coins, quote) };
  const terms = { market: marketOf(instrument), wallet };
  useQuoteFigure(symbol, (live) => followedPrice(draft, { ...terms, last: lastOf(live) }));
  return () => ({ ...terms, last: lastOf(quoteOf(symbol)) });
}

/** What the form shows of the last price: a market order is valued at it; of a limit order only whether its price is too far away. */
function followedPrice(draft: OrderDraft, context: OrderContext): string {
  const isValuedAtLast = draft.type === 'market' || draft.price === undefined;
  if (isValuedAtLast) return String(context.last);
  const { kind, limit } = orderHints(draft, context).price ?? {};
  return `${kind} ${limit}`;
}

export function useOrderForm(instrument: Instrument, firstSide: Side): OrderForm {
  const [stored, setDraft] = useState(() => emptyDraft(firstSide));
  const now = useOrderContext(instrument, stored);
  const context = now();
  const [errors, setErrors] = useState<OrderErrors>({});
  const draft = withFirstPrice(stored, context);
  if (draft !== stored) setDraft(draft);

  const edit = (next: OrderDraft, ...settled: OrderField[]) => {
    setDraft(next);
    setErrors((before) => {
      const left = Object.entries(before).filter(([name]) => !settled.includes(name as OrderField));
      return Object.fromEntries(left);
    });
  };
  const largest = largestAmount(draft, context);
  return {
    draft,
    context,
    errors,
    setErrors,
    sums: orderSums(draft, context),
    share: shownShare(draft, context),
    canSlide: largest !== undefined && largest > 0n,
    hints: orderHints(draft, context),
    setSide: (side) => edit(withSide(draft, side, now()), 'price', 'amount'),
    setType: (type) => edit(withType(draft, type, now()), 'price', 'amount'),
    setPrice: (price) => edit(withPrice(draft, price, now()), 'price', 'amount'),
    pickPrice: (text) => {
      const price = pickedPrice(text, context.market);
      if (price !== undefined && draft.type === 'limit') {
        edit(withPrice(draft, price, now()), 'price', 'amount');
      }
    },
    setAmount: (amount) => edit(withAmount(draft, amount), 'amount'),
    setShare: (share) => edit(withShare(draft, share, now()), 'amount'),
    placed: () => edit(afterPlacing(draft), 'price', 'amount'),
  };
}
