/** The public, versioned rule that derives the reference price from the sources' prices (ADR 16). */
import { divideInteger, type Price } from '@tern/money';

/** Part of every tick's hash; a changed rule gets a new number. */
export const REFERENCE_RULE = 2;

/** The source of markets that only members price: the trades of their own books (ADR 101). */
export const MEMBERS_SOURCE = 'members';
/** Older prices are ignored. */
export const LIVE_MS = 5_000;
/** Sources this near to their median agree. */
const AGREE_BPS = 50n;
/** A price further than this from a reference tick of the last ten seconds, or from the last tick, is a jump. */
const JUMP_BPS = 200n;
const JUMP_WINDOW_MS = 10_000;
/** A single source's jump is accepted once its price has been steady for this long and this many quotes. */
const STEADY_MS = 10_000;
const STEADY_QUOTES = 3;
/** A price is steady while it stays this close to where its run began. */
const STEADY_BPS = 100n;

/** The latest price of one source. */
export interface SourcePrice {
  readonly source: string;
  readonly price: Price;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The first price of the steady run and when we received it: a source may backdate its quotes. */
  readonly steadyFrom: { readonly price: Price; readonly at: number };
  /** Number of quotes in that run. */
  readonly steadyQuotes: number;
}

export interface ReferencePrice {
  readonly price: Price;
  /** The sources it was derived from, sorted by name. */
  readonly sources: readonly string[];
}

export interface PreviousPrice {
  readonly at: number;
  readonly price: Price;
}

export interface RuleContext {
  readonly now: number;
  readonly tickSize: Price;
  /** Earlier reference ticks, oldest first, reaching back at least ten seconds. */
  readonly previous: readonly PreviousPrice[];
}

/**
 * The median of the live sources that agree, if they are the majority; for an even count the mean of the middle two,
 * rounded down to the tick. Without a majority, sources whose price jumped and is not yet steady are excluded and the
 * majority is computed again. A jump is accepted when two sources make it, or when one keeps it steady.
 * Undefined when there is no price; the feed then becomes stale.
 * A trade of members is no claim about a price elsewhere: it is the price, however far from the last one.
 */
export function referencePrice(
  prices: readonly SourcePrice[],
  context: RuleContext,
): ReferencePrice | undefined {
  const live = prices.filter((price) => context.now - price.at <= LIVE_MS);
  const calm = live.filter((each) => isSteady(each) || !isJump(each.price, context));
  const agreed = agreeing(live) ?? agreeing(calm);
  if (agreed === undefined) return undefined;
  const { tickSize } = context;
  const price = (divideInteger(medianOf(agreed), 2n * tickSize, 'down') * tickSize) as Price;
  if (price <= 0n) return undefined;
  const [first, second] = agreed;
  const isAlone = first !== undefined && second === undefined;
  const isClaim = isAlone && first.source !== MEMBERS_SOURCE;
  if (isClaim && isJump(price, context) && !isSteady(first)) return undefined;
  return { price, sources: agreed.map(({ source }) => source).sort() };
}

/** The source's price after one more quote, which continues the steady run or begins a new one. */
export function nextSourcePrice(
  before: SourcePrice | undefined,
  quote: Pick<SourcePrice, 'source' | 'price' | 'at'> & { readonly receivedAt: number },
): SourcePrice {
  const { source, price, at, receivedAt } = quote;
  const continues =
    before !== undefined &&
    at - before.at <= LIVE_MS &&
    isNear(price, before.steadyFrom.price, STEADY_BPS);
  if (!continues)
    return { source, price, at, steadyFrom: { price, at: receivedAt }, steadyQuotes: 1 };
  return {
    source,
    price,
    at,
    steadyFrom: before.steadyFrom,
    steadyQuotes: before.steadyQuotes + 1,
  };
}

/** The very first price also counts as a jump. */
function isJump(price: Price, { now, previous }: Omit<RuleContext, 'tickSize'>): boolean {
  const last = previous.at(-1);
  if (last === undefined) return true;
  const recent = previous.filter((tick) => tick.at >= now - JUMP_WINDOW_MS);
  return [last, ...recent].some((tick) => !isNear(price, tick.price, JUMP_BPS));
}

function isSteady({ at, steadyFrom, steadyQuotes }: SourcePrice): boolean {
  return at - steadyFrom.at >= STEADY_MS && steadyQuotes >= STEADY_QUOTES;
}

/** The prices close to the median, if they are more than half of all. */
function agreeing(prices: readonly SourcePrice[]): readonly SourcePrice[] | undefined {
  if (prices.length === 0) return undefined;
  const twice = medianOf(prices);
  const near = prices.filter(({ price }) => isNear(2n * price, twice, AGREE_BPS));
  return near.length * 2 > prices.length ? near : undefined;
}

/** Twice the median, so that the mean of two is exact. */
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
