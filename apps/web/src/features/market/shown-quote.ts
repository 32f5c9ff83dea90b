/** The quote in the chart's header: with the last candle's price, so that header and price label agree; pure. */
import { parseDecimal } from '@tern/money';
import { changeOf, type Quote } from '../../kernel/quotes/quote.ts';

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
