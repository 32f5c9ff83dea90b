/** How often wallets are counted. */
import { expect, it } from 'vitest';
import { hoursBetween } from './count-wallets.ts';

it.each([
  [0, 1],
  [1_000, 1],
  [1_001, 2],
  [4_001, 6],
  [12_000, 12],
  [12_001, 24],
  [1_000_000, 24],
])('%i addresses are counted every %i hours, and at each midnight', (addresses, hours) => {
  expect(hoursBetween(addresses)).toBe(hours);
  expect(24 % hours).toBe(0);
});
