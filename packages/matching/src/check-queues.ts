/** The internal invariants of the fast book, for tests. */
import type { Ladder } from './ladder.ts';
import type { OrderQueues } from './order-queues.ts';
import { NONE } from './slot-index.ts';

function assertThat(isTrue: boolean, invariant: string): void {
  if (!isTrue) throw new Error(`broken order book: ${invariant}`);
}

/** @throws Error that names the first broken invariant */
export function checkQueues(queues: OrderQueues, isInTransaction: boolean): void {
  const found = checkLadder(queues, queues.bids) + checkLadder(queues, queues.asks);
  assertThat(found === queues.index.count, 'every indexed order is in one queue');
  if (!isInTransaction) {
    for (const index of [queues.index, queues.bids.index, queues.asks.index]) {
      assertThat(index.countKept() === 0, 'every slot is in use or free');
    }
  }
  const bid = queues.bids.best();
  const ask = queues.asks.best();
  if (bid === NONE || ask === NONE) return;
  assertThat(queues.bids.ticksOf(bid) < queues.asks.ticksOf(ask), 'best bid is below best ask');
}

function checkLadder(queues: OrderQueues, ladder: Ladder): number {
  let orders = 0;
  assertThat(ladder.size === ladder.index.count, 'every indexed level is in the ladder');
  for (let behind = 0; behind < ladder.size; behind++) {
    const level = ladder.levelBehindBest(behind);
    const ticks = ladder.ticksOf(level);
    assertThat(ladder.index.find(ticks) === level, 'a level is found by its price');
    if (behind > 0) {
      const better = ladder.ticksOf(ladder.levelBehindBest(behind - 1));
      assertThat(better !== ticks && ladder.isWithin(better, ticks), 'levels are sorted');
    }
    orders += checkQueue(queues, ladder, level);
  }
  return orders;
}

function checkQueue(queues: OrderQueues, ladder: Ladder, level: number): number {
  let orders = 0;
  let lots = 0;
  let previous = NONE;
  for (let slot = ladder.head[level]!; slot !== NONE; slot = queues.next[slot]!) {
    assertThat(queues.previous[slot] === previous, 'neighbours are linked to each other');
    assertThat(queues.level[slot] === level, 'an order is linked to its level');
    assertThat(queues.ladderOf(slot) === ladder, 'an order is on its side');
    assertThat(queues.index.find(queues.index.keys[slot]!) === slot, 'an order is found by its id');
    assertThat(queues.lots[slot]! > 0, 'a resting order has lots');
    lots += queues.lots[slot]!;
    orders++;
    previous = slot;
  }
  assertThat(ladder.tail[level] === previous, 'a level is linked to its last order');
  assertThat(orders > 0, 'no level is empty');
  assertThat(ladder.lots[level] === lots, "a level's lots are the sum of its orders'");
  return orders;
}
