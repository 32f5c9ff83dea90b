import { describe, expect, it } from 'vitest';
import { parsePhone } from './phone-number.ts';

describe('a phone', () => {
  it.each([
    ['13912345678', '86'],
    ['139-1234-5678', '+86'],
    ['19912345678', ''],
    ['13000000000', '0086'],
  ])('of country 86 may be %s with the code %j', (phone, countryCode) => {
    const digits = phone.replaceAll('-', '');
    expect(parsePhone({ phone, countryCode })).toEqual({ countryCode: '86', phone: digits });
  });

  it.each([
    ['+86 139 1234 5678', '86'],
    ['0086 (0)139 1234 5678', '86'],
    ['013912345678', '86'],
    ['１３９ １２３４ ５６７８', '８６'],
    ['139\u200b1234\u00a05678', '+86'],
    ['139‐1234–5678', ''],
  ])('of country 86 is read from %s with the code %j', (phone, countryCode) => {
    expect(parsePhone({ phone, countryCode })).toEqual({ countryCode: '86', phone: '13912345678' });
  });

  it.each(['12912345678', '10912345678', '23912345678', '1391234567', '139123456789', '', 'abc'])(
    'of country 86 may not be %j',
    (phone) => expect(parsePhone({ phone, countryCode: '86' })).toBeUndefined(),
  );

  it.each([
    ['0151 23456789', '49', '15123456789'],
    ['+49 151 23456789', '+49', '15123456789'],
    ['(202) 555-0123', '1', '2025550123'],
    ['07911 123456', '44', '7911123456'],
    ['090-1234-5678', '81', '9012345678'],
    ['333 123 4567', '39', '3331234567'],
    ['912 123-45-67', '7', '9121234567'],
    ['8 912 123-45-67', '7', '9121234567'],
    ['+49 (0)151 / 234 567 89', '49', '15123456789'],
    ['0049 (0) 151 23456789', '49', '15123456789'],
    ['+49 0151 23456789', '49', '15123456789'],
    ['+44 (0)7911 123456', '44', '7911123456'],
    ['０７９１１ １２３４５６', '４４', '7911123456'],
  ])('of another country may be %s with the code %s', (phone, countryCode, national) => {
    const code = countryCode.normalize('NFKC').replace('+', '');
    expect(parsePhone({ phone, countryCode })).toEqual({ countryCode: code, phone: national });
  });

  it.each([
    ['139', '49'],
    ['2025550123', '1234'],
    ['2025550123', 'x'],
    // A German number with half of its country code would belong to another country.
    ['91512345678', '4'],
    ['+8613800000000', '49'],
    ['030 901820', '49'],
  ])('of another country may not be %s with the code %s', (phone, countryCode) => {
    expect(parsePhone({ phone, countryCode })).toBeUndefined();
  });
});
