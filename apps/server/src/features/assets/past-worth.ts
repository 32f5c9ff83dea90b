/** What amounts were worth in USDT at moments of the past. What had no price then counts as nothing. */
import { type Amount, type Price, sum, ZERO } from '@tern/money';
import type { PriceHistory } from '../../kernel/prices/price-history.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { CoinDeps } from './list-coins.ts';

export type PastWorthDeps = CoinDeps & { readonly history: PriceHistory };

interface PastAmount {
  readonly asset: string;
  readonly amount: Amount;
  /** Epoch milliseconds. */
  readonly effectiveAt: number;
}

/** One worth for each amount, in order. Each price is read once. */
export async function pastWorths(
  reader: Reader,
  deps: PastWorthDeps,
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
      return (
        deps.valuation.worth(asset, amount, (symbol) => prices[symbols.indexOf(symbol)]) ?? ZERO
      );
    }),
  );
}

/** What all of them were worth together. */
export async function pastWorth(
  reader: Reader,
  deps: PastWorthDeps,
  { holdings, at }: { holdings: ReadonlyMap<string, Amount>; at: number },
): Promise<Amount> {
  const amounts = [...holdings].map(([asset, amount]) => ({ asset, amount, effectiveAt: at }));
  return sum(await pastWorths(reader, deps, amounts));
}
