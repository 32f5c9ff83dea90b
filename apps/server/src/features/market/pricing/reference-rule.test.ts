import { decimal, formatDecimal, type Price } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextSourcePrice, referencePrice, type SourcePrice } from './reference-rule.ts';

const NOW = 1_000_000;
const tickSize = decimal<Price>('0.01');
const price = (text: string) => decimal<Price>(text);

/** A source's quote from `age` ago and how long its price has been steady. */
const quoted = (
  source: string,
  text: string,
  { age = 0, steadyMs = 0, quotes = 1 } = {},
): SourcePrice => {
  const at = NOW - age;
  const steadyFrom = { price: price(text), at: at - steadyMs };
  return { source, price: price(text), at, steadyFrom, steadyQuotes: quotes };
};

/** The reference price after ticks at `last`, the newest a second ago. */
const ruledAfter =
  (...last: string[]) =>
  (...prices: SourcePrice[]) => {
    const previous = last.map((text, index) => ({
      at: NOW - 1_000 * (last.length - index),
      price: price(text),
    }));
    const reference = referencePrice(prices, { now: NOW, tickSize, previous });
    return reference && [formatDecimal(reference.price), ...reference.sources];
  };

describe('the reference price', () => {
  const ruled = ruledAfter('100');

  it('is the price of a single source and names only that source', () => {
    expect(ruledAfter('64218')(quoted('simulated', '64218.5'))).toEqual(['64218.5', 'simulated']);
  });

  it('is the median of the live sources that agree; a wrong one is neither used nor named', () => {
    const prices = [quoted('a', '100.2'), quoted('liar', '9000'), quoted('b', '100.4')];
    expect(ruled(...prices)).toEqual(['100.3', 'a', 'b']);
    expect(ruled(...prices, quoted('c', '100.3'))).toEqual(['100.3', 'a', 'b', 'c']);
  });

  it('is the mean of the middle two, rounded down to the tick', () => {
    expect(ruled(quoted('a', '100'), quoted('b', '100.01'))?.[0]).toBe('100');
    expect(ruled(quoted('a', '100'), quoted('b', '100.02'))?.[0]).toBe('100.01');
  });

  it('ignores a source without a quote for more than five seconds', () => {
    const [late, just] = [quoted('a', '100', { age: 5_001 }), quoted('b', '101', { age: 5_000 })];
    expect(ruled(late, just)).toEqual(['101', 'b']);
    expect(ruled(late)).toBeUndefined();
    expect(ruled()).toBeUndefined();
  });

  it('is missing while two sources contradict each other', () => {
    expect(ruled(quoted('a', '99.4'), quoted('b', '100.6'))).toBeUndefined();
  });

  it('is missing while only half of the sources agree', () => {
    const halves = [
      quoted('a', '99'),
      quoted('b', '100'),
      quoted('c', '100.1'),
      quoted('d', '101'),
    ];
    expect(ruled(...halves)).toBeUndefined();
    expect(ruled(...halves, quoted('e', '100'))).toEqual(['100', 'b', 'c', 'e']);
  });

  it('is missing while three sources quote three different prices', () => {
    expect(ruled(quoted('a', '99'), quoted('b', '100'), quoted('c', '101'))).toBeUndefined();
  });

  it('follows the calm source when another one jumps, until the jump is steady', () => {
    expect(ruled(quoted('a', '100.1'), quoted('liar', '200'))).toEqual(['100.1', 'a']);
    const steadyLiar = quoted('liar', '200', { steadyMs: 10_000, quotes: 9 });
    expect(ruled(quoted('a', '100.1'), steadyLiar)).toBeUndefined();
  });

  it('stays with the honest sources, however a minority lies', () => {
    const honest = fc.integer({ min: 9_980, max: 10_020 });
    const lie = fc.integer({ min: 1, max: 1_000_000_000 });
    const text = (cents: number) => formatDecimal((BigInt(cents) * 10n ** 16n) as Price);
    const durations = fc.constantFrom(0, 10_000, 600_000);
    const groups = fc
      .integer({ min: 1, max: 4 })
      .chain((liars) =>
        fc.tuple(
          fc.array(honest, { minLength: liars + 1, maxLength: liars + 3 }),
          fc.array(fc.tuple(lie, durations), { minLength: liars, maxLength: liars }),
        ),
      );
    fc.assert(
      fc.property(groups, ([truths, lies]) => {
        const prices = [
          ...truths.map((cents, index) => quoted(`honest${index}`, text(cents))),
          ...lies.map(([cents, steadyMs], index) =>
            quoted(`liar${index}`, text(cents), { steadyMs, quotes: 99 }),
          ),
        ];
        const reference = referencePrice(prices, {
          now: NOW,
          tickSize,
          previous: [{ at: NOW - 1_000, price: price('100') }],
        });
        expect(reference).toBeDefined();
        expect(reference!.price).toBeGreaterThanOrEqual(price('99.3'));
        expect(reference!.price).toBeLessThanOrEqual(price('100.7'));
      }),
    );
  });
});

