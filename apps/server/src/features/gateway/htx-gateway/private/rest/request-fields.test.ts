import { expect, it } from 'vitest';
import { decimalIn } from './request-fields.ts';

it.each([
  ['1.7232e-05', '0.000017232'],
  ['1e3', '1000'],
  ['1.5E+2', '150'],
  ['12e-1', '1.2'],
  ['0.01e-1', '0.001'],
  ['.5e1', '5'],
  ['6.000e1', '60'],
  ['6.00001e+4', '60000.1'],
  ['1.50e-03', '0.0015'],
])('converts a number with an exponent to a plain decimal: %s to %s', (sent, plain) => {
  expect(decimalIn({ amount: sent }, 'amount')).toBe(plain);
});

it.each(['60000', '0.10', '-1e3', '1e', 'e5', '.e5', '1e100', '1e1.5', 'many'])(
  'returns other text unchanged: %s',
  (sent) => {
    expect(decimalIn({ amount: sent }, 'amount')).toBe(sent);
  },
);

it('reads a JSON number by its digits and treats an empty field as absent', () => {
  expect(decimalIn({ amount: 0.000_000_1 }, 'amount')).toBe('0.0000001');
  expect(decimalIn({ amount: '' }, 'amount')).toBeUndefined();
  expect(decimalIn({}, 'amount')).toBeUndefined();
});
