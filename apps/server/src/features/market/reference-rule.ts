/** How the sources' prices become the one reference price: public, versioned, the same for everyone (rules §2). */
import { divideInteger, type Price } from '@tern/money';

/** Goes into every tick's hash; a changed rule gets a new number. */
export const REFERENCE_RULE = 1;

/** A source that has said nothing for longer is not asked. */
const LIVE_MS = 5_000;

export interface SourcePrice {
  readonly source: string;
  readonly price: Price;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface ReferencePrice {
  readonly price: Price;
  /** Those it was taken from, in order of name. One source is said to be one. */
  readonly sources: readonly string[];
}

/**
 * The median of the live sources; of two in the middle, their mean, down to the tick.
 * Fails with: `undefined` when no source is live.
 */
export function referencePrice(
  prices: readonly SourcePrice[],
  at: number,
  tickSize: Price,
): ReferencePrice | undefined {
  const live = prices.filter((price) => at - price.at <= LIVE_MS);
  const sorted = live.map((price) => price.price).sort((left, right) => (left < right ? -1 : 1));
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) return undefined;
  const price = divideInteger(lower + upper, 2n * tickSize, 'down') * tickSize;
  if (price <= 0n) return undefined;
  return { price: price as Price, sources: live.map((entry) => entry.source).sort() };
}