describe('a jump', () => {
  const ruled = ruledAfter('100');

  it('of a single source is accepted after ten steady seconds and three quotes', () => {
    expect(ruled(quoted('a', '101.99'))?.[0]).toBe('101.99');
    expect(ruled(quoted('a', '102.01'))).toBeUndefined();
    expect(ruled(quoted('a', '97.9'))).toBeUndefined();
    expect(ruled(quoted('a', '103', { steadyMs: 9_999, quotes: 50 }))).toBeUndefined();
    expect(ruled(quoted('a', '103', { steadyMs: 10_000, quotes: 2 }))).toBeUndefined();
    expect(ruled(quoted('a', '103', { steadyMs: 10_000, quotes: 3 }))).toEqual(['103', 'a']);
  });

  it('is accepted immediately when two sources make it', () => {
    expect(ruled(quoted('a', '103'), quoted('b', '103.1'))).toEqual(['103.05', 'a', 'b']);
  });

  it('is also detected when it happens in small steps within ten seconds', () => {
    expect(ruledAfter('100', '101', '101.9')(quoted('a', '102.5'))).toBeUndefined();
    expect(ruledAfter('101', '101.9')(quoted('a', '102.5'))?.[0]).toBe('102.5');
  });

  it('is no matter for trades of members: each of them is the price', () => {
    expect(ruledAfter()(quoted('members', '0.03'))).toEqual(['0.03', 'members']);
    expect(ruledAfter('100')(quoted('members', '150'))).toEqual(['150', 'members']);
  });

  it('is any first price: a single source must keep it steady', () => {
    const first = ruledAfter();
    expect(first(quoted('a', '50'))).toBeUndefined();
    expect(first(quoted('a', '50', { steadyMs: 10_000, quotes: 3 }))?.[0]).toBe('50');
    expect(first(quoted('a', '50'), quoted('b', '50'))?.[0]).toBe('50');
  });
});

describe('a source', () => {
  const runOf = (texts: readonly [text: string, at: number, receivedAt?: number][]) =>
    texts.reduce<SourcePrice | undefined>(
      (before, [text, at, receivedAt = at]) =>
        nextSourcePrice(before, { source: 'a', price: price(text), at, receivedAt }),
      undefined,
    );

  it('is steady while its price stays within one percent of where the run began', () => {
    expect(
      runOf([
        ['100', 0],
        ['100.9', 1_000],
        ['99.1', 2_000],
      ]),
    ).toMatchObject({
      steadyFrom: { at: 0 },
      steadyQuotes: 3,
    });
    expect(
      runOf([
        ['100', 0],
        ['100.9', 1_000],
        ['101.1', 2_000],
      ]),
    ).toMatchObject({
      steadyFrom: { at: 2_000 },
      steadyQuotes: 1,
    });
  });

  it('is steady from when its quote was received, even if the quote is backdated', () => {
    expect(runOf([['100', 0, 4_900]])).toMatchObject({ at: 0, steadyFrom: { at: 4_900 } });
  });

  it('begins a new run after five seconds without a quote', () => {
    expect(
      runOf([
        ['100', 0],
        ['100', 5_001],
      ]),
    ).toMatchObject({ steadyFrom: { at: 5_001 } });
  });
});
