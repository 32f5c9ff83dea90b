/** Prices of the past as they were read once: a minute that is over keeps its price. */
import type { Price } from '@tern/money';
import type { PriceHistory } from '../../kernel/prices/price-history.ts';
import { MINUTE_MS } from '../../platform/durations.ts';

/** All symbols at a few moments; then it begins anew. */
const REMEMBERED_MAX = 2_000;

/** What has no price yet is asked for again. */
export function rememberPrices(history: PriceHistory): PriceHistory {
  const prices = new Map<string, Price>();
  return {
    async priceAt(reader, symbol, at) {
      const key = `${symbol} ${Math.floor(at / MINUTE_MS)}`;
      const known = prices.get(key);
      if (known !== undefined) return known;
      const price = await history.priceAt(reader, symbol, at);
      if (prices.size >= REMEMBERED_MAX) prices.clear();
      if (price !== undefined) prices.set(key, price);
      return price;
    },
  };
}
