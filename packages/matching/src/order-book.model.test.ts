import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Book, type IncomingOrder, OrderBook, type Placement } from './index.ts';
import { NaiveBook } from './naive-book.ts';

const SEED = 20_261_121;
const RUNS = 60;
const OPS_MIN = 200;
/** Most transactions open at the same time. */
const STEPS_MAX = 3;

type Op =
  | { act: 'place'; order: IncomingOrder }
  | { act: 'cancel'; pick: number }
  | { act: 'reduce'; pick: number; lots: number }
  | { act: 'move'; pick: number; priceTicks: number; lots: number }
  | { act: 'begin' | 'commit' | 'rollback' };

const owner = fc.integer({ min: -1, max: 5 });
const side = fc.constantFrom('buy' as const, 'sell' as const);
// Few prices, so that queues grow long and orders match often.
const priceTicks = fc.integer({ min: 95, max: 105 });
const lots = fc.integer({ min: 1, max: 20 });
const id = fc.constant(0);

const order: fc.Arbitrary<IncomingOrder> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('limit' as const),
      id,
      owner,
      side,
      priceTicks,
      lots,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('market' as const),
      id,
      owner,
      side,
      priceTicks,
      lots,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('budget' as const),
      id,
      owner,
      side: fc.constant('buy' as const),
      priceTicks,
      budget: fc.integer({ min: 1, max: 4000 }),
    }),
  },
);

const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 14, arbitrary: fc.record({ act: fc.constant('place' as const), order }) },
  { weight: 5, arbitrary: fc.record({ act: fc.constant('cancel' as const), pick: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('reduce' as const), pick: fc.nat(), lots }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('move' as const), pick: fc.nat(), priceTicks, lots }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constantFrom(
        'begin' as const,
        'begin' as const,
        'commit' as const,
        'rollback' as const,
      ),
    }),
  },
);

const ops = fc.array(op, { minLength: OPS_MIN, maxLength: OPS_MIN + 100, size: 'max' });

function outcomeOf(placement: Placement) {
  return {
    filledLots: placement.filledLots,
    filledQuote: placement.filledQuote,
    restingLots: placement.restingLots,
    stopReason: placement.stopReason,
    fills: Array.from({ length: placement.fillCount }, (_, fill) => [
      placement.fillMakerId(fill),
      placement.fillMakerOwner(fill),
      placement.fillPriceTicks(fill),
      placement.fillLots(fill),
      placement.fillMakerRemaining(fill),
    ]),
  };
}

const restingOf = (book: Book) => [...book.orders('buy'), ...book.orders('sell')];

/** As a string, which is fast enough to compare after each operation. */
function dumpOf(book: Book): string {
  return JSON.stringify({
    orders: restingOf(book),
    bids: book.depth('buy', 100),
    asks: book.depth('sell', 100),
    best: [book.bestBid(), book.bestAsk()],
    size: book.size,
  });
}

/** Runs one random history; `step` applies one change to the book and can inspect it before and after. */
function play(history: Op[], book: Book, step: (change: Change) => void): void {
  let nextId = 1;
  let steps = 0;
  for (const op of history) {
    if (op.act === 'place') {
      step({ act: 'place', order: { ...op.order, id: nextId % 2 === 0 ? nextId : -nextId } });
      nextId++;
    } else if (op.act === 'cancel') {
      const resting = restingOf(book);
      step({ act: 'cancel', id: resting[op.pick % (resting.length + 1)]?.id ?? 0 });
    } else if (op.act === 'reduce') {
      const resting = restingOf(book);
      const picked = resting[op.pick % (resting.length + 1)];
      if (picked !== undefined && picked.lots > 1) {
        step({ act: 'reduce', id: picked.id, lots: 1 + (op.lots % (picked.lots - 1)) });
      }
    } else if (op.act === 'move') {
      // As an amended order that takes a new place.
      const resting = restingOf(book);
      const picked = resting[op.pick % (resting.length + 1)];
      if (picked !== undefined) {
        const { priceTicks, lots } = op;
        step({ act: 'cancel', id: picked.id });
        step({ act: 'place', order: { ...picked, kind: 'limit', priceTicks, lots } });
      }
    } else if (op.act === 'begin' ? steps < STEPS_MAX : steps > 0) {
      steps += op.act === 'begin' ? 1 : -1;
      step({ act: op.act });
    }
  }
}

type Change =
  | { act: 'place'; order: IncomingOrder }
  | { act: 'cancel'; id: number }
  | { act: 'reduce'; id: number; lots: number }
  | { act: 'begin' | 'commit' | 'rollback' };

function apply(book: Book, change: Change) {
  if (change.act === 'place') return outcomeOf(book.place(change.order));
  if (change.act === 'cancel') return book.cancel(change.id);
  if (change.act === 'reduce') return book.reduce(change.id, change.lots);
  return book[change.act]();
}

describe('the order book over random histories', () => {
  it('equals the naive model after each of 10,000 or more operations', () => {
    let operations = 0;
    fc.assert(
      fc.property(ops, (history) => {
        const book = new OrderBook();
        const model = new NaiveBook();
        play(history, book, (change) => {
          expect(apply(book, change)).toEqual(apply(model, change));
          expect(dumpOf(book)).toBe(dumpOf(model));
          book.check();
          model.check();
          operations++;
        });
      }),
      { seed: SEED, numRuns: RUNS },
    );
    expect(operations).toBeGreaterThanOrEqual(10_000);
  });

  it('is exactly the book of the matching begin after a rollback', () => {
    let rollbacks = 0;
    fc.assert(
      fc.property(ops, (history) => {
        const book = new OrderBook();
        const before: string[] = [];
        play(history, book, (change) => {
          if (change.act === 'begin') before.push(dumpOf(book));
          if (change.act === 'commit') before.shift();
          apply(book, change);
          if (change.act !== 'rollback') return;
          expect(dumpOf(book)).toBe(before.pop());
          rollbacks++;
        });
      }),
      { seed: SEED + 1, numRuns: RUNS },
    );
    expect(rollbacks).toBeGreaterThan(50);
  });

  it('neither loses nor creates lots: placed = filled + resting + dropped, and makers give what takers get', () => {
    fc.assert(
      fc.property(ops, (history) => {
        const book = new OrderBook();
        let open = 0;
        const openAtBegin: number[] = [];
        play(history, book, (change) => {
          if (change.act === 'place') {
            const { order } = change;
            const placement = book.place(order);
            open += placement.restingLots - placement.filledLots;
            if (order.kind !== 'budget') {
              const dropped = order.lots - placement.filledLots - placement.restingLots;
              expect(dropped).toBeGreaterThanOrEqual(0);
              expect(dropped > 0).toBe(placement.stopReason !== 'none');
            } else expect(placement.filledQuote).toBeLessThanOrEqual(order.budget);
          } else if (change.act === 'cancel') open -= book.cancel(change.id);
          else if (change.act === 'reduce') {
            open -= book.get(change.id)!.lots - change.lots;
            book.reduce(change.id, change.lots);
          } else {
            if (change.act === 'begin') openAtBegin.push(open);
            if (change.act === 'commit') openAtBegin.shift();
            if (change.act === 'rollback') open = openAtBegin.pop()!;
            book[change.act]();
          }
          expect(restingOf(book).reduce((total, resting) => total + resting.lots, 0)).toBe(open);
        });
      }),
      { seed: SEED + 2, numRuns: RUNS },
    );
  });
});
