import { expect, test } from 'vitest';
import type { Instrument, Quote } from '../../kernel/quotes/quote.ts';
import { biggestMovers } from './movers.ts';

const market = (symbol: string, isOpen = true) => ({ symbol, isOpen }) as Instrument;
const moversOf = (changes: Record<string, string | undefined>, closed: string[] = []) => {
  const markets = Object.keys(changes).map((name) => market(name, !closed.includes(name)));
  const found = biggestMovers(markets, (name) => ({ change: changes[name] }) as Quote);
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
