import type { Price } from '@tern/money';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packTicks, unpackTicks } from './pack-ticks.ts';

const segments = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1, max: 90_000 }),
      price: fc.bigInt({ min: 1n, max: 10n ** 26n }),
      source: fc.constantFrom('simulated', 'api.huobi.pro', 'a+b'),
      rule: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: 80 },
  )
  .map((steps) => {
    let at = 1_763_700_000_000;
    return steps.map(({ gap, price, source, rule }, index) => {
      at += gap;
      return { symbol: 'btcusdt', seq: 7 + index, at, price: price as Price, source, rule };
    });
  });

it('unpacks exactly the ticks that were packed', () => {
  fc.assert(
    fc.property(segments, (ticks) => {
      expect(unpackTicks(packTicks(ticks), { symbol: 'btcusdt', fromSeq: 7 })).toEqual(ticks);
    }),
  );
});

it('packs a minute of ticks into less than half a kilobyte', () => {
  const ticks = Array.from({ length: 60 }, (_, index) => ({
    seq: index + 1,
    at: 1_763_700_000_000 + index * 1_000 + ((index * 7) % 5),
    price: (BigInt(6_421_850 + ((index * index * 31) % 900)) * 10n ** 16n) as Price,
    source: 'simulated',
    rule: 1,
  }));
  expect(packTicks(ticks).length).toBeLessThan(512);
});
