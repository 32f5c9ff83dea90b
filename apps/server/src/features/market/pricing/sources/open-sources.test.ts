import { expect, it } from 'vitest';
import { decimal, type Amount, type Price } from '@tern/money';
import { createLog } from '../../../../platform/log.ts';
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import type { SymbolNames } from '../price-source.ts';
import { openSources } from './open-sources.ts';

const market = (symbol: string, quote: string, kind: string) =>
  ({
    symbol,
    quote,
    class: kind,
    tickSize: decimal<Price>('0.01'),
    lotSize: decimal<Amount>('0.0001'),
  }) as Instrument;
const instruments = [market('btcusdt', 'USDT', 'crypto'), market('xauusd', 'USD', 'metal')];
const htx = (symbols?: SymbolNames) => ({ url: 'https://prices.example', symbols });
const quotes = { url: 'https://quotes.example', token: undefined, symbols: undefined };

/** The names of the sources that an instance opens. */
const opened = (mode: 'paper' | 'live', settings: Parameters<typeof openSources>[0]['settings']) =>
  openSources({
    instruments,
    settings,
    seed: 'seed',
    log: createLog('silent'),
    mode,
    tradesAfter: async () => [],
    now: () => 0,
  }).map(({ name }) => name);

it('paper mode simulates what has no live source', () => {
  expect(opened('paper', { htx: [], quotes: [] })).toEqual(['simulated']);
  expect(opened('paper', { htx: [htx()], quotes: [] })).toEqual(['prices.example', 'simulated']);
});

it('live mode never opens the simulator: it takes its sources, or does not start', () => {
  expect(opened('live', { htx: [htx()], quotes: [quotes] })).toEqual([
    'prices.example',
    'quotes.example',
  ]);
  for (const settings of [
    { htx: [], quotes: [] },
    { htx: [htx()], quotes: [] },
    { htx: [htx(new Map([['btcusdt', 'btcusdt']]))], quotes: [] },
  ]) {
    expect(() => opened('live', settings)).toThrow('live mode simulates no price');
  }
});
