import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Condition, TriggerBook, type Triggers } from './index.ts';
import { NaiveTriggers } from './naive-triggers.ts';

const SEED = 20_261_129;
const RUNS = 60;
const OPS_MIN = 150;
/** Most transactions open at the same time. */
const STEPS_MAX = 3;

type Op =
  | { act: 'add'; condition: Condition }
  | { act: 'remove'; pick: number }
  | { act: 'replace'; pick: number; condition: Condition; keepsPlace: boolean }
  | { act: 'price'; price: bigint }
  | { act: 'begin' | 'commit' | 'rollback' };

// Few prices, so that one price often meets several conditions.
const price = fc.bigInt({ min: 80n, max: 140n });
const operator = fc.constantFrom('gte' as const, 'lte' as const);
const id = fc.constant(0);
const place = fc.constant(0);

const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ kind: fc.constant('fixed' as const), id, place, operator, price }),
  fc
    .record({
      operator,
      ratePpm: fc.bigInt({ min: 1_000n, max: 200_000n }),
      tickSize: fc.constantFrom(1n, 3n),
      isStarted: fc.boolean(),
      price,
    })
    .map(({ isStarted, price: first, ...rest }) => ({
      ...rest,
      kind: 'trailing' as const,
      id: 0,
      place: 0,
      best: isStarted ? first : undefined,
      start: isStarted ? undefined : first,
    })),
);

const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('add' as const), condition }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('remove' as const), pick: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('replace' as const),
      pick: fc.nat(),
      condition,
      keepsPlace: fc.boolean(),
    }),
  },
  { weight: 8, arbitrary: fc.record({ act: fc.constant('price' as const), price }) },
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

type Change =
  | { act: 'add'; condition: Condition }
  | { act: 'remove'; id: number }
  | { act: 'replace'; condition: Condition }
  | { act: 'price'; price: bigint }
  | { act: 'begin' | 'commit' | 'rollback' };

/** Runs one random history; `step` applies one change and can look before and after. */
function play(history: Op[], book: Triggers, step: (change: Change) => void): void {
  let nextId = 1;
  let steps = 0;
  for (const each of history) {
    if (each.act === 'add') {
      step({ act: 'add', condition: { ...each.condition, id: nextId, place: nextId } });
      nextId += 1;
    } else if (each.act === 'replace') {
      const waiting = book.all();
      const former = waiting[each.pick % (waiting.length + 1)];
      if (former === undefined) continue;
      const taken = each.keepsPlace ? former.place : nextId;
      step({
        act: 'replace',
        condition: { ...each.condition, id: former.id, place: taken },
      });
      nextId += Number(!each.keepsPlace);
    } else if (each.act === 'remove') {
      const waiting = book.all();
      step({ act: 'remove', id: waiting[each.pick % (waiting.length + 1)]?.id ?? 0 });
    } else if (each.act === 'price') step(each);
    else if (each.act === 'begin' ? steps < STEPS_MAX : steps > 0) {
      steps += each.act === 'begin' ? 1 : -1;
      step(each);
    }
  }
}

function apply(book: Triggers, change: Change) {
  if (change.act === 'add') return book.add(change.condition);
  if (change.act === 'remove') return book.remove(change.id);
  if (change.act === 'replace') return book.replace(change.condition);
  if (change.act === 'price') {
    return { wasQuiet: book.isQuiet(change.price), ...book.evaluate(change.price) };
  }
  return book[change.act]();
}

/** As a string, which is fast enough to compare after each operation. */
const stateOf = (book: Triggers) =>
  book
    .all()
    .map((each) => Object.entries(each).join() + book.priceOf(each.id))
    .join('\n');

const dumpOf = (outcome: ReturnType<typeof apply>) => JSON.stringify(outcome);

describe('the trigger book over random streams', () => {
  it('equals the naive model after each of 9,000 or more operations', () => {
    let operations = 0;
    let met = 0;
    fc.assert(
      fc.property(ops, (history) => {
        const book = new TriggerBook();
        const model = new NaiveTriggers();
        play(history, book, (change) => {
          const outcome = apply(book, change);
          expect(dumpOf(outcome)).toBe(dumpOf(apply(model, change)));
          expect(stateOf(book)).toBe(stateOf(model));
          operations += 1;
          if (typeof outcome === 'object') met += outcome.met.length;
        });
      }),
      { seed: SEED, numRuns: RUNS },
    );
    expect(operations).toBeGreaterThanOrEqual(9_000);
    expect(met).toBeGreaterThan(500);
  });

  it('is exactly the book of the matching begin after a rollback', () => {
    let rollbacks = 0;
    fc.assert(
      fc.property(ops, (history) => {
        const book = new TriggerBook();
        const before: string[] = [];
        play(history, book, (change) => {
          if (change.act === 'begin') before.push(stateOf(book));
          if (change.act === 'commit') before.shift();
          apply(book, change);
          if (change.act !== 'rollback') return;
          expect(stateOf(book)).toBe(before.pop());
          rollbacks += 1;
        });
      }),
      { seed: SEED + 1, numRuns: RUNS },
    );
    expect(rollbacks).toBeGreaterThan(50);
  });

  it('meets each condition at the first price that fulfils it, and never twice', () => {
    fc.assert(
      fc.property(fc.array(condition), fc.array(price, { maxLength: 60 }), (given, prices) => {
        const book = new TriggerBook();
        const conditions = given.map((each, at) => ({ ...each, id: at + 1, place: at + 1 }));
        for (const each of conditions) book.add(each);
        const metAt = new Map<number, number>();
        prices.forEach((each, at) => {
          for (const one of book.evaluate(each).met) {
            expect(metAt.has(one)).toBe(false);
            metAt.set(one, at);
          }
        });
        for (const each of conditions) {
          if (each.kind !== 'fixed') continue;
          const first = prices.findIndex((one) =>
            each.operator === 'gte' ? one >= each.price : one <= each.price,
          );
          expect(metAt.get(each.id) ?? -1).toBe(first);
        }
      }),
      { seed: SEED + 2, numRuns: RUNS },
    );
  });
});
