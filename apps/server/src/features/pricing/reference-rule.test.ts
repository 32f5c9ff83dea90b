import { decimal, formatDecimal, type Price } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextSourcePrice, referencePrice, type SourcePrice } from './reference-rule.ts';

const NOW = 1_000_000;
const tickSize = decimal<Price>('0.01');
const price = (text: string) => decimal<Price>(text);

/** What a source says, `age` ago, and for how long it has kept to it. */
const says = (
  source: string,
  text: string,
  { age = 0, held = 0, quotes = 1 } = {},
): SourcePrice => {
  const at = NOW - age;
  const heldFrom = { price: price(text), at: at - held };
  return { source, price: price(text), at, heldFrom, heldQuotes: quotes };
};

/** The rule where the last tick, a second ago, was at `last`. */
const ruledAfter =
  (...last: string[]) =>
  (...prices: SourcePrice[]) => {
    const past = last.map((text, index) => ({
      at: NOW - 1_000 * (last.length - index),
      price: price(text),
    }));
    const reference = referencePrice(prices, { now: NOW, tickSize, past });
    return reference && [formatDecimal(reference.price), ...reference.sources];
  };

describe('the reference price', () => {
  const ruled = ruledAfter('100');

  it('is the price of a single source, and says that it is one', () => {
    expect(ruledAfter('64218')(says('simulated', '64218.5'))).toEqual(['64218.5', 'simulated']);
  });

  it('is the median of the live sources that agree; one that is wrong is neither heard nor named', () => {
    const prices = [says('a', '100.2'), says('liar', '9000'), says('b', '100.4')];
    expect(ruled(...prices)).toEqual(['100.3', 'a', 'b']);
    expect(ruled(...prices, says('c', '100.3'))).toEqual(['100.3', 'a', 'b', 'c']);
  });

  it('is the mean of the middle two, down to the tick', () => {
    expect(ruled(says('a', '100'), says('b', '100.01'))?.[0]).toBe('100');
    expect(ruled(says('a', '100'), says('b', '100.02'))?.[0]).toBe('100.01');
  });

  it('leaves out a source that has said nothing for more than five seconds', () => {
    const [late, just] = [says('a', '100', { age: 5_001 }), says('b', '101', { age: 5_000 })];
    expect(ruled(late, just)).toEqual(['101', 'b']);
    expect(ruled(late)).toBeUndefined();
    expect(ruled()).toBeUndefined();
  });

  it('is not there while two sources contradict each other, whoever of them is right', () => {
    expect(ruled(says('a', '99.4'), says('b', '100.6'))).toBeUndefined();
  });

  it('is not there while three say three things: one of them alone is no majority', () => {
    expect(ruled(says('a', '99'), says('b', '100'), says('c', '101'))).toBeUndefined();
  });

  it('goes on with the calm source when another one jumps away, until that one has kept to it', () => {
    expect(ruled(says('a', '100.1'), says('liar', '200'))).toEqual(['100.1', 'a']);
    const insisting = says('liar', '200', { held: 10_000, quotes: 9 });
    expect(ruled(says('a', '100.1'), insisting)).toBeUndefined();
  });

  it('never leaves the honest sources, whatever a minority of liars says', () => {
    const honest = fc.integer({ min: 9_980, max: 10_020 });
    const lie = fc.integer({ min: 1, max: 1_000_000_000 });
    const text = (cents: number) => formatDecimal((BigInt(cents) * 10n ** 16n) as Price);
    const held = fc.constantFrom(0, 10_000, 600_000);
    const groups = fc
      .integer({ min: 1, max: 4 })
      .chain((liars) =>
        fc.tuple(
          fc.array(honest, { minLength: liars + 1, maxLength: liars + 3 }),
          fc.array(fc.tuple(lie, held), { minLength: liars, maxLength: liars }),
        ),
      );
    fc.assert(
      fc.property(groups, ([truths, lies]) => {
        const prices = [
          ...truths.map((cents, index) => says(`honest${index}`, text(cents))),
          ...lies.map(([cents, heldMs], index) =>
            says(`liar${index}`, text(cents), { held: heldMs, quotes: 99 }),
          ),
        ];
        const reference = referencePrice(prices, {
          now: NOW,
          tickSize,
          past: [{ at: NOW - 1_000, price: price('100') }],
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

  it('of a single source is believed once it was kept to for ten seconds and said three times', () => {
    expect(ruled(says('a', '101.99'))?.[0]).toBe('101.99');
    expect(ruled(says('a', '102.01'))).toBeUndefined();
    expect(ruled(says('a', '97.9'))).toBeUndefined();
    expect(ruled(says('a', '103', { held: 9_999, quotes: 50 }))).toBeUndefined();
    expect(ruled(says('a', '103', { held: 10_000, quotes: 2 }))).toBeUndefined();
    expect(ruled(says('a', '103', { held: 10_000, quotes: 3 }))).toEqual(['103', 'a']);
  });

  it('is believed at once when two sources make it', () => {
    expect(ruled(says('a', '103'), says('b', '103.1'))).toEqual(['103.05', 'a', 'b']);
  });

  it('is one also when it is made in small steps within ten seconds', () => {
    expect(ruledAfter('100', '101', '101.9')(says('a', '102.5'))).toBeUndefined();
    expect(ruledAfter('101', '101.9')(says('a', '102.5'))?.[0]).toBe('102.5');
  });

  it('is any first price: one source alone must keep to it', () => {
    const first = ruledAfter();
    expect(first(says('a', '50'))).toBeUndefined();
    expect(first(says('a', '50', { held: 10_000, quotes: 3 }))?.[0]).toBe('50');
    expect(first(says('a', '50'), says('b', '50'))?.[0]).toBe('50');
  });
});

describe('a source', () => {
  const said = (texts: readonly [text: string, at: number, heardAt?: number][]) =>
    texts.reduce<SourcePrice | undefined>(
      (before, [text, at, heardAt = at]) =>
        nextSourcePrice(before, { source: 'a', price: price(text), at, heardAt }),
      undefined,
    );

  it('keeps to its price while it stays within one percent of where it began', () => {
    expect(
      said([
        ['100', 0],
        ['100.9', 1_000],
        ['99.1', 2_000],
      ]),
    ).toMatchObject({
      heldFrom: { at: 0 },
      heldQuotes: 3,
    });
    expect(
      said([
        ['100', 0],
        ['100.9', 1_000],
        ['101.1', 2_000],
      ]),
    ).toMatchObject({
      heldFrom: { at: 2_000 },
      heldQuotes: 1,
    });
  });

  it('keeps to its price from when it was heard, however far it dates itself back', () => {
    expect(said([['100', 0, 4_900]])).toMatchObject({ at: 0, heldFrom: { at: 4_900 } });
  });

  it('begins anew after a silence', () => {
    expect(
      said([
        ['100', 0],
        ['100', 5_001],
      ]),
    ).toMatchObject({ heldFrom: { at: 5_001 } });
  });
});
