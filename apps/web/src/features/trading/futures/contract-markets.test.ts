import { expect, test } from 'vitest';
import type { ContractTerms } from '../../../kernel/contract-terms.ts';
import type { Instrument } from '../../../kernel/quotes/quote.ts';
import { contractMarkets, returnRange } from './contract-markets.ts';

const market = (base: string, quote: string, name: string) =>
  ({ symbol: (base + quote).toLowerCase(), base, quote, name }) as Instrument;

const markets = [
  market('BTC', 'USDT', 'Bitcoin'),
  market('XAU', 'USD', 'Gold'),
  market('BCH', 'USDT', 'Bitcoin Cash'),
  market('USDT', 'USD', 'Tether'),
];

const terms = {
  markets: [
    { symbol: 'btcusdt', isOpen: true, opensAt: null, durations: [30, 60, 300] },
    { symbol: 'xauusd', isOpen: false, opensAt: '2026-11-22T22:00:00.000Z', durations: [300] },
    { symbol: 'bchusdt', isOpen: true, opensAt: null, durations: [60, 300] },
  ],
} as unknown as ContractTerms;

const listed = (typed: string) =>
  contractMarkets(markets, terms, typed).map(({ instrument, isOpen }) => [instrument.base, isOpen]);

test('lists the markets that offer contracts, open ones first', () => {
  expect(listed('')).toEqual([
    ['BTC', true],
    ['BCH', true],
    ['XAU', false],
  ]);
});

test('shows when a closed market opens', () => {
  expect(contractMarkets(markets, terms, '').at(-1)?.opensAt).toBe('2026-11-22T22:00:00.000Z');
});

test('finds markets by name among those that offer contracts', () => {
  expect(listed('bitcoin')).toEqual([
    ['BTC', true],
    ['BCH', true],
  ]);
  expect(listed('gold')).toEqual([['XAU', false]]);
  expect(listed('tether')).toEqual([]);
});

test("gives a market's return range over its durations, in percent", () => {
  expect(returnRange(['0.8', '0.825', '0.9'])).toEqual({ low: '80', high: '90' });
  expect(returnRange(['0.9', '0.825'])).toEqual({ low: '82.5', high: '90' });
  expect(returnRange(['0.9'])).toEqual({ low: '90', high: '90' });
  expect(returnRange([])).toBeUndefined();
});
