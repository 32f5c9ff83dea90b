import { expect, test } from 'vitest';
import { leastReceived, readableRate } from './readable-rate.ts';

test('a rate is read in the direction above one, with as many digits as a person reads', () => {
  const rate = { from: 'USDT', to: 'BTC', rate: '0.000015609375' };
  expect(readableRate(rate)).toEqual({ of: 'BTC', value: '64064.06', unit: 'USDT' });
  const other = { from: 'BTC', to: 'USDT', rate: '64000.123456789' };
  expect(readableRate(other)).toEqual({ of: 'BTC', value: '64000.12', unit: 'USDT' });
  expect(readableRate({ ...other, rate: '1.23456789' }).value).toBe('1.234567');
});

test('half a percent less is still taken, in whole units of the coin', () => {
  expect(leastReceived('0.01559376', 8)).toBe('0.01551579');
  expect(leastReceived('200', 0)).toBe('199');
});
