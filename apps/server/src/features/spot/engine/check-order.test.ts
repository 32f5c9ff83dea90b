import { OrderBook, type Side } from '@tern/matching';
import { describe, expect, it } from 'vitest';
import type { TimeInForce } from '../order.ts';
import { mayTrade } from './check-order.ts';

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

describe('an order with a time in force', () => {
  it.each<[TimeInForce | undefined, Side, number, number, boolean]>([
    [undefined, 'buy', 101, 9, true],
    ['immediate-or-cancel', 'buy', 90, 9, true],
    ['post-only', 'buy', 100, 9, true],
    ['post-only', 'buy', 101, 1, false],
    ['post-only', 'sell', 100, 9, true],
    ['post-only', 'sell', 99, 1, false],
    ['fill-or-kill', 'buy', 101, 2, true],
    ['fill-or-kill', 'buy', 101, 3, false],
    ['fill-or-kill', 'buy', 100, 1, false],
    ['fill-or-kill', 'buy', 102, 3, false],
    ['fill-or-kill', 'sell', 98, 4, true],
    ['fill-or-kill', 'sell', 98, 5, false],
    ['fill-or-kill', 'sell', 99, 3, false],
  ])('%s: %s at %d of %d lots: %s', (timeInForce, side, priceTicks, lots, may) =>
    expect(mayTrade(book(), { id: 9, owner: 7, side, priceTicks, lots }, timeInForce)).toBe(may),
  );
});
