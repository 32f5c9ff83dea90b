/** Numbers are exact, cut and never rounded up, with the locale's marks. */
import { describe, expect, test } from 'vitest';
import { formatAxis } from './format-axis.ts';
import {
  amountPlaces,
  changeDirection,
  decimalMark,
  formatAmount,
  formatChange,
  formatPercent,
  formatPercentRange,
  formatPrice,
  formatVolume,
  splitAmount,
} from './format-number.ts';

const amount = (value: string, places: number, isSigned = false) =>
  formatAmount(value, { locale: 'en', places, isSigned });

describe('an amount', () => {
  test('is cut, never rounded up', () => {
    expect(amount('1499.999', 2)).toBe('1,499.99');
    expect(amount('-0.999', 2)).toBe('\u22120.99');
  });
  test('keeps trailing zeros up to five and shows at most eight places', () => {
    expect(amount('0.2841', 8)).toBe('0.28410');
    expect(amount('0.123456789', 18)).toBe('0.12345678');
    expect(amount('326', 2)).toBe('326.00');
    expect(amount('100000', 0)).toBe('100,000');
  });
  test('is exact beyond what a float holds', () => {
    expect(amount('12345678901234567890.12', 2)).toBe('12,345,678,901,234,567,890.12');
  });
  test('has a sign for profit and loss, and none at zero', () => {
    expect(amount('8', 2, true)).toBe('+8.00');
    expect(amount('-100', 2, true)).toBe('\u2212100.00');
    expect(amount('0.001', 2, true)).toBe('0.00');
    expect(amount('-0.001', 2)).toBe('0.00');
  });
  test('is three dashes if it is unknown or not a number', () => {
    expect(amount('', 2)).toBe('---');
    expect(amount('1e3', 2)).toBe('---');
    expect(formatAmount(undefined, { locale: 'en', places: 2 })).toBe('---');
  });
  test("splits at the locale's decimal mark", () => {
    expect(splitAmount('51306.229', { locale: 'de', places: 2 })).toEqual({
      whole: '51.306',
      decimals: ',22',
    });
  });
  test('shows the places of its unit', () => {
    expect(amountPlaces('usdt', 6)).toBe(2);
    expect(amountPlaces('JPY', 2)).toBe(0);
    expect(amountPlaces('BTC', 8)).toBe(8);
    expect(amountPlaces('ETH', 18)).toBe(8);
  });
});

describe('a price', () => {
  test('keeps the zeros of its tick size', () => {
    expect(formatPrice('64218.5', { locale: 'en', places: 2 })).toBe('64,218.50');
    expect(formatPrice('0.128770', { locale: 'en' })).toBe('0.128770');
    // Tiny coins have more places than amounts are shown with.
    const difference = { locale: 'en', places: 9, isSigned: true };
    expect(formatPrice('-0.000000018', difference)).toBe('−0.000000018');
    expect(formatPrice('0.000000018', difference)).toBe('+0.000000018');
    expect(formatPrice('64218.599', { locale: 'ru', places: 2 })).toBe('64\u00a0218,59');
  });
});

describe('a change', () => {
  test('is truncated toward zero to two places and signed', () => {
    expect(formatChange('2.419', 'en')).toBe('+2.41%');
    expect(formatChange('-0.879', 'en')).toBe('\u22120.87%');
    expect(formatChange('2.419', 'de')).toBe('+2,41\u00a0%');
  });
  test('is neutral if nothing is left after cutting', () => {
    expect(formatChange('0', 'en')).toBe('0.00%');
    expect(formatChange('-0.004', 'en')).toBe('0.00%');
    expect(changeDirection('-0.004')).toBe(0);
    expect(changeDirection('-0.01')).toBe(-1);
    expect(changeDirection('0.01')).toBe(1);
    expect(changeDirection(undefined)).toBe(0);
  });
  test('prints a rate short and without a sign', () => {
    expect(formatPercent('0.10', 'en')).toBe('0.1%');
    expect(formatPercent('14.6', 'en', { min: 2, max: 8 })).toBe('14.60%');
  });
  test('prints a range with one sign and one unit', () => {
    expect(formatPercentRange({ low: '80', high: '90' }, 'en')).toBe('+80–90%');
    expect(formatPercentRange({ low: '82.5', high: '90' }, 'de')).toBe('+82,5–90\u00a0%');
    expect(formatPercentRange({ low: '90', high: '90' }, 'en')).toBe('+90%');
  });
});

describe('a volume', () => {
  test('is abbreviated with K, M and B and two cut places', () => {
    expect(formatVolume('999.999', 'en')).toBe('999.99');
    expect(formatVolume('1000', 'en')).toBe('1.00K');
    expect(formatVolume('946209999', 'en')).toBe('946.20M');
    expect(formatVolume('1829999999.5', 'en')).toBe('1.82B');
    expect(formatVolume('1234567890123', 'en')).toBe('1.23T');
    expect(formatVolume('1512345678', 'de-DE')).toBe('1,51\u00a0Mrd.');
    expect(formatVolume('1512345678', 'ru-RU')).toBe('1,51\u00a0млрд');
    expect(formatVolume('1512345678', 'ja-JP')).toBe('15.12億');
    expect(formatVolume('12345.678', 'de-DE')).toBe('12.345');
    expect(formatVolume(null, 'en')).toBe('---');
  });

  test('at an axis has no places that are zero', () => {
    expect(formatAxis('52000', 'en')).toBe('52K');
    expect(formatAxis('2500', 'en')).toBe('2.5K');
    expect(formatAxis('1500000', 'de-DE')).toBe('1,5\u00a0Mio.');
    expect(formatAxis('0.5', 'en')).toBe('0.5');
  });
});

test('the decimal mark is the locale’s own', () => {
  expect(decimalMark('en')).toBe('.');
  expect(decimalMark('pt-BR')).toBe(',');
});
