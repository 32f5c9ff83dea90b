import { expect, test } from 'vitest';
import { byMarket, distanceTo, levelFault, placesOn, sideOf } from './alert-level.ts';
import type { Alert } from './api.ts';

const alert = (changes: Partial<Alert>): Alert => ({
  ID: 1,
  CreatedAt: '2026-11-01T00:00:00.000Z',
  symbol: 'btcusdt',
  kind: 'above',
  level: '65000',
  repeats: false,
  push: true,
  email: false,
  isOn: true,
  offAt: '',
  reachedAt: '',
  reachedPrice: '',
  ...changes,
});

test('the distance is cut to two decimals, in both directions, and unknown without a price', () => {
  expect(distanceTo('65000', '64218.5')).toBe('1.21');
  expect(distanceTo('61500', '64218.5')).toBe('4.23');
  expect(distanceTo('61500', undefined)).toBeUndefined();
  expect(sideOf('65000', '64218.5')).toBe('above');
  expect(sideOf('64218.5', '64218.5')).toBe('below');
});

test('a level is refused when it is missing, no multiple of the tick, or passed', () => {
  const market = { now: '64218.5', tickSize: '0.1' };
  expect(levelFault({ kind: 'above', level: '' }, market)).toBe('missing');
  expect(levelFault({ kind: 'above', level: '65000.05' }, market)).toBe('bounds');
  expect(levelFault({ kind: 'above', level: '64218.5' }, market)).toBe('passed');
  expect(levelFault({ kind: 'above', level: '64218.6' }, market)).toBeUndefined();
  expect(levelFault({ kind: 'below', level: '64218.5' }, market)).toBe('passed');
  expect(levelFault({ kind: 'below', level: '64218.4' }, market)).toBeUndefined();
});

test('a change is compared in either direction', () => {
  const market = { now: '-4.99', tickSize: '0.1' };
  expect(levelFault({ kind: 'change', level: '5' }, market)).toBeUndefined();
  expect(levelFault({ kind: 'change', level: '4.99' }, market)).toBe('passed');
  expect(levelFault({ kind: 'change', level: '100.01' }, market)).toBe('bounds');
});

test('alerts stand by market; reached ones do not, unless they repeat', () => {
  const reachedAt = '2026-11-02T00:00:00.000Z';
  const eth = alert({ ID: 2, symbol: 'ethusdt' });
  const done = alert({ ID: 3, isOn: false, reachedAt });
  const each = alert({ ID: 4, isOn: false, repeats: true, reachedAt });
  expect(byMarket([eth, done, each, alert({})])).toEqual([
    ['ethusdt', [eth]],
    ['btcusdt', [each, alert({})]],
  ]);
});

test('marks stand on the line by their price', () => {
  expect(placesOn(['100', '200', '150'])).toEqual([0, 100, 50]);
  expect(placesOn(['100', '100'])).toEqual([50, 50]);
});
