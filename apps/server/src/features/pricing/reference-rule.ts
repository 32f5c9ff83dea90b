/** How the sources' prices become the one reference price: public, versioned, the same for everyone (rules §2, ADR 16). */
import { divideInteger, type Price } from '@tern/money';

/** Goes into every tick's hash; a changed rule gets a new number. */
export const REFERENCE_RULE = 2;

/** A source that has said nothing for longer is not asked. */
export const LIVE_MS = 5_000;
/** Sources this near to their median agree. */
const AGREE_BPS = 50n;
/** A price further than this from a reference tick of the last ten seconds, or from the last tick, is a jump. */
const JUMP_BPS = 200n;
const JUMP_WINDOW_MS = 10_000;
/** A single source's jump counts once the source has kept to it for so long, and said so at least so often. */
const HOLD_MS = 10_000;
const HOLD_QUOTES = 3;
/** A source keeps to a price as long as it stays this near to where it began. */
const STEADY_BPS = 100n;

/** What a source says of a symbol. */
export interface SourcePrice {
  readonly source: string;
  readonly price: Price;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The first price of the run that it keeps to, and when we heard it: a source may date itself back. */
  readonly heldFrom: { readonly price: Price; readonly at: number };
  /** How often it has spoken in that run. */
  readonly heldQuotes: number;
}

export interface ReferencePrice {
  readonly price: Price;
  /** Those it was taken from, in order of name. One source is said to be one. */
  readonly sources: readonly string[];
}

/** A reference price of the past. */
export interface PastPrice {
  readonly at: number;
  readonly price: Price;
}

export interface RuleContext {
  readonly now: number;
  readonly tickSize: Price;
  /** Reference ticks so far, oldest first; as many as reach back ten seconds. */
  readonly past: readonly PastPrice[];
}

/**
 * The median of the live sources that agree, if those are more than half; of two in the middle, their
 * mean, down to the tick. Without such a majority, sources in a jump that they have not held are left
 * out and the others asked again. A jump is believed when two sources make it, or one holds it.
 * Fails with: `undefined` when no price may be taken; the feed then grows stale.
 */
export function referencePrice(
  prices: readonly SourcePrice[],
  context: RuleContext,
): ReferencePrice | undefined {
  const live = prices.filter((price) => context.now - price.at <= LIVE_MS);
  const calm = live.filter((said) => isHeld(said) || !isJump(said.price, context));
  const agreed = agreeing(live) ?? agreeing(calm);
  if (agreed === undefined) return undefined;
  const { tickSize } = context;
  const price = (divideInteger(medianOf(agreed), 2n * tickSize, 'down') * tickSize) as Price;
  if (price <= 0n) return undefined;
  const [first, second] = agreed;
  const isAlone = first !== undefined && second === undefined;
  if (isAlone && isJump(price, context) && !isHeld(first)) return undefined;
  return { price, sources: agreed.map((said) => said.source).sort() };
}

/** What the source says after one more quote: it keeps to its price, or begins a new run. */
export function nextSourcePrice(
  before: SourcePrice | undefined,
  said: Pick<SourcePrice, 'source' | 'price' | 'at'> & { readonly heardAt: number },
): SourcePrice {
  const { source, price, at, heardAt } = said;
  const keeps =
    before !== undefined &&
    at - before.at <= LIVE_MS &&
    isNear(price, before.heldFrom.price, STEADY_BPS);
  if (!keeps) return { source, price, at, heldFrom: { price, at: heardAt }, heldQuotes: 1 };
  return { source, price, at, heldFrom: before.heldFrom, heldQuotes: before.heldQuotes + 1 };
}

/** Without a price to jump from, the first one is a jump as well. */
function isJump(price: Price, { now, past }: Omit<RuleContext, 'tickSize'>): boolean {
  const last = past.at(-1);
  if (last === undefined) return true;
  const recent = past.filter((tick) => tick.at >= now - JUMP_WINDOW_MS);
  return [last, ...recent].some((tick) => !isNear(price, tick.price, JUMP_BPS));
}

function isHeld({ at, heldFrom, heldQuotes }: SourcePrice): boolean {
  return at - heldFrom.at >= HOLD_MS && heldQuotes >= HOLD_QUOTES;
}

/** Those near the median, if they are more than half of all. */
function agreeing(prices: readonly SourcePrice[]): readonly SourcePrice[] | undefined {
  if (prices.length === 0) return undefined;
  const twice = medianOf(prices);
  const near = prices.filter(({ price }) => isNear(2n * price, twice, AGREE_BPS));
  return near.length * 2 > prices.length ? near : undefined;
}

/** Twice the median, so that the mean of two stays exact. */
function medianOf(prices: readonly SourcePrice[]): bigint {
  const sorted = prices.map(({ price }) => price).sort((left, right) => (left < right ? -1 : 1));
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0n;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n;
  return lower + upper;
}

function isNear(price: bigint, other: bigint, bps: bigint): boolean {
  const apart = price > other ? price - other : other - price;
  return apart * 10_000n <= other * bps;
}
