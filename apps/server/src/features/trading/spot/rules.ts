/** The rules of orders: steps, bounds, holds and fees, and the units of the book. Pure. */
import {
  type Amount,
  add,
  isMultipleOf,
  notional,
  ONE,
  type Price,
  quantize,
  type Rate,
  subtract,
  ZERO,
} from '@tern/money';

export type Side = 'buy' | 'sell';

/** An instrument's bounds for orders. */
export interface Bounds {
  tickSize: Price;
  lotSize: Amount;
  /** Quote units. */
  minNotional: Amount;
  maxNotional: Amount;
  priceBand: Rate;
  marketBand: Rate;
}

export type Fault = 'tick' | 'lot' | 'min-notional' | 'max-notional' | 'price-high' | 'price-low';

/** The highest limit price of a buy. Rounds down to a tick. */
export function highestBuyPrice(bounds: Bounds, reference: Price): Price {
  return onTick((reference * (ONE + bounds.priceBand)) / ONE, bounds.tickSize);
}

/** The lowest limit price of a sell. Rounds up to a tick. */
export function lowestSellPrice(bounds: Bounds, reference: Price): Price {
  const exact = (reference * (ONE - bounds.priceBand)) / ONE;
  return onTick(exact + bounds.tickSize - 1n, bounds.tickSize);
}

function onTick(price: bigint, tickSize: Price): Price {
  return ((price / tickSize) * tickSize) as Price;
}

/** The worst price a market order may trade at; at least one tick. */
export function protectionPrice(bounds: Bounds, reference: Price, side: Side): Price {
  const factor = side === 'buy' ? ONE + bounds.marketBand : ONE - bounds.marketBand;
  const price = onTick((reference * factor) / ONE, bounds.tickSize);
  return price > 0n ? price : bounds.tickSize;
}

/** The first bound a limit order breaks, if any. */
export function limitOrderFault(
  bounds: Bounds,
  reference: Price,
  order: { side: Side; price: Price; quantity: Amount },
): Fault | undefined {
  if (!isMultipleOf(order.price, bounds.tickSize)) return 'tick';
  if (!isMultipleOf(order.quantity, bounds.lotSize)) return 'lot';
  if (order.side === 'buy' && order.price > highestBuyPrice(bounds, reference)) return 'price-high';
  if (order.side === 'sell' && order.price < lowestSellPrice(bounds, reference)) return 'price-low';
  return notionalFault(bounds, notional(order.price, order.quantity, 'down'));
}

/** The first bound a market sell breaks; its value is estimated at the reference price. */
export function marketSellFault(
  bounds: Bounds,
  reference: Price,
  quantity: Amount,
): Fault | undefined {
  if (!isMultipleOf(quantity, bounds.lotSize)) return 'lot';
  return notionalFault(bounds, notional(reference, quantity, 'up'));
}

/** The bound an order value in quote units breaks, if any. */
export function notionalFault(bounds: Bounds, value: Amount): Fault | undefined {
  if (value < bounds.minNotional) return 'min-notional';
  if (value > bounds.maxNotional) return 'max-notional';
  return undefined;
}

/**
 * Quote amount that an order paid or received over all its fills, before fees: a buy pays the exact value rounded up to
 * the asset's scale, a sell receives it rounded down. The total is rounded, not each fill, so many small
 * fills cost no more than one.
 */
export function cashFor(side: Side, filledQuote: Amount, quoteScale: number): Amount {
  return quantize(filledQuote, quoteScale, side === 'buy' ? 'up' : 'down');
}

/**
 * Amount that a resting limit order still reserves: quote for a buy, base for a sell. A fill at the limit price lowers
 * it by exactly the fill's charge, so paid plus reserved never exceeds price × quantity rounded up.
 */
export function heldBy(
  order: { side: Side; price: Price; open: Amount; filledQuote: Amount },
  quoteScale: number,
): Amount {
  if (order.side === 'sell') return order.open;
  const whole = add(order.filledQuote, notional(order.price, order.open, 'up'));
  return subtract(cashFor('buy', whole, quoteScale), cashFor('buy', order.filledQuote, quoteScale));
}

/**
 * Average price of the fills; zero without a fill. Rounds down to 18 places. It follows from the exact value and not from the
 * cash that moved, so that fills at one price have this price (ADR 12).
 */
export function averagePrice(filledQuote: Amount, filledQuantity: Amount): Price {
  return filledQuantity === ZERO
    ? (0n as Price)
    : (((filledQuote * ONE) / filledQuantity) as Price);
}

/** Value of the whole order in quote units: price × quantity, or the budget of a market buy. */
export function orderValue(
  order: {
    side: Side;
    limitPrice: Price | undefined;
    quantity: Amount | undefined;
    budget: Amount | undefined;
    filledQuote: Amount;
  },
  quoteScale: number,
): Amount {
  const { side, limitPrice, quantity, budget, filledQuote } = order;
  if (budget !== undefined) return budget;
  if (limitPrice === undefined || quantity === undefined) {
    return cashFor(side, filledQuote, quoteScale);
  }
  return cashFor(side, notional(limitPrice, quantity, 'up'), quoteScale);
}

/** Converts exact decimals to the integers of the book and back: prices in ticks, quantities in lots. */
export interface Units {
  /** @throws Error when the price is no whole number of ticks */
  ticksOf(price: Price): number;
  lotsOf(quantity: Amount): number;
  /** Whole ticks × lots that a budget covers; rounds down. */
  budgetOf(budget: Amount): number;
  priceOf(ticks: number): Price;
  quantityOf(lots: number): Amount;
  /** Exact: price × quantity, which may be finer than the quote asset's scale. */
  quoteOf(ticks: number, lots: number): Amount;
}

/** @throws Error when tick × lot is finer than 18 places, which no instrument is */
export function createUnits(instrument: { tickSize: Price; lotSize: Amount }): Units {
  const { tickSize, lotSize } = instrument;
  const unit = (tickSize * lotSize) / ONE;
  if (unit * ONE !== tickSize * lotSize) throw new Error('tick × lot is finer than money');
  const whole = (value: bigint, step: bigint) => {
    if (value % step !== 0n) throw new Error('not a whole number of units');
    return Number(value / step);
  };
  return {
    ticksOf: (price) => whole(price, tickSize),
    lotsOf: (quantity) => whole(quantity, lotSize),
    budgetOf: (budget) => Number(budget / unit),
    priceOf: (ticks) => (BigInt(ticks) * tickSize) as Price,
    quantityOf: (lots) => (BigInt(lots) * lotSize) as Amount,
    quoteOf: (ticks, lots) => (BigInt(ticks) * BigInt(lots) * unit) as Amount,
  };
}
