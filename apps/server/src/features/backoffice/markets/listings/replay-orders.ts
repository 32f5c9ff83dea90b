/** Replays orders of a market that is to be listed in two independent order books, which have to end alike. Pure. */
import { type Book, NaiveBook, OrderBook, type Placement } from '@tern/matching';
import { ONE } from '@tern/money';
import type { MarketTermsRead } from './read-terms.ts';

const ORDERS = 2_000;
const OWNERS = 40;
/** Prices around the middle, in ticks. */
const SPREAD = 60;
const LEVELS = 1_000;

/** How many orders were replayed; undefined when an order or a value would not fit the book, or the books differ. */
export function replayOrders(market: MarketTermsRead): number | undefined {
  const { tickSize, lotSize, minNotional, maxNotional } = market;
  const unit = (tickSize * lotSize) / ONE;
  const [smallest, largest] = [minNotional / unit, maxNotional / unit];
  // The largest order at a price of one tick.
  if (largest > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  const middle = Number(sqrt(smallest)) + SPREAD + 1;
  const lotsMax = Math.max(1, Math.floor(Number(largest) / middle));
  const [fast, plain] = [new OrderBook(), new NaiveBook()];
  const next = numbers(Number(smallest % 4_294_967_291n));
  try {
    for (let id = 1; id <= ORDERS; id += 1) {
      if (next(5) === 0) {
        const gone = 1 + next(id);
        if (fast.cancel(gone) !== plain.cancel(gone)) return undefined;
        continue;
      }
      const side = next(2) === 0 ? ('buy' as const) : ('sell' as const);
      const priceTicks = middle - SPREAD + next(2 * SPREAD);
      const order = { id, owner: next(OWNERS), side, priceTicks, lots: 1 + next(lotsMax) };
      const [one, two] = [fast, plain].map((book: Book) =>
        fillsOf(book.place({ ...order, kind: 'limit' })),
      );
      if (one !== two) return undefined;
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  const depths = [fast, plain].map((book) => [
    book.depth('buy', LEVELS),
    book.depth('sell', LEVELS),
  ]);
  return JSON.stringify(depths[0]) === JSON.stringify(depths[1]) ? ORDERS : undefined;
}

/** Who traded with it, at which prices, and what rests. */
function fillsOf(placement: Placement): string {
  const { fillCount, restingLots, stopReason } = placement;
  const fills = Array.from({ length: fillCount }, (_each, fill) => [
    placement.fillMakerId(fill),
    placement.fillPriceTicks(fill),
    placement.fillLots(fill),
  ]);
  return JSON.stringify([fills, restingLots, stopReason]);
}

/** Rounds down. */
function sqrt(value: bigint): bigint {
  return BigInt(Math.floor(Math.sqrt(Number(value))));
}

/** Whole numbers below a bound, the same for the same seed (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}
