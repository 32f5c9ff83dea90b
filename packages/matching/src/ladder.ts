/** One side's price levels, sorted with the best at the end; each level has a queue of orders. */
import type { Side } from './book.ts';
import { grown, NONE, SlotIndex } from './slot-index.ts';

const LEVELS_AT_START = 256;

// Most changes are near the best price, so most moves are too short for `copyWithin` to pay off.
const SHORT_MOVE = 48;

function shift(
  array: Float64Array | Int32Array,
  move: { from: number; to: number; end: number },
): void {
  const { from, to, end } = move;
  if (end - from > SHORT_MOVE) array.copyWithin(to, from, end);
  else if (to < from) for (let at = from; at < end; at++) array[at - 1] = array[at]!;
  else for (let at = end; at > from; at--) array[at] = array[at - 1]!;
}

export class Ladder {
  /** Ticks to level. */
  readonly index = new SlotIndex(LEVELS_AT_START);
  /** Open lots by level. */
  lots = new Float64Array(LEVELS_AT_START);
  /** First and last order slot by level, NONE when empty. */
  head = new Int32Array(LEVELS_AT_START);
  tail = new Int32Array(LEVELS_AT_START);
  size = 0;
  private readonly sign: number;
  // `ranks` is ticks, signed so that the best is the largest; `levels` is parallel to it.
  private ranks = new Float64Array(LEVELS_AT_START);
  private levels = new Int32Array(LEVELS_AT_START);

  constructor(side: Side) {
    this.sign = side === 'buy' ? 1 : -1;
  }

  best(): number {
    return this.size === 0 ? NONE : this.levels[this.size - 1]!;
  }

  /** The level `depth` positions behind the best, which is 0. */
  levelBehindBest(depth: number): number {
    return this.levels[this.size - 1 - depth]!;
  }

  ticksOf(level: number): number {
    return this.index.keys[level]!;
  }

  /** True when an order of the other side with the limit `boundTicks` may trade at this level's price. */
  isWithin(ticks: number, boundTicks: number): boolean {
    return this.sign * (ticks - boundTicks) >= 0;
  }

  /** The level of a price, created if missing. */
  levelFor(ticks: number): number {
    const known = this.index.find(ticks);
    if (known !== NONE) return known;
    const level = this.index.allocate(ticks);
    if (level >= this.lots.length) this.grow();
    this.lots[level] = 0;
    this.head[level] = NONE;
    this.tail[level] = NONE;
    this.insert(level);
    return level;
  }

  /** Removes an empty level but keeps its slot for `restore`. */
  remove(level: number): void {
    this.index.detach(level);
    const place = this.placeOf(this.sign * this.ticksOf(level));
    shift(this.ranks, { from: place + 1, to: place, end: this.size });
    shift(this.levels, { from: place + 1, to: place, end: this.size });
    this.size--;
  }

  /** Puts a removed level back. */
  restore(level: number): void {
    this.index.attach(level);
    this.insert(level);
  }

  private insert(level: number): void {
    const rank = this.sign * this.ticksOf(level);
    const place = this.placeOf(rank);
    shift(this.ranks, { from: place, to: place + 1, end: this.size });
    shift(this.levels, { from: place, to: place + 1, end: this.size });
    this.ranks[place] = rank;
    this.levels[place] = level;
    this.size++;
  }

  private placeOf(rank: number): number {
    const { ranks } = this;
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (ranks[middle]! < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private grow(): void {
    const capacity = this.index.capacity;
    this.lots = grown(this.lots, new Float64Array(capacity));
    this.head = grown(this.head, new Int32Array(capacity));
    this.tail = grown(this.tail, new Int32Array(capacity));
    this.ranks = grown(this.ranks, new Float64Array(capacity));
    this.levels = grown(this.levels, new Int32Array(capacity));
  }
}
