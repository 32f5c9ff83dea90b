/** What people type and paste into number fields. */
import { describe, expect, test } from 'vitest';
import { editDraft, parseInput, stepDecimal } from './parse-input.ts';

describe('parsing a typed number', () => {
  test.each([
    ['1.5', '1.5'],
    ['1,5', '1.5'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['007', '7'],
    ['0', '0'],
    ['0.10', '0.10'],
    ['1.', '1'],
    ['1,500', '1.500'],
  ])('accepts either decimal mark: %s', (text, value) => {
    expect(parseInput(text)).toBe(value);
  });
  test.each([
    ['$ 1,500.99', '1500.99'],
    ['1.500,99 €', '1500.99'],
    ['1\u00a0500,99', '1500.99'],
    ['1’234.5', '1234.5'],
    ['1,234,567', '1234567'],
    ['2,500.00 USDT', '2500.00'],
    ['１２３．４', '123.4'],
  ])('removes spaces, units and grouping from a pasted amount: %s', (text, value) => {
    expect(parseInput(text)).toBe(value);
  });
  test.each(['', '.', 'abc', '-5', '1.2.3', '1,50.00', '12,34,567', '1.5.', '+1'])(
    'refuses what is not a number: %s',
    (text) => {
      expect(parseInput(text)).toBeUndefined();
    },
  );
});

describe('editing a draft', () => {
  test('accepts a trailing decimal mark while typing, and keeps it as a point', () => {
    expect(editDraft('1', '1,', 2)).toEqual({ draft: '1.', isCut: false });
    expect(editDraft('', ',', 2)).toEqual({ draft: '0.', isCut: false });
  });
  test('refuses and reports digits beyond the asset’s places', () => {
    expect(editDraft('1.25', '1.259', 2)).toEqual({ draft: '1.25', isCut: true });
    expect(editDraft('5', '5.', 0)).toEqual({ draft: '5', isCut: true });
  });
  test('ignores a second decimal mark', () => {
    expect(editDraft('1.5', '1.5.', 2)).toEqual({ draft: '1.5', isCut: false });
  });
  test('drops leading zeros', () => {
    expect(editDraft('0', '05', 2).draft).toBe('5');
    expect(editDraft('0', '00', 2).draft).toBe('0');
  });
  test('allows deleting everything', () => {
    expect(editDraft('5', '', 2)).toEqual({ draft: '', isCut: false });
  });
});

const step = (draft: string, size: string, direction: 1 | -1, bounds = {}) =>
  stepDecimal({ draft, step: size, direction, ...bounds });

test('a step is exact where floats are not', () => {
  expect(step('0.1', '0.2', 1)).toBe('0.2');
  expect(step('64218.40', '0.01', 1)).toBe('64218.41');
  expect(step('0.30000001', '0.00000001', -1)).toBe('0.30000000');
});

test('a number between ticks moves to the next tick in that direction', () => {
  expect(step('64218.437', '0.1', 1)).toBe('64218.5');
  expect(step('64218.437', '0.1', -1)).toBe('64218.4');
});

test('a step never leaves its bounds', () => {
  expect(step('0', '0.01', -1)).toBe('0.00');
  expect(step('', '5', 1)).toBe('5');
  expect(step('99.5', '0.2', 1, { max: '99.5' })).toBe('99.5');
  expect(step('1', '1', -1, { min: '1' })).toBe('1');
});
