/** A candle: prices and volume of a time span. */
import { type Amount, notional, type Price } from '@tern/money';

export interface Candle {
  /** Epoch milliseconds. */
  readonly start: number;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  /** Traded in base. */
  readonly amount: Amount;
  /** Traded in quote. */
  readonly vol: Amount;
  /** Number of trades. */
  readonly count: number;
  /** Set while it is nothing but the last price, in its first minute: it opens at the first price that counts. */
  readonly isNotBegun?: true;
}

export interface Trade {
  readonly price: Price;
  /** Zero for a price change without a trade. */
  readonly quantity: Amount;
}

/**
 * The part of candles that a trade is, dated by its start. A price other than the one before counts, also without a trade (a live
 * source's quote), so that a candle that counts nothing is flat.
 */
export function candleOfTrade(trade: Trade, start: number, before: Price | undefined): Candle {
  const { price, quantity } = trade;
  return {
    start,
    open: price,
    high: price,
    low: price,
    close: price,
    amount: quantity,
    vol: notional(price, quantity, 'down'),
    count: quantity > 0n || price !== before ? 1 : 0,
  };
}

/**
 * Joins candles exactly: first open, last close, highest, lowest, sums.
 * @throws Error for an empty list
 */
export function joinCandles(parts: readonly Candle[], start: number): Candle {
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) throw new Error('no candle to join');
  let { high, low } = first;
  let amount = 0n;
  let vol = 0n;
  let count = 0;
  for (const part of parts) {
    if (part.high > high) high = part.high;
    if (part.low < low) low = part.low;
    amount += part.amount;
    vol += part.vol;
    count += part.count;
  }
  return {
    start,
    open: first.open,
    high,
    low,
    close: last.close,
    amount: amount as Amount,
    vol: vol as Amount,
    count,
  };
}
