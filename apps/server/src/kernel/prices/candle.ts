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
}

export interface Trade {
  readonly price: Price;
  /** Zero for a price change without a trade. */
  readonly quantity: Amount;
}

/** The candle after one more trade; without a candle, a new one from `start`. */
export function addTrade(candle: Candle | undefined, trade: Trade, start: number): Candle {
  const { price, quantity } = trade;
  const single: Candle = {
    start,
    open: price,
    high: price,
    low: price,
    close: price,
    amount: quantity,
    vol: notional(price, quantity, 'down'),
    count: quantity > 0n ? 1 : 0,
  };
  return candle === undefined ? single : joinCandles([candle, single], start);
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
