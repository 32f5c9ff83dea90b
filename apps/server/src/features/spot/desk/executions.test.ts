import { OrderBook, type Side } from '@tern/matching';
import { describe, expect, it } from 'vitest';
import type { Execution } from '../order.ts';
import { mayMeetBook } from './executions.ts';

/** Bids of 2 lots at 99 and 98, asks of 2 lots at 101 and 102; the ask at 102 is the owner's own. */
function book(): OrderBook {
  const made = new OrderBook();
  const rest = (id: number, owner: number, side: Side, priceTicks: number) =>
    made.place({ id, owner, side, kind: 'limit', priceTicks, lots: 2 });
  rest(1, 8, 'buy', 99);
  rest(2, 8, 'buy', 98);
  rest(3, 8, 'sell', 101);
  rest(4, 7, 'sell', 102);
  return made;
}

describe('an order with a condition', () => {
  it.each<[Execution | undefined, Side, number, number, boolean]>([
    [undefined, 'buy', 101, 9, true],
    ['at-once', 'buy', 90, 9, true],
    ['maker-only', 'buy', 100, 9, true],
    ['maker-only', 'buy', 101, 1, false],
    ['maker-only', 'sell', 100, 9, true],
    ['maker-only', 'sell', 99, 1, false],
    ['whole-at-once', 'buy', 101, 2, true],
    ['whole-at-once', 'buy', 101, 3, false],
    ['whole-at-once', 'buy', 100, 1, false],
    ['whole-at-once', 'buy', 102, 3, false],
    ['whole-at-once', 'sell', 98, 4, true],
    ['whole-at-once', 'sell', 98, 5, false],
    ['whole-at-once', 'sell', 99, 3, false],
  ])('%s: %s at %d of %d lots: %s', (execution, side, priceTicks, lots, may) =>
    expect(mayMeetBook(book(), { id: 9, owner: 7, side, priceTicks, lots }, execution)).toBe(may),
  );
});
