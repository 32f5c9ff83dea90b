/** The resting orders of both sides, and their positions in the queues of their price levels. */
import type { RestingOrder } from './book.ts';
import { Ladder } from './ladder.ts';
import { grown, NONE, SlotIndex } from './slot-index.ts';

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

  /** Appends an order to its price's queue. */
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

  /** Reduces an order's lots without moving it; negative lots increase them. */
  reduce(slot: number, lots: number): void {
    this.lots[slot] = this.lots[slot]! - lots;
    const ladder = this.ladderOf(slot);
    const level = this.level[slot]!;
    ladder.lots[level] = ladder.lots[level]! - lots;
  }

  /** Removes an order but keeps its slot and neighbours for `relink`. True when its level was removed too. */
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

  /** Undoes the latest `unlink`, between the same neighbours. */
  relink(slot: number, withLevel: boolean): void {
    const ladder = this.ladderOf(slot);
    if (withLevel) ladder.restore(this.level[slot]!);
    this.index.attach(slot);
    this.link(slot, ladder);
  }

  /** Frees the slot of an unlinked order, and its level's if that was removed too. */
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
    this.owner = grown(this.owner, new Float64Array(capacity));
    this.lots = grown(this.lots, new Float64Array(capacity));
    this.next = grown(this.next, new Int32Array(capacity));
    this.previous = grown(this.previous, new Int32Array(capacity));
    this.level = grown(this.level, new Int32Array(capacity));
    this.isBid = grown(this.isBid, new Uint8Array(capacity));
  }
}
