import { expect, test } from 'vitest';
import type { Instrument, Quote } from '../../../kernel/quotes/quote.ts';
import { biggestMovers, nextSort, sortMarkets } from './list-order.ts';

const market = (base: string) => ({ symbol: base, base, quote: 'USDT' }) as Instrument;
const markets = [market('BTC'), market('ETH'), market('ADA'), market('NEW')];
const quotes: Record<string, Partial<Quote>> = {
  BTC: { price: '9', volume: '100', change: '-2.00' },
  ETH: { price: '10', volume: '20', change: '1.50' },
  ADA: { price: '0.5', volume: '3', change: '-0.10' },
};
const quoteOf = (symbol: string) => quotes[symbol] as Quote | undefined;
const names = (list: readonly Instrument[]) => list.map(({ base }) => base).join(' ');
const sorted = (column: Parameters<typeof nextSort>[1], isDescending: boolean) =>
  names(sortMarkets(markets, { column, isDescending }, quoteOf));

test('a column cycles through descending, ascending and off; another column starts over', () => {
  const down = nextSort(undefined, 'price');
  expect(down).toEqual({ column: 'price', isDescending: true });
  const up = nextSort(down, 'price');
  expect(up).toEqual({ column: 'price', isDescending: false });
  expect(nextSort(up, 'price')).toBeUndefined();
  expect(nextSort(up, 'change')).toEqual({ column: 'change', isDescending: true });
});

test('compares prices and volumes as numbers, not as text', () => {
  expect(sorted('price', true)).toBe('ETH BTC ADA NEW');
  expect(sorted('volume', false)).toBe('ADA ETH BTC NEW');
});

test('compares changes with their sign', () => {
  expect(sorted('change', true)).toBe('ETH ADA BTC NEW');
});

test('puts markets with unknown values last in both directions', () => {
  expect(sorted('change', false)).toBe('BTC ADA ETH NEW');
});

test("without an order, keeps the server's", () => {
  expect(names(sortMarkets(markets, undefined, quoteOf))).toBe('BTC ETH ADA NEW');
  expect(sorted('pair', false)).toBe('ADA BTC ETH NEW');
});

const moversOf = (changes: Record<string, string | undefined>, closed: string[] = []) => {
  const all = Object.keys(changes).map(
    (symbol) => ({ symbol, isOpen: !closed.includes(symbol) }) as Instrument,
  );
  const found = biggestMovers(all, (name) => ({ change: changes[name] }) as Quote);
  return found.map(({ symbol }) => symbol);
};

test('picks the four largest changes, falls as well as rises', () => {
  expect(moversOf({ a: '1.00', b: '-5.10', c: '5.00', d: '0.10', e: '-2.00' })).toEqual([
    'b',
    'c',
    'e',
    'a',
  ]);
});

test('leaves out markets that are closed, unchanged or unknown', () => {
  expect(moversOf({ a: '0.00', b: undefined, c: '9.00', d: '0.10' }, ['c'])).toEqual(['d']);
});
