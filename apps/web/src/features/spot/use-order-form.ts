/** The order form's state: draft, sums and faults. */
import { decimal, parseDecimal, type Price } from '@tern/money';
import { useState } from 'react';
import { type Coin, useCoins } from '../../kernel/balances.ts';
import type { Instrument } from '../../kernel/quotes/quote.ts';
import { useQuote } from '../../kernel/quotes/quote-store.ts';
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

function useOrderContext(instrument: Instrument): OrderContext {
  const coins = useCoins().data;
  const last = parseDecimal<Price>(useQuote(instrument.symbol)?.price ?? '');
  const wallet = coins && {
    base: purseOf(coins, instrument.base),
    quote: purseOf(coins, instrument.quote),
  };
  return { market: marketOf(instrument), wallet, last };
}

export function useOrderForm(instrument: Instrument, firstSide: Side): OrderForm {
  const context = useOrderContext(instrument);
  const [stored, setDraft] = useState(() => emptyDraft(firstSide));
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
    setSide: (side) => edit(withSide(draft, side, context), 'price', 'amount'),
    setType: (type) => edit(withType(draft, type, context), 'price', 'amount'),
    setPrice: (price) => edit(withPrice(draft, price, context), 'price', 'amount'),
    pickPrice: (text) => {
      const price = pickedPrice(text, context.market);
      if (price !== undefined && draft.type === 'limit') {
        edit(withPrice(draft, price, context), 'price', 'amount');
      }
    },
    setAmount: (amount) => edit(withAmount(draft, amount), 'amount'),
    setShare: (share) => edit(withShare(draft, share, context), 'amount'),
    placed: () => edit(afterPlacing(draft), 'price', 'amount'),
  };
}
