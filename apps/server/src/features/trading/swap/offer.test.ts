/** A coin that was listed without swaps is no coin of swaps, on either side. */
import { expect, it } from 'vitest';
import { type OfferDeps, offerSwap } from './offer.ts';

const uses: Readonly<Record<string, readonly string[]>> = { OST: ['contracts'], USDT: ['swap'] };
const deps = {
  assets: { find: (code: string) => ({ code, uses: uses[code] }) },
} as unknown as OfferDeps;

it.each([
  ['OST', 'USDT'],
  ['USDT', 'OST'],
])('%s for %s is refused', (from, to) => {
  expect(() => offerSwap(deps, { from, to })).toThrow('not-listed');
});
