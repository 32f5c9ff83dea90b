/** What people type and paste into number fields: shown, sent and meant are the same number, or it is refused. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatPrice } from './format-number.ts';
import { pasteInto, type Reading, readPaste, stepDecimal, typeInto } from './read-number.ts';

/** The draft, or the kind of the refusal. */
const outcome = (reading: Reading) =>
  'draft' in reading ? reading.draft : `refused: ${reading.refusal.kind}`;
const paste = (text: string, places = 2, unit = 'USDT') =>
  outcome(readPaste(text, { places, unit }));

describe('a pasted number', () => {
  test.each([
    ['1500', '1500'],
    ['1.5', '1.5'],
    ['1,5', '1.5'],
    ['.5', '0.5'],
    ['007', '7'],
    ['0.10', '0.10'],
    ['12.3400', '12.34'],
    ['1,500.99', '1500.99'],
    ['1.500,99', '1500.99'],
    ['1 500,99', '1500.99'],
    ['1\u202f500,99', '1500.99'],
    ['1’234.5', '1234.5'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['12 345', '12345'],
    ['１，２３４．５', '1234.5'],
    [' 12.5\n', '12.5'],
  ])('is read exactly: %j', (text, draft) => {
    expect(paste(text)).toBe(draft);
  });

  test.each([
    ['2,500.00 USDT', '2500.00'],
    ['usdt 2500', '2500'],
    ['$ 1,500.99', '1500.99'],
  ])('may carry the field’s own code at one end: %s', (text, draft) => {
    expect(paste(text)).toBe(draft);
    expect(paste(text, 2, 'BTC')).toMatch('refused');
  });
  test('may carry the sign of the field’s currency', () => {
    expect(paste('1.500,99 €', 2, 'EUR')).toBe('1500.99');
    expect(paste('1.500,99 €', 2, 'GBP')).toBe('refused: unit');
    expect(paste('1 BTC')).toBe('refused: unit');
    expect(paste('$ 5 USDT')).toBe('refused: unreadable');
  });

  test.each(
    [
      ['1e5', '10k', '1.5M', '10²', '0x10', '1\n2', '1\t2', '-5', '+1', '10%', '1_000', '1/2', '½'],
      ['12 34', '1,50.00', '12,34,567', '1.2.3', '1.5.', '0,123,456', '1 234.567,8', '١٢', 'abc'],
      ['5 тыс', '10万', '3 Mio', '1.', '.', 'USDT', '1'.repeat(65)],
    ].flat(),
  )('is refused if it is not one plain number: %j', (text) => {
    expect(paste(text, 0)).toMatch('refused');
    expect(paste(text, 8)).toMatch('refused');
  });

  test('without decimal places, a mark before three digits is grouping', () => {
    expect(paste('750,000', 0)).toBe('750000');
    expect(paste('250.000', 0)).toBe('250000');
    expect(paste('12.00', 0)).toBe('12');
    expect(paste('0.500', 0)).toBe('refused: places');
    expect(paste('12,34', 0)).toBe('refused: places');
  });
  test('with decimal places, a mark before three digits has two readings: refused, with both', () => {
    const refusal = { kind: 'ambiguous', readings: ['12.345', '12345'] };
    for (const text of ['12,345', '12.345']) {
      expect(readPaste(text, { places: 2 })).toEqual({ refusal });
      expect(readPaste(text, { places: 8 })).toEqual({ refusal });
    }
    expect(paste('0,125', 8)).toBe('0.125');
    expect(paste('1,234.567', 8)).toBe('1234.567');
  });
  test('is not cut to the places of the asset', () => {
    expect(paste('1.2345')).toBe('refused: places');
  });
  test('goes into the middle of a number only as digits', () => {
    const into = (inserted: string, before: string, after = '') =>
      outcome(pasteInto({ before, inserted, after }, { places: 2 }));
    expect(into('50', '1')).toBe('150');
    expect(into('50', '1.')).toBe('1.50');
    expect(into('50', '1', '.5')).toBe('150.5');
    expect(into('500', '1.')).toBe('refused: places');
    expect(into('1,500', '1')).toBe('refused: partial');
    expect(into('2\n3', '1')).toBe('refused: partial');
  });
});

describe('a typed number', () => {
  const type = (keys: string, places = 2) =>
    Array.from(keys).reduce((before, inserted) => {
      const typed = typeInto({ before, inserted, after: '' }, places);
      return 'draft' in typed ? typed.draft : before;
    }, '');
  test.each([
    ['1,', '1.'],
    [',5', '0.5'],
    ['05', '5'],
    ['00', '0'],
    ['1。5', '1.5'],
    ['１．５', '1.5'],
    ['1.5.', '1.5'],
    ['1.259', '1.25'],
    ['1²', '1'],
  ])('takes either mark and ignores what no number has: %s', (keys, draft) => {
    expect(type(keys)).toBe(draft);
  });
  test('without decimal places, a mark is no key', () => {
    expect(type('750,000', 0)).toBe('750000');
  });
  test('says when there are no more places, and cuts nothing behind the caret', () => {
    const full = { refusal: { kind: 'places' } };
    expect(typeInto({ before: '1.25', inserted: '9', after: '' }, 2)).toEqual(full);
    expect(typeInto({ before: '1', inserted: '.', after: '2345' }, 2)).toEqual(full);
    expect(typeInto({ before: '5', inserted: ',', after: '' }, 0)).toEqual(full);
  });
});

const LOCALES = [
  'en',
  'de',
  'fr',
  'ru',
  'vi',
  'ja',
  'pt-BR',
  'tr',
  'id',
  'es',
  'it',
  'de-CH',
  'en-IN',
];
const amounts = fc
  .tuple(fc.bigInt(0n, 10n ** 15n), fc.integer({ min: 0, max: 8 }))
  .map(([digits, places]) => {
    const text = digits.toString().padStart(places + 1, '0');
    return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
  });
const same = (one: string, other: string) => {
  const plain = (text: string) => text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
  return plain(one) === plain(other);
};

test('a number as any language prints it, with or without its code, gives that number or none', () => {
  const options = fc.record({
    amount: amounts,
    locale: fc.constantFrom(...LOCALES),
    places: fc.integer({ min: 0, max: 8 }),
    useGrouping: fc.boolean(),
    code: fc.constantFrom('', ' BTC', ' btc', 'BTC'),
  });
  let read = 0;
  fc.assert(
    fc.property(options, ({ amount, locale, places, useGrouping, code }) => {
      const printed = new Intl.NumberFormat(locale, { maximumFractionDigits: 8, useGrouping });
      const text = printed.format(amount as Intl.StringNumericLiteral) + code;
      const reading = readPaste(text, { places, unit: 'BTC' });
      if (!('draft' in reading)) return;
      read += 1;
      // Without places, three digits behind a mark are taken for a group.
      const isGroup = places === 0 && /[.,]\d{3}$/.test(text.replace(/\s*btc$/i, ''));
      if (!isGroup) expect(same(reading.draft, amount)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
  expect(read).toBeGreaterThan(250);
});

test('whatever text is accepted has no digit that was not pasted and none left out', () => {
  const signs = fc.constantFrom(..."0123456789.,'  \n-+eEkx²%$€BTCUSD_٠５．".split(''));
  const text = fc.string({ unit: signs, maxLength: 12 });
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 8 }), (given, places) => {
      const reading = readPaste(given, { places, unit: 'BTC' });
      if (!('draft' in reading)) return;
      expect(reading.draft).toMatch(/^\d+(\.\d+)?$/);
      expect(reading.draft.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(places);
      const digits = (some: string) =>
        some
          .normalize('NFKC')
          .replace(/\D/g, '')
          .replace(/^0+|0+$/g, '');
      expect(digits(reading.draft)).toBe(digits(given));
    }),
    { numRuns: 3_000 },
  );
});

test('what a field shows of a number it accepted is read back as that number', () => {
  fc.assert(
    fc.property(amounts, fc.constantFrom(...LOCALES), (amount, locale) => {
      const [, fraction = ''] = amount.split('.');
      const shown = formatPrice(amount, { locale });
      const reading = readPaste(shown, { places: fraction.length });
      if ('draft' in reading) expect(same(reading.draft, amount)).toBe(true);
      else expect(reading.refusal.kind).not.toBe('places');
    }),
  );
});

const step = (value: string, size: string, direction: 1 | -1, bounds = {}) =>
  stepDecimal({ value, step: size, direction, ...bounds });

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
