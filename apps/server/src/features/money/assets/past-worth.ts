/** Past values of amounts in USDT. An asset without a price at the time counts as zero. */
import { type Amount, type Price, sum, ZERO } from '@tern/money';
import type { PriceHistory } from '../../../kernel/prices/tick-history.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { CoinDeps } from './list-coins.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { WorthOf } from './worth-at-cost.ts';

export type PastWorthDeps = CoinDeps & { readonly history: PriceHistory };

interface PastAmount {
  readonly asset: string;
  readonly amount: Amount;
  /** Epoch milliseconds. */
  readonly effectiveAt: number;
}

/** One value per amount, in order, by `worthOf` where it is given. Each price is read once. */
export async function pastWorths(
  reader: Reader,
  deps: Pick<PastWorthDeps, 'valuation' | 'history'> & { readonly worthOf?: WorthOf },
  amounts: readonly PastAmount[],
): Promise<Amount[]> {
  const read = new Map<string, Promise<Price | undefined>>();
  const priceAt = (symbol: string, at: number) => {
    const key = `${symbol} ${at}`;
    const known = read.get(key) ?? deps.history.priceAt(reader, symbol, at);
    read.set(key, known);
    return known;
  };
  return Promise.all(
    amounts.map(async ({ asset, amount, effectiveAt }) => {
      const symbols = [...deps.valuation.symbolsFor([asset])];
      const prices = await Promise.all(symbols.map((symbol) => priceAt(symbol, effectiveAt)));
      const priceOf = (symbol: string) => prices[symbols.indexOf(symbol)];
      const worth = deps.worthOf
        ? deps.worthOf(asset, amount, priceOf)?.worth
        : deps.valuation.worth(asset, amount, priceOf);
      return worth ?? ZERO;
    }),
  );
}

/** The total value of the holdings. */
export async function pastWorth(
  reader: Reader,
  deps: PastWorthDeps,
  {
    holdings,
    at,
    worthOf,
  }: { holdings: ReadonlyMap<string, Amount>; at: number; worthOf: WorthOf },
): Promise<Amount> {
  const amounts = [...holdings].map(([asset, amount]) => ({ asset, amount, effectiveAt: at }));
  return sum(await pastWorths(reader, { ...deps, worthOf }, amounts));
}

/** All symbols at a few moments; the cache is cleared when full. */
const CACHED_MAX = 2_000;

/** Caches past prices, because the price of a past minute never changes. Missing prices are not cached. */
export function cachePastPrices(history: PriceHistory): PriceHistory {
  const prices = new Map<string, Price>();
  return {
    async priceAt(reader, symbol, at) {
      const key = `${symbol} ${Math.floor(at / MINUTE_MS)}`;
      const known = prices.get(key);
      if (known !== undefined) return known;
      const price = await history.priceAt(reader, symbol, at);
      if (prices.size >= CACHED_MAX) prices.clear();
      if (price !== undefined) prices.set(key, price);
      return price;
    },
  };
}
