import { expect, test } from 'vitest';
import { changeOf, decimalText } from './quote.ts';

test('the change is cut toward zero to two decimals, never rounded', () => {
  expect(changeOf('102.419', '100')).toEqual({ change: '2.41', direction: 1 });
  expect(changeOf('97.581', '100')).toEqual({ change: '-2.41', direction: -1 });
  expect(changeOf('100', '100')).toEqual({ change: '0.00', direction: 0 });
});

test('a change without a price or an opening price is unknown', () => {
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
])('the feed number %d is written as %s', (value, text) => {
  expect(decimalText(value)).toBe(text);
});
