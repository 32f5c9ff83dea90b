/** The calls of the market pages. */
import { call } from '../../platform/http/call.ts';
import { type Candle, candleOfRow } from './candle.ts';
import type { Interval } from './intervals.ts';

export interface CandleQuery {
  symbol: string;
  interval: Interval;
  num: number;
  /** Only candles that start before this moment, milliseconds since 1970. */
  before?: number;
}

/** Candles, oldest first. Fails with: 4019 for a symbol nobody trades. */
export async function loadCandles(query: CandleQuery): Promise<Candle[]> {
  const { symbol, interval, num, before } = query;
  const to = before === undefined ? {} : { to: Math.floor(before / 1000) };
  const { list } = await call('GET /base/getkdata', { id: symbol, num, interval, ...to });
  return list.map(candleOfRow);
}
