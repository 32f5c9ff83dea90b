import { decimal, formatDecimal, type Price } from '@tern/money';
import { describe, expect, it } from 'vitest';
import { referencePrice } from './reference-rule.ts';

const NOW = 1_000_000;
const tick = decimal<Price>('0.01');
const says = (source: string, price: string, age = 0) => ({
  source,
  price: decimal<Price>(price),
  at: NOW - age,
});
const ruled = (...prices: ReturnType<typeof says>[]) => {
  const reference = referencePrice(prices, NOW, tick);
  return reference && [formatDecimal(reference.price), ...reference.sources];
};

describe('the reference price', () => {
  it('is the price of a single source, and says that it is one', () => {
    expect(ruled(says('simulated', '64218.5'))).toEqual(['64218.5', 'simulated']);
  });

  it('is the median of the live sources, so that one wrong source moves nothing', () => {
    expect(ruled(says('a', '100'), says('c', '9000'), says('b', '101'))).toEqual([
      '101',
      'a',
      'b',
      'c',
    ]);
  });

  it('is the mean of the middle two, down to the tick', () => {
    expect(ruled(says('a', '100'), says('b', '100.01'))?.[0]).toBe('100');
    expect(ruled(says('a', '100'), says('b', '100.02'))?.[0]).toBe('100.01');
    expect(ruled(says('a', '1'), says('b', '3'), says('c', '5'), says('d', '99'))?.[0]).toBe('4');
  });

  it('leaves out a source that has said nothing for more than five seconds', () => {
    expect(ruled(says('a', '100', 5_001), says('b', '200', 5_000))).toEqual(['200', 'b']);
    expect(ruled(says('a', '100', 5_001))).toBeUndefined();
    expect(ruled()).toBeUndefined();
  });
});
