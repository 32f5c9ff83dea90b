import { expect, test } from 'vitest';
import { matches } from './pair-search.ts';

const bitcoin = { symbol: 'btcusdt', base: 'BTC', name: 'Bitcoin' };

test.each(['', 'btc', ' BTC/USDT ', 'btc usdt', 'bitcoin', 'itco'])(
  '"%s" finds BTC/USDT',
  (wanted) => {
    expect(matches(bitcoin, wanted)).toBe(true);
  },
);

test.each(['eth', 'bitcoin cash', 'btc/eur'])('"%s" does not find BTC/USDT', (wanted) => {
  expect(matches(bitcoin, wanted)).toBe(false);
});
