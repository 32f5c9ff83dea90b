import { decimal, type Price } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chainTick,
  canonicalTick,
  hashText,
  type LinkedTick,
  tickGenesis,
  verifyChain,
} from './index.ts';

const prices = fc.bigInt({ min: 1n, max: 10n ** 24n }).map((value) => value as Price);

function chainOf(values: readonly Price[], symbol = 'btcusdt'): LinkedTick[] {
  let hash = tickGenesis(symbol);
  return values.map((price, index) => {
    const tick = {
      symbol,
      seq: index + 1,
      at: 1_000 * (index + 1),
      price,
      source: 'simulated',
      rule: 1,
    };
    hash = chainTick(hash, tick);
    return { ...tick, hash };
  });
}

const tampered: ((tick: LinkedTick) => LinkedTick)[] = [
  (tick) => ({ ...tick, price: (tick.price + 1n) as Price }),
  (tick) => ({ ...tick, at: tick.at + 1 }),
  (tick) => ({ ...tick, source: 'elsewhere' }),
  (tick) => ({ ...tick, rule: 2 }),
  (tick) => ({ ...tick, hash: tick.hash.map((byte, index) => (index === 31 ? byte ^ 1 : byte)) }),
];

describe('the chain of reference ticks', () => {
  it('verifies from its genesis and from any hash inside', () => {
    fc.assert(
      fc.property(fc.array(prices, { minLength: 1, maxLength: 30 }), fc.nat(), (values, cut) => {
        const chain = chainOf(values);
        expect(verifyChain(chain, tickGenesis('btcusdt')).isIntact).toBe(true);
        const from = cut % chain.length;
        const before = from === 0 ? tickGenesis('btcusdt') : chain[from - 1]!.hash;
        const check = verifyChain(chain.slice(from), before);
        expect(check).toEqual({ isIntact: true, hash: chain.at(-1)!.hash });
      }),
    );
  });

  it('reveals the first tick with any changed field', () => {
    fc.assert(
      fc.property(
        fc.array(prices, { minLength: 1, maxLength: 20 }),
        fc.nat(),
        fc.constantFrom(...tampered),
        (values, at, tamper) => {
          const chain = chainOf(values);
          const index = at % chain.length;
          chain[index] = tamper(chain[index]!);
          const check = verifyChain(chain, tickGenesis('btcusdt'));
          expect(check).toMatchObject({ isIntact: false, seq: index + 1 });
        },
      ),
    );
  });

  it('reveals a removed, repeated or swapped tick', () => {
    const chain = chainOf([decimal<Price>('1'), decimal<Price>('2'), decimal<Price>('3')]);
    const [first, second, third] = chain as [LinkedTick, LinkedTick, LinkedTick];
    const start = tickGenesis('btcusdt');
    expect(verifyChain([first, third], start)).toMatchObject({ isIntact: false, seq: 3 });
    expect(verifyChain([first, first, second], start)).toMatchObject({ isIntact: false, seq: 1 });
    expect(verifyChain([second, first], start).isIntact).toBe(false);
  });

  it('reveals a tick out of order although its hash follows from the one before', () => {
    const chain = chainOf([decimal<Price>('1'), decimal<Price>('2')]);
    const [first, second] = chain as [LinkedTick, LinkedTick];
    const start = tickGenesis('btcusdt');
    for (const wrong of [{ seq: 1 }, { seq: 3 }, { at: first.at }, { symbol: 'ethusdt' }]) {
      const tick = { ...second, ...wrong };
      const linked = { ...tick, hash: chainTick(first.hash, tick) };
      expect(verifyChain([first, linked], start)).toMatchObject({ reason: 'order' });
    }
  });

  it('begins differently for each symbol', () => {
    expect(hashText(tickGenesis('btcusdt'))).not.toBe(hashText(tickGenesis('ethusdt')));
  });

  it('hashes a documented text, so that other instances can verify it', () => {
    const [tick] = chainOf([decimal<Price>('64218.50')]) as [LinkedTick];
    expect(canonicalTick(tick)).toBe('btcusdt|1|1000|64218.5|simulated|1');
    const late = { ...tick, backfilledAt: 4_000 };
    expect(canonicalTick(late)).toBe('btcusdt|1|1000|64218.5|simulated|1|4000');
    expect(hashText(tickGenesis('btcusdt'))).toBe(
      '9c111cef23d4e0222078ba4958c03d1657b16699659d0142ec37c21ae781617d',
    );
    expect(hashText(tick.hash)).toBe(
      '3812c8f97004a484a59d2eba772b716ad8fdf1b9cf4be11ec9754f5f49d9a483',
    );
  });
});
