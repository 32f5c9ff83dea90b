/** What an order costs and how much is affordable: exact decimals, cut the way the server cuts them. */
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
  ZERO,
} from '@tern/money';
import type { Instrument } from '../../kernel/quotes/quote.ts';

export type Side = 'buy' | 'sell';
export type OrderType = 'limit' | 'market';

/** What the form holds. Texts are drafts: "", "1.", "0.50". */
export interface OrderDraft {
  side: Side;
  type: OrderType;
  /** Undefined until the last price is known and filled in once. */
  price: string | undefined;
  /** Base to trade, or what a market buy may spend in quote. */
  amount: string;
  /** Whole percent of the largest amount, when the slider was moved last. */
  share: number | undefined;
}

/** The steps, bounds and fee of a market. */
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
  /** Of a quantity: it is a multiple of the lot. */
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
  /** Last price; undefined while the market has none. */
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

/** The number a draft means; undefined when it means none. */
export function readDraft<T extends Amount | Price = Amount>(text: string): T | undefined {
  return parseDecimal<T>(text.endsWith('.') ? text.slice(0, -1) : text);
}

/** True for the one order whose amount is in quote: a market buy says what it may spend. */
export function isByTotal({ side, type }: Pick<OrderDraft, 'side' | 'type'>): boolean {
  return side === 'buy' && type === 'market';
}

/** The price an order is counted with: its own, or the last one for a market order. */
export function countedPrice(draft: OrderDraft, { last }: OrderContext): Price | undefined {
  const price = draft.type === 'market' ? last : readDraft<Price>(draft.price ?? '');
  return price !== undefined && price > 0n ? price : undefined;
}

function cutToStep(value: bigint, step: bigint): Amount {
  return ((value / step) * step) as Amount;
}

/** Base units a sum in quote buys at a price, cut down to a lot. */
function lotsFor(quote: Amount, price: Price, { lotSize }: Market): Amount {
  return cutToStep(divideInteger(quote * ONE, price, 'down'), lotSize);
}

/** What is left to spend of the asset this order pays with. */
export function availableFor(side: Side, { wallet }: OrderContext): Amount | undefined {
  return side === 'buy' ? wallet?.quote.available : wallet?.base.available;
}

/**
 * The largest amount that can be entered: what the balance and the market's largest order allow,
 * cut down to a lot (or to the quote asset's scale). Undefined while a balance or price is missing.
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
/** Sums in quote are entered in steps of a cent, unless everything is meant. */
const TOTAL_STEP = ONE / HUNDRED;

/** The amount that is `share` percent of the largest, cut down to a step; 100 is all of it. */
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

/** Where the slider stands: as it was set, or the share the amount is of the largest, 0 to 100. */
export function shownShare(draft: OrderDraft, context: OrderContext): number {
  if (draft.share !== undefined) return draft.share;
  const largest = largestAmount(draft, context);
  const amount = readDraft(draft.amount) ?? ZERO;
  if (largest === undefined || largest <= 0n) return 0;
  return Number(smaller(((amount * HUNDRED) / largest) as Amount, HUNDRED as Amount));
}

export interface OrderSums {
  /** Base; an estimate at the last price for a market buy. */
  quantity: Amount;
  /** Quote; an estimate at the last price for a market sell. */
  total: Amount;
  /** In the received asset, rounded up to its scale as the server does. */
  fee: Amount;
  feeAsset: string;
}

/** Quantity, total and fee of what is typed. Undefined while an amount or a price is missing. */
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
  return { quantity, total, feeAsset, fee: feeOn(received, feeAsset, context) };
}

/** A buy pays its value rounded up to the asset's scale, a sell receives it rounded down. */
function totalOf(side: Side, exact: Amount, { wallet }: OrderContext): Amount {
  return quantize(exact, wallet?.quote.scale ?? UNKNOWN_SCALE, side === 'buy' ? 'up' : 'down');
}

/** Places of an asset nobody told us about: the most any asset of ours has. */
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
