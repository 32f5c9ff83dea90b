/** The trend of a series of candles, for the sentence that describes the chart. */
import { formatDecimal, parseDecimal } from '@tern/money';
import { changeOf } from '../../kernel/quotes/quote.ts';
import type { Series } from './candle-series.ts';

export interface Trend {
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
export function trendOf(candles: Series): Trend | undefined {
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
