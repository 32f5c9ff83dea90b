/** What an order costs and the largest affordable one: exact decimals, rounded as the server rounds. */
import {
  type Amount,
  decimal,
  divideInteger,
  notional,
  ONE,
  parseDecimal,
  type Price,
  portion,
  quantize,
  type Rate,
  ratio,
  smaller,
  subtract,
  ZERO,
} from '@tern/money';
import type { Instrument } from '../../../kernel/quotes/quote.ts';

export type Side = 'buy' | 'sell';
export type OrderType = 'limit' | 'market';

/** The form's state. Texts are drafts: "", "1.", "0.50". */
export interface OrderDraft {
  side: Side;
  type: OrderType;
  /** Undefined until the last price is known and prefilled. */
  price: string | undefined;
  /** Quantity in base, or the budget of a market buy in quote. */
  amount: string;
  /** Whole percent of the largest amount, if the slider was moved last. */
  share: number | undefined;
}

/** A market's tick size, lot size, bounds and fee. */
export interface Market {
  base: string;
  quote: string;
  tickSize: Price;
  lotSize: Amount;
  minNotional: Amount;
  maxNotional: Amount;
  priceBand: Rate;
  takerFee: Rate;
  pricePlaces: number;
  /** Decimal places of a quantity, which is a multiple of the lot size. */
  lotPlaces: number;
}

interface Purse {
  available: Amount;
  /** Decimal places of the asset. */
  scale: number;
}

export interface OrderContext {
  market: Market;
  /** Undefined while balances are unknown. */
  wallet: { base: Purse; quote: Purse } | undefined;
  /** Last price; undefined if the market has none. */
  last: Price | undefined;
}

export function marketOf(instrument: Instrument): Market {
  const { base, quote, pricePlaces, lotPlaces } = instrument;
  return {
    base,
    quote,
    pricePlaces,
    lotPlaces,
    tickSize: decimal<Price>(instrument.tickSize),
    lotSize: decimal(instrument.lotSize),
    minNotional: decimal(instrument.minNotional),
    maxNotional: decimal(instrument.maxNotional),
    priceBand: decimal<Rate>(instrument.priceBand),
    takerFee: decimal<Rate>(instrument.takerFee),
  };
}

/** The number a draft stands for; undefined if it is not one. */
export function readDraft<T extends Amount | Price = Amount>(text: string): T | undefined {
  return parseDecimal<T>(text.endsWith('.') ? text.slice(0, -1) : text);
}

/** Whether the amount is in quote: only a market buy has a budget. */
export function isByTotal({ side, type }: Pick<OrderDraft, 'side' | 'type'>): boolean {
  return side === 'buy' && type === 'market';
}

/** The price used to value an order: its limit price, or the last price for a market order. */
export function countedPrice(draft: OrderDraft, { last }: OrderContext): Price | undefined {
  const price = draft.type === 'market' ? last : readDraft<Price>(draft.price ?? '');
  return price !== undefined && price > 0n ? price : undefined;
}

function cutToStep(value: bigint, step: bigint): Amount {
  return ((value / step) * step) as Amount;
}

/** Quantity in base that a sum in quote buys at a price, cut to a lot. */
function lotsFor(quote: Amount, price: Price, { lotSize }: Market): Amount {
  return cutToStep(divideInteger(quote * ONE, price, 'down'), lotSize);
}

/** The available balance of the asset this order pays with. */
export function availableFor(side: Side, { wallet }: OrderContext): Amount | undefined {
  return side === 'buy' ? wallet?.quote.available : wallet?.base.available;
}

/**
 * The largest amount that can be entered: limited by the balance and the market's largest order, cut to a lot (or to the
 * quote asset's scale). Undefined while a balance or price is missing.
 */
export function largestAmount(draft: OrderDraft, context: OrderContext): Amount | undefined {
  const { market, wallet } = context;
  const available = availableFor(draft.side, context);
  if (wallet === undefined || available === undefined) return undefined;
  if (isByTotal(draft)) {
    return quantize(smaller(available, market.maxNotional), wallet.quote.scale, 'down');
  }
  const price = countedPrice(draft, context);
  if (price === undefined) return undefined;
  const ceiling = lotsFor(market.maxNotional, price, market);
  const affordable =
    draft.side === 'buy' ? lotsFor(available, price, market) : cutToStep(available, market.lotSize);
  return smaller(affordable, ceiling);
}

const HUNDRED = 100n;
/** Sums in quote are entered in whole cents, except for the full amount. */
const TOTAL_STEP = ONE / HUNDRED;

/** `share` percent of the largest amount, cut to a step; 100 is all of it. */
export function amountOfShare(
  share: number,
  draft: OrderDraft,
  context: OrderContext,
): Amount | undefined {
  const largest = largestAmount(draft, context);
  if (largest === undefined) return undefined;
  if (share >= 100) return largest;
  const step = isByTotal(draft) ? TOTAL_STEP : context.market.lotSize;
  return cutToStep((largest * BigInt(share)) / HUNDRED, step);
}

/** The slider's position: as set, or the amount's share of the largest one, 0 to 100. */
export function shownShare(draft: OrderDraft, context: OrderContext): number {
  if (draft.share !== undefined) return draft.share;
  const largest = largestAmount(draft, context);
  const amount = readDraft(draft.amount) ?? ZERO;
  if (largest === undefined || largest <= 0n) return 0;
  return Number(smaller(((amount * HUNDRED) / largest) as Amount, HUNDRED as Amount));
}

export interface OrderSums {
  /** In base; an estimate at the last price for a market buy. */
  quantity: Amount;
  /** In quote; an estimate at the last price for a market sell. */
  total: Amount;
  /** In the received asset, rounded up to its scale as the server does. */
  fee: Amount;
  /** The received one. */
  feeAsset: string;
  /** What arrives in the balance, after the fee. */
  received: Amount;
}

/** Quantity, total and fee of the draft. Undefined while an amount or a price is missing. */
export function orderSums(draft: OrderDraft, context: OrderContext): OrderSums | undefined {
  const { market } = context;
  const price = countedPrice(draft, context);
  const amount = readDraft(draft.amount);
  if (price === undefined || amount === undefined || amount <= 0n) return undefined;
  const byTotal = isByTotal(draft);
  const quantity = byTotal ? lotsFor(amount, price, market) : amount;
  const total = byTotal ? amount : totalOf(draft.side, notional(price, amount, 'up'), context);
  const [received, feeAsset] =
    draft.side === 'buy' ? [quantity, market.base] : [total, market.quote];
  const fee = feeOn(received, feeAsset, context);
  return { quantity, total, feeAsset, fee, received: subtract(received, fee) };
}

/** A buy pays its value rounded up to the asset's scale, a sell receives it rounded down. */
function totalOf(side: Side, exact: Amount, { wallet }: OrderContext): Amount {
  return quantize(exact, wallet?.quote.scale ?? UNKNOWN_SCALE, side === 'buy' ? 'up' : 'down');
}

/** Places of an unknown asset: the most any asset has. */
const UNKNOWN_SCALE = 8;

function feeOn(received: Amount, asset: string, { market, wallet }: OrderContext): Amount {
  const purse = asset === market.base ? wallet?.base : wallet?.quote;
  const exact = portion(received, market.takerFee, 'up');
  return smaller(quantize(exact, purse?.scale ?? UNKNOWN_SCALE, 'up'), received);
}

/** A ratio in percent: 0.001 is 0.1. */
export function percentOf(rate: Rate): Rate {
  return ratio(rate * HUNDRED, ONE, 'truncate');
}
