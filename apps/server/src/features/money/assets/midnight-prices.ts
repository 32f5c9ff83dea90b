/** Reference prices at midnights: each is read once in a pass over all members. */
import type { Price } from '@tern/money';
import type { PriceGaps } from '../../../kernel/prices/tick-history.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { PastWorthDeps } from './past-worth.ts';
import { startOfDay } from '../../../platform/clock.ts';

export interface MidnightPrices {
  /** Reads what is not known yet of the days. */
  read(reader: Reader, assets: Iterable<string>, days: readonly string[]): Promise<void>;
  /** Undefined before the first price. */
  of(day: string): (symbol: string) => Price | undefined;
  /** Whether a price on the way to USDT was missing at that moment. */
  isMissing(asset: string, day: string): boolean;
}

export function createMidnightPrices(
  deps: Pick<PastWorthDeps, 'history' | 'valuation'> & { readonly gaps: PriceGaps },
): MidnightPrices {
  const { history, valuation, gaps } = deps;
  const prices = new Map<string, Price | undefined>();
  return {
    async read(reader, assets, days) {
      for (const symbol of valuation.symbolsFor(assets)) {
        for (const day of days) {
          const key = `${symbol} ${day}`;
          if (prices.has(key)) continue;
          prices.set(key, await history.priceAt(reader, symbol, startOfDay(day)));
        }
      }
    },
    of: (day) => (symbol) => prices.get(`${symbol} ${day}`),
    isMissing: (asset, day) =>
      [...valuation.symbolsFor([asset])].some((symbol) => gaps.isGapAt(symbol, startOfDay(day))),
  };
}
