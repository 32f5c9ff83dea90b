/** The markets with the largest 24-hour changes, up or down. */
import { negate, parseDecimal, ZERO } from '@tern/money';
import type { Instrument } from '../../kernel/quotes/quote.ts';
import type { QuoteOf } from './list-order.ts';

/** design: screens, market. */
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
