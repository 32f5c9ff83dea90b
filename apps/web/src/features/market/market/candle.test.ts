import { expect, test } from 'vitest';
import type { Quote } from '../../../kernel/quotes/quote.ts';
import { type Candle, quoteAtClose, trendOf } from './candle.ts';

const candle = (open: string, high: string, low: string, close: string): Candle => ({
  start: 0,
  amount: '1',
  open,
  high,
  low,
  close,
});

test('runs from the first open to the last close, with the extremes between', () => {
  const run = [candle('100', '109', '99', '105'), candle('105', '110.5', '9.5', '102.419')];
  expect(trendOf(run)).toEqual({
    direction: 1,
    change: '2.41',
    count: 2,
    from: '100',
    to: '102.419',
    high: '110.5',
    low: '9.5',
  });
});

test('has no trend without candles', () => {
  expect(trendOf([])).toBeUndefined();
});

const quote: Quote = {
  price: '64218.9',
  open: '64000',
  change: '0.34',
  direction: 1,
  high: '64300',
  low: '63900',
  amount: '5',
  volume: '320000',
  at: 0,
};

test("shows the last candle's price, and the day's change to that price", () => {
  const shown = quoteAtClose(quote, '63360');
  expect(shown).toMatchObject({ price: '63360', change: '-1.00', direction: -1 });
  expect(shown).toMatchObject({ open: '64000', high: '64300', volume: '320000' });
});

test("extends the day's range to the shown price", () => {
  expect(quoteAtClose(quote, '64300.1')?.high).toBe('64300.1');
  expect(quoteAtClose(quote, '63899.9')?.low).toBe('63899.9');
  expect(quoteAtClose(quote, '64100')).toMatchObject({ high: '64300', low: '63900' });
});

test('shows the quote unchanged without candles', () => {
  expect(quoteAtClose(quote, undefined)).toBe(quote);
  expect(quoteAtClose(undefined, '64000')).toBeUndefined();
});
