/** The resting orders of both sides: who they are, and their place in the queue of their price level. */
import type { RestingOrder } from './book.ts';
import { Ladder } from './ladder.ts';
import { NONE, SlotIndex } from './slot-index.ts';
import { widened } from './widened.ts';

const ORDERS_AT_START = 1024;

export class OrderQueues {
  readonly bids = new Ladder('buy');
  readonly asks = new Ladder('sell');
  /** Order id to slot. */
  readonly index = new SlotIndex(ORDERS_AT_START);
  owner = new Float64Array(ORDERS_AT_START);
  lots = new Float64Array(ORDERS_AT_START);
  next = new Int32Array(ORDERS_AT_START);
  previous = new Int32Array(ORDERS_AT_START);
  level = new Int32Array(ORDERS_AT_START);
  private isBid = new Uint8Array(ORDERS_AT_START);

  ladderOf(slot: number): Ladder {
    return this.isBid[slot] === 1 ? this.bids : this.asks;
  }

  /** A new order at the end of its price's queue. */
  append(order: Omit<RestingOrder, 'side'>, ladder: Ladder): number {
    const level = ladder.levelFor(order.priceTicks);
    const slot = this.index.allocate(order.id);
    if (slot >= this.lots.length) this.grow();
    this.owner[slot] = order.owner;
    this.lots[slot] = order.lots;
    this.level[slot] = level;
    this.isBid[slot] = ladder === this.bids ? 1 : 0;
    this.previous[slot] = ladder.tail[level]!;
    this.next[slot] = NONE;
    this.link(slot, ladder);
    return slot;
  }

  /** Takes lots off an order without moving it; negative lots give them back. */
  reduce(slot: number, lots: number): void {
    this.lots[slot] = this.lots[slot]! - lots;
    const ladder = this.ladderOf(slot);
    const level = this.level[slot]!;
    ladder.lots[level] = ladder.lots[level]! - lots;
  }

  /** Takes an order out; it keeps its slot and its neighbours for `relink`. True when its level went too. */
  unlink(slot: number): boolean {
    const ladder = this.ladderOf(slot);
    const level = this.level[slot]!;
    const previous = this.previous[slot]!;
    const next = this.next[slot]!;
    if (previous === NONE) ladder.head[level] = next;
    else this.next[previous] = next;
    if (next === NONE) ladder.tail[level] = previous;
    else this.previous[next] = previous;
    ladder.lots[level] = ladder.lots[level]! - this.lots[slot]!;
    this.index.detach(slot);
    if (ladder.head[level] !== NONE) return false;
    ladder.remove(level);
    return true;
  }

  /** Undoes the latest `unlink`: the neighbours it remembers are its neighbours again. */
  relink(slot: number, withLevel: boolean): void {
    const ladder = this.ladderOf(slot);
    if (withLevel) ladder.restore(this.level[slot]!);
    this.index.attach(slot);
    this.link(slot, ladder);
  }

  /** Gives the slot of an unlinked order away, and its level's when that was removed with it. */
  free(slot: number, withLevel: boolean): void {
    if (withLevel) this.ladderOf(slot).index.free(this.level[slot]!);
    this.index.free(slot);
  }

  snapshot(slot: number): RestingOrder {
    const ladder = this.ladderOf(slot);
    return {
      id: this.index.keys[slot]!,
      owner: this.owner[slot]!,
      side: ladder === this.bids ? 'buy' : 'sell',
      priceTicks: ladder.ticksOf(this.level[slot]!),
      lots: this.lots[slot]!,
    };
  }

  private link(slot: number, ladder: Ladder): void {
    const level = this.level[slot]!;
    const previous = this.previous[slot]!;
    const next = this.next[slot]!;
    if (previous === NONE) ladder.head[level] = slot;
    else this.next[previous] = slot;
    if (next === NONE) ladder.tail[level] = slot;
    else this.previous[next] = slot;
    ladder.lots[level] = ladder.lots[level]! + this.lots[slot]!;
  }

  private grow(): void {
    const capacity = this.index.capacity;
    this.owner = widened(this.owner, new Float64Array(capacity));
    this.lots = widened(this.lots, new Float64Array(capacity));
    this.next = widened(this.next, new Int32Array(capacity));
    this.previous = widened(this.previous, new Int32Array(capacity));
    this.level = widened(this.level, new Int32Array(capacity));
    this.isBid = widened(this.isBid, new Uint8Array(capacity));
  }
}
