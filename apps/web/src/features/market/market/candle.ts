/** Candles with exact decimal texts, from either source; their trend, and the quote at a candle's close. */
import type { CandleMessage, Output } from '@tern/protocol/client';
import { formatDecimal, parseDecimal } from '@tern/money';
import { decimalText, changeOf, type Quote } from '../../../kernel/quotes/quote.ts';

type CandleRow = Output<'GET /base/getkdata'>['list'][number];

export interface Candle {
  /** Milliseconds since 1970. */
  start: number;
  open: string;
  high: string;
  low: string;
  close: string;
  /** Volume in base. */
  amount: string;
}

const SECOND_MS = 1000;

/** A candle of `/base/getkdata`. */
export function candleOfRow(row: CandleRow): Candle {
  const { open, high, low, close, amount } = row;
  return { start: row.id * SECOND_MS, open, high, low, close, amount };
}

/** A candle of a `.kline.` topic; its JSON numbers become decimal text. */
export function candleOfMessage(message: CandleMessage): Candle {
  return {
    start: message.id * SECOND_MS,
    open: decimalText(message.open),
    high: decimalText(message.high),
    low: decimalText(message.low),
    close: decimalText(message.close),
    amount: decimalText(message.amount),
  };
}

interface Trend {
  direction: 1 | 0 | -1;
  /** Percent, cut to two decimals. */
  change: string | undefined;
  count: number;
  from: string;
  to: string;
  high: string;
  low: string;
}

/** From the open of the first candle to the close of the last; undefined without candles. */
export function trendOf(candles: readonly Candle[]): Trend | undefined {
  const [first, last] = [candles[0], candles.at(-1)];
  if (!first || !last) return undefined;
  const values = (pick: 'high' | 'low') =>
    candles.map((candle) => parseDecimal(candle[pick]) ?? 0n);
  const high = values('high').reduce((most, value) => (value > most ? value : most));
  const low = values('low').reduce((least, value) => (value < least ? value : least));
  return {
    ...changeOf(last.close, first.open),
    count: candles.length,
    from: first.open,
    to: last.close,
    high: formatDecimal(high),
    low: formatDecimal(low),
  };
}

/** The quote with the last candle's close as its price; unchanged without candles. */
export function quoteAtClose(
  quote: Quote | undefined,
  close: string | undefined,
): Quote | undefined {
  const price = parseDecimal(close ?? '');
  if (quote === undefined || close === undefined || price === undefined) return quote;
  const [high, low] = [parseDecimal(quote.high), parseDecimal(quote.low)];
  return {
    ...quote,
    price: close,
    ...changeOf(close, quote.open),
    high: high !== undefined && price > high ? close : quote.high,
    low: low !== undefined && price < low ? close : quote.low,
  };
}
