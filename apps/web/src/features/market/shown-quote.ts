/** What the head of the chart shows: the price of the last candle, so that head and price tag never differ; pure. */
import { parseDecimal } from '@tern/money';
import { changeOf, type Quote } from '../../kernel/quotes/quote.ts';

/** The quote with the close of the last candle as its price; as it is while there are no candles. */
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
