/** Finds markets and coins by a query: "btc", "BTC/USDT", "bitc", "gold". */
import { decimal, ZERO } from '@tern/money';
import type { Instrument } from '../quotes/quote.ts';

const SEPARATORS = /[\s/_-]+/g;

function plain(text: string): string {
  return text.toLowerCase().replace(SEPARATORS, '');
}

/** 0 is best; undefined if it does not match. */
function rankOf({ base, quote, name }: Instrument, wanted: string): number | undefined {
  const pair = plain(base + quote);
  const words = name.toLowerCase().split(SEPARATORS);
  if (plain(base) === wanted) return 0;
  if (pair.startsWith(wanted)) return 1;
  if (words.some((word) => word.startsWith(wanted)) || plain(name).startsWith(wanted)) return 2;
  return pair.includes(wanted) || plain(name).includes(wanted) ? 3 : undefined;
}

/** Best matches first, otherwise in the given order; everything for an empty query. */
export function findMarkets(markets: readonly Instrument[], query: string): readonly Instrument[] {
  const wanted = plain(query);
  if (wanted === '') return markets;
  return markets
    .map((market) => ({ market, rank: rankOf(market, wanted) }))
    .filter((found): found is { market: Instrument; rank: number } => found.rank !== undefined)
    .sort((left, right) => left.rank - right.rank)
    .map(({ market }) => market);
}

/** Coins whose symbol or name contains the query. */
export function findCoins<Coin extends { asset: string; name: string }>(
  coins: readonly Coin[],
  query: string,
): Coin[] {
  const text = query.trim().toLowerCase();
  return coins.filter(({ asset, name }) =>
    [asset, name].some((word) => word.toLowerCase().includes(text)),
  );
}

/** Those with a balance first, otherwise in the given order. */
export function ownedFirst<Coin extends { available: string }>(coins: readonly Coin[]): Coin[] {
  const isOwned = ({ available }: Coin) => decimal(available) > ZERO;
  return [...coins.filter(isOwned), ...coins.filter((coin) => !isOwned(coin))];
}
