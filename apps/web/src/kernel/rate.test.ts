import { expect, test } from 'vitest';
import { leastReceived, readableRate } from './rate.tsx';

test('shows a rate in the direction above one, with a readable number of digits', () => {
  const rate = { from: 'USDT', to: 'BTC', rate: '0.000015609375' };
  expect(readableRate(rate)).toEqual({ of: 'BTC', value: '64064.06', unit: 'USDT' });
  const other = { from: 'BTC', to: 'USDT', rate: '64000.123456789' };
  expect(readableRate(other)).toEqual({ of: 'BTC', value: '64000.12', unit: 'USDT' });
  expect(readableRate({ ...other, rate: '1.23456789' }).value).toBe('1.234567');
});

test('accepts half a percent less, rounded up to whole units of the asset', () => {
  expect(leastReceived('0.01559376', 8)).toBe('0.0155158');
  expect(leastReceived('200', 0)).toBe('199');
  expect(leastReceived('634.36', 2, '0.02')).toBe('621.68');
  expect(leastReceived('1', 0)).toBe('1');
});
