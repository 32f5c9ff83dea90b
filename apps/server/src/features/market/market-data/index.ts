/** Market data: tickers, and candles of any interval and age. */
import type { AssetRegistry } from '../../../kernel/catalog/assets.ts';
import type { MarketHalts } from '../../../kernel/catalog/market-halts.ts';
import type { Candle } from '../../../kernel/prices/candle.ts';
import type { PriceGaps, PriceHistory } from '../../../kernel/prices/tick-history.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Feature } from '../../../platform/feature.ts';
import type { Gap, Pricing, SymbolState } from '../pricing/index.ts';
import { feedGapsIn, knownUntil } from './feed-gaps.ts';
import { type CandleQuery, priceAt, readCandles } from './read-candles.ts';
import { createRecentCandles } from './recent-candles.ts';
import { marketDataRoutes } from './routes.ts';

export type { CandleQuery } from './read-candles.ts';
export { placesOf } from './ticker.ts';
export { tickerOf } from './ticker.ts';

export interface MarketDataDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly assets: AssetRegistry;
  readonly halts: Pick<MarketHalts, 'of' | 'delistingOf'>;
  readonly pricing: Pick<Pricing, 'states' | 'find' | 'health'>;
}

export interface MarketData extends Feature {
  candles(state: SymbolState, query: CandleQuery): Promise<Candle[]>;
  /** Spans of the market without prices that overlap the given one, oldest first. */
  gaps(state: SymbolState, span: Gap): Gap[];
  /** Historical prices, for valuations. */
  readonly history: PriceHistory;
  readonly priceGaps: PriceGaps;
}

export function createMarketData(deps: MarketDataDeps): MarketData {
  const { database, clock, assets, halts, pricing } = deps;
  const now = () => clock.now();
  const { states, health } = pricing;
  const recent = createRecentCandles(now);
  const candles = (state: SymbolState, query: CandleQuery) =>
    readCandles(database, state, {
      ...query,
      knownUntil: knownUntil(state, states(), now()),
      recent,
    });
  const gaps = (state: SymbolState, span: Gap) =>
    feedGapsIn(state, states(), { ...span, now: now() });
  return {
    slug: 'market-data',
    candles,
    gaps,
    history: { priceAt: (reader, symbol, at) => priceAt(reader, pricing.find(symbol), at) },
    priceGaps: {
      isGapAt(symbol, at) {
        const state = pricing.find(symbol);
        return state !== undefined && gaps(state, { from: at - 1, to: at }).length > 0;
      },
    },
    routes: marketDataRoutes({
      assets,
      halts,
      now,
      states,
      candles,
      gaps,
      health,
    }),
  };
}
