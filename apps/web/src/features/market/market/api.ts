/** The calls of the market pages. */
import { call } from '../../../platform/http/call.ts';
import { candleOfRow } from './candle.ts';
import type { CandlePage } from './candle-history.ts';
import type { Interval } from './intervals.ts';

const SECOND_MS = 1000;

export interface CandleQuery {
  symbol: string;
  interval: Interval;
  num: number;
  /** Only candles that start before this moment, milliseconds since 1970. */
  before?: number;
}

/** @throws not-listed for a symbol that is not traded */
export async function loadCandles(query: CandleQuery): Promise<CandlePage> {
  const { symbol, interval, num, before } = query;
  const to = before === undefined ? {} : { to: Math.floor(before / SECOND_MS) };
  const { list, gaps } = await call('GET /base/getkdata', { id: symbol, num, interval, ...to });
  return {
    candles: list.map(candleOfRow),
    feedGaps: gaps.map(({ from, to: end }) => ({ from: from * SECOND_MS, to: end * SECOND_MS })),
  };
}
