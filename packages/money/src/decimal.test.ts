import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Amount,
  decimal,
  formatDecimal,
  formatFixed,
  isMultipleOf,
  ONE,
  parseDecimal,
  percentOf,
  ratioOf,
  stepOf,
} from './index.ts';

// The range of numeric(38,18): 20 integer digits, 18 places.
const LARGEST = 10n ** 38n - 1n;
const value = fc.bigInt({ min: -LARGEST, max: LARGEST });

describe('a decimal text', () => {
  it('parses to the value it was formatted from', () => {
    fc.assert(
      fc.property(value, (scaled) => {
        expect(parseDecimal(formatDecimal(scaled))).toBe(scaled);
      }),
      { numRuns: 2000 },
    );
  });

  it('has the shortest form, so that equal values have equal texts', () => {
    fc.assert(
      fc.property(value, fc.nat({ max: 5 }), (scaled, zeros) => {
        const text = formatDecimal(scaled);
        expect(text).toMatch(/^(0|-?(0|[1-9]\d*)(\.\d*[1-9])?)$/);
        const padded = text.includes('.')
          ? text + '0'.repeat(zeros)
          : `${text}.0${'0'.repeat(zeros)}`;
        const reparsed = parseDecimal(padded);
        expect(reparsed === undefined ? undefined : formatDecimal(reparsed)).toBe(text);
      }),
    );
  });

  it.each([
    ['0', 0n],
    ['-0', 0n],
    ['-0.000', 0n],
    ['12', 12n * ONE],
    ['007.50', 7_500_000_000_000_000_000n],
    // More than the twenty digits of the largest number, which zeros before it do not use up.
    ['0000000000000000000000007.5', 7_500_000_000_000_000_000n],
    ['-0.5', -500_000_000_000_000_000n],
    ['0.000000000000000001', 1n],
    ['99999999999999999999.999999999999999999', LARGEST],
    ['-99999999999999999999.999999999999999999', -LARGEST],
  ])('%s is read exactly', (text, scaled) => {
    expect(parseDecimal(text)).toBe(scaled);
    expect(decimal(text)).toBe(scaled);
  });

  it.each([
    ['an exponent', '1e3'],
    ['a capital exponent', '1E3'],
    ['a plus sign', '+1'],
    ['a leading space', ' 1'],
    ['a trailing space', '1 '],
    ['a trailing line break', '1\n'],
    ['a comma', '1,5'],
    ['grouping', '1,000.00'],
    ['an underscore', '1_000'],
    ['Arabic digits', '١٢'],
    ['full-width digits', '１２'],
    ['a Unicode minus', '−1'],
    ['two minus signs', '--1'],
    ['hexadecimal', '0x10'],
    ['no digit before the point', '.5'],
    ['no digit after the point', '5.'],
    ['two points', '1.2.3'],
    ['nothing', ''],
    ['a lone minus', '-'],
    ['NaN', 'NaN'],
    ['Infinity', 'Infinity'],
    ['a word', 'one'],
    ['19 places', '0.0000000000000000001'],
    ['21 integer digits', '100000000000000000000'],
    ['a text without end', '0'.repeat(100_000)],
  ])('with %s is refused', (_what, text) => {
    expect(parseDecimal(text)).toBeUndefined();
    expect(() => decimal(text)).toThrow('not a decimal');
  });

  it('is refused unless it is a plain decimal', () => {
    const scribble = fc.string({ unit: fc.constantFrom(...'0123456789.-+e, ') });
    fc.assert(
      fc.property(scribble, (text) => {
        const isPlain = /^-?[0-9]+(\.[0-9]+)?$/.test(text);
        if (!isPlain) expect(parseDecimal(text)).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a fixed number of places', () => {
  it.each([
    ['1.999', 2, '1.99'],
    ['-1.999', 2, '-1.99'],
    ['-0.009', 2, '0.00'],
    ['0', 2, '0.00'],
    ['1.5', 0, '1'],
    ['-0.5', 0, '0'],
    ['2.5', 4, '2.5000'],
    ['0.000000000000000001', 18, '0.000000000000000001'],
  ])('shows %s to %i places as %s', (text, places, shown) => {
    expect(formatFixed(decimal(text), places)).toBe(shown);
  });

  it('truncates the exact text and never rounds up', () => {
    fc.assert(
      fc.property(value, fc.nat({ max: 18 }), (scaled, places) => {
        const shown = decimal<Amount>(formatFixed(scaled, places));
        const [exact, cut] = [scaled, shown].map((each) => (each < 0n ? -each : each));
        expect(cut! <= exact!).toBe(true);
        expect(exact! - cut! < stepOf(places)).toBe(true);
        expect(isMultipleOf(shown, stepOf(places))).toBe(true);
      }),
    );
  });
});

it('a ratio is shown and typed in percent points, exactly', () => {
  expect(['0.00035', '0.8', '-0.09', '0.2222'].map(percentOf)).toEqual([
    '0.035',
    '80',
    '-9',
    '22.22',
  ]);
  expect(['0.035', '80', '22.22'].map(ratioOf)).toEqual(['0.00035', '0.8', '0.2222']);
  expect(['much', '0.0000000000000000001'].map(ratioOf)).toEqual(['much', '0.0000000000000000001']);
  expect(percentOf('')).toBe('');
});
