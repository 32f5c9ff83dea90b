import { expect, it } from 'vitest';
import { parsePath, pathOf } from './names.ts';

it.each([
  'data/spot/daily/klines/BTCUSDT/1m/BTCUSDT-1m-2026-11-28.zip',
  'data/spot/monthly/klines/BTCUSDT/1mo/BTCUSDT-1mo-2026-11.zip',
  'data/spot/daily/trades/BTCUSDT/BTCUSDT-trades-2026-11-28.zip',
  'data/spot/monthly/aggTrades/BTCUSDT/BTCUSDT-aggTrades-2026-11.zip',
])('%s is a name', (path) => {
  expect(pathOf(parsePath(path)!)).toBe(path);
});

it.each([
  'data/spot/daily/klines/BTCUSDT/1w/BTCUSDT-1w-2026-11-28.zip',
  'data/spot/daily/klines/BTCUSDT/1m/BTCUSDT-1m-2026-11.zip',
  'data/spot/monthly/klines/BTCUSDT/1m/BTCUSDT-1m-2026-11-28.zip',
  'data/spot/daily/klines/BTCUSDT/1m/ETHUSDT-1m-2026-11-28.zip',
  'data/spot/daily/klines/BTCUSDT/BTCUSDT-klines-2026-11-28.zip',
  'data/spot/daily/trades/BTCUSDT/1m/BTCUSDT-1m-2026-11-28.zip',
  'data/spot/daily/trades/BTCUSDT/BTCUSDT-trades-2026-02-30.zip',
  'data/spot/daily/trades/BTCUSDT/BTCUSDT-trades-2026-13-01.zip',
  'data/spot/daily/klines/BTCUSDT/2m/BTCUSDT-2m-2026-11-28.zip',
])('%s is none', (path) => {
  expect(parsePath(path)).toBeUndefined();
});
