/** The order of a market list: by pair, volume, price or change, or the server's; and its biggest movers. */
import { parseDecimal, negate, ZERO } from '@tern/money';
import type { Instrument, Quote } from '../../../kernel/quotes/quote.ts';

export type SortColumn = 'pair' | 'volume' | 'price' | 'change';

export interface Sort {
  column: SortColumn;
  isDescending: boolean;
}

export type QuoteOf = (symbol: string) => Quote | undefined;

/** The order after tapping a column header: descending, ascending, off. */
export function nextSort(current: Sort | undefined, column: SortColumn): Sort | undefined {
  if (current?.column !== column) return { column, isDescending: true };
  return current.isDescending ? { column, isDescending: false } : undefined;
}

type Key = string | bigint | undefined;

function keyOf(market: Instrument, column: SortColumn, quote: Quote | undefined): Key {
  switch (column) {
    case 'pair':
      return `${market.base}/${market.quote}`;
    case 'volume':
      return parseDecimal(quote?.volume ?? '');
    case 'price':
      return parseDecimal(quote?.price ?? '');
    case 'change':
      return parseDecimal(quote?.change ?? '');
  }
}

function compareKeys(left: Key, right: Key): number {
  if (left === right) return 0;
  return left !== undefined && right !== undefined && left < right ? -1 : 1;
}

/** A sorted copy. Markets with unknown values come last in both directions; the sort is stable. */
export function sortMarkets(
  markets: readonly Instrument[],
  sort: Sort | undefined,
  quoteOf: QuoteOf,
): readonly Instrument[] {
  if (!sort) return markets;
  const keyed = markets.map((market) => ({
    market,
    key: keyOf(market, sort.column, quoteOf(market.symbol)),
  }));
  const known = keyed.filter(({ key }) => key !== undefined);
  const unknown = keyed.filter(({ key }) => key === undefined);
  const sign = sort.isDescending ? -1 : 1;
  known.sort((left, right) => sign * compareKeys(left.key, right.key));
  return [...known, ...unknown].map(({ market }) => market);
}

const SHOWN = 4;

function sizeOf(change: string | undefined): bigint {
  const moved = parseDecimal(change ?? '') ?? ZERO;
  return moved < 0n ? negate(moved) : moved;
}

/** The four largest changes, largest first. Closed, unknown and unchanged markets are left out. */
export function biggestMovers(
  markets: readonly Instrument[],
  quoteOf: QuoteOf,
): readonly Instrument[] {
  return markets
    .filter((market) => market.isOpen)
    .map((market) => ({ market, size: sizeOf(quoteOf(market.symbol)?.change) }))
    .filter(({ size }) => size > 0n)
    .sort((left, right) => (left.size === right.size ? 0 : left.size < right.size ? 1 : -1))
    .slice(0, SHOWN)
    .map(({ market }) => market);
}
