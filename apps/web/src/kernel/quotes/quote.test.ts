import { expect, test } from 'vitest';
import { changeOf, decimalText } from './quote.ts';

test('cuts the change toward zero to two decimals, never rounding', () => {
  expect(changeOf('102.419', '100')).toEqual({ change: '2.41', direction: 1 });
  expect(changeOf('97.581', '100')).toEqual({ change: '-2.41', direction: -1 });
  expect(changeOf('100', '100')).toEqual({ change: '0.00', direction: 0 });
});

test('the change is unknown without a price or an opening price', () => {
  expect(changeOf('0', '100')).toEqual({ change: undefined, direction: 0 });
  expect(changeOf('100', '0')).toEqual({ change: undefined, direction: 0 });
  expect(changeOf('', '')).toEqual({ change: undefined, direction: 0 });
});

test.each([
  [64218.5, '64218.5'],
  [1e-7, '0.0000001'],
  [1.25e-8, '0.0000000125'],
  [-3e-7, '-0.0000003'],
  [1e21, '1000000000000000000000'],
  [1.5e21, '1500000000000000000000'],
  [0, '0'],
])('writes the feed number %d as %s', (value, text) => {
  expect(decimalText(value)).toBe(text);
});
