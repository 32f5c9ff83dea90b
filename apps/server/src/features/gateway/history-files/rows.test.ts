import { type Amount, decimal, type Price } from '@tern/money';
import { expect, it } from 'vitest';
import { aggTradeLine, klineLine, TakenMinutes, tradeLine, tradeText } from './rows.ts';

const START = Date.parse('2026-11-28T00:00:00Z');
const trade = (seq: number, at: number, takerSide: 'buy' | 'sell') => ({
  seq,
  at: START + at,
  price: decimal<Price>('64000.5'),
  quantity: decimal<Amount>('0.02'),
  takerSide,
});

const trades = [trade(7, 1_250, 'buy'), trade(9, 61_000, 'sell')];
const taken = new TakenMinutes();
for (const each of trades) taken.add(each);

const candle = (count: number) => ({
  start: START,
  open: decimal<Price>('64000.5'),
  high: decimal<Price>('64001'),
  low: decimal<Price>('63999.1'),
  close: decimal<Price>('64000.5'),
  amount: decimal<Amount>(`0.0${count * 2}`),
  vol: decimal<Amount>('2560.02'),
  count,
});

it("a trade has Binance's columns, in microseconds", () => {
  const texts = trades.map(tradeText);
  expect(texts.map(tradeLine)).toEqual([
    '14,64000.5,0.02,1280.01,1795824001250000,False,True\n',
    '18,64000.5,0.02,1280.01,1795824061000000,True,True\n',
  ]);
  expect(texts.map(aggTradeLine)).toEqual([
    '14,64000.5,0.02,14,14,1795824001250000,False,True\n',
    '18,64000.5,0.02,18,18,1795824061000000,True,True\n',
  ]);
});

it("a candle has Binance's columns, and what takers bought if all its trades are known", () => {
  expect(klineLine(candle(2), START + 300_000, taken)).toBe(
    '1795824000000000,64000.5,64001,63999.1,64000.5,0.04,1795824299999999,2560.02,2,0.02,1280.01,0\n',
  );
  expect(klineLine(candle(3), START + 300_000, taken)).toBe(
    '1795824000000000,64000.5,64001,63999.1,64000.5,0.06,1795824299999999,2560.02,3,,,0\n',
  );
});
