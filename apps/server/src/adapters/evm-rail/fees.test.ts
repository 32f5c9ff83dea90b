import { expect, it } from 'vitest';
import { firstOffer, raisedOffer } from './fees.ts';

const market = (base: bigint, tip?: bigint) => ({ base, tip });

it('offers twice the base fee and the tip, at most the cap, and nothing when the next block costs more', () => {
  expect(firstOffer(market(10n, 2n), 100n)).toEqual({ most: 22n, tip: 2n });
  expect(firstOffer(market(60n, 2n), 100n)).toEqual({ most: 100n, tip: 2n });
  expect(firstOffer(market(98n, 2n), 100n)).toEqual({ most: 100n, tip: 2n });
  expect(firstOffer(market(99n, 2n), 100n)).toBeUndefined();
});

it('offers the single price of a chain without a base fee', () => {
  expect(firstOffer(market(10n), 100n)).toEqual({ most: 10n, tip: undefined });
  expect(firstOffer(market(101n), 100n)).toBeUndefined();
  expect(raisedOffer({ most: 40n, tip: undefined }, market(10n), 100n)?.most).toBe(51n);
});

it('raises both by a quarter, or to what the chain demands', () => {
  const before = { most: 400n, tip: 40n };
  expect(raisedOffer(before, market(10n, 2n), 10_000n)).toEqual({ most: 501n, tip: 51n });
  expect(raisedOffer(before, market(900n, 90n), 10_000n)).toEqual({ most: 1_890n, tip: 90n });
  expect(raisedOffer({ most: 400n, tip: 0n }, market(10n, 0n), 10_000n)?.tip).toBe(1n);
});

it('never offers more than the cap, and nothing that a node would not take as a replacement', () => {
  const before = { most: 400n, tip: 40n };
  expect(raisedOffer(before, market(900n, 90n), 451n)).toEqual({ most: 451n, tip: 90n });
  expect(raisedOffer(before, market(900n, 90n), 450n)).toBeUndefined();
  expect(raisedOffer({ most: 400n, tip: 400n }, market(1n, 1n), 450n)).toBeUndefined();
});

it('goes on to the cap and ends there', () => {
  let offer = firstOffer(market(8n, 1n), 300_000n)!;
  for (let times = 0; times < 200; times += 1) {
    const next = raisedOffer(offer, market(8n, 1n), 300_000n);
    if (next === undefined) break;
    expect(next.most * 8n).toBeGreaterThanOrEqual(offer.most * 9n);
    expect(next.tip! * 8n).toBeGreaterThanOrEqual(offer.tip! * 9n);
    offer = next;
  }
  expect(raisedOffer(offer, market(8n, 1n), 300_000n)).toBeUndefined();
  expect(offer.most).toBeGreaterThan(266_000n);
});
