import { describe, expect, it } from 'vitest';
import { passwordLength, readCode, readPhoneDigits } from './typed-text.ts';

describe('a code', () => {
  it.each([
    '123456',
    ' 123 456 ',
    '１２３４５６',
    '123-456',
    '1\u200b23\u00a0456\ufeff',
    '123–456',
  ])('%j is 123456', (typed) => expect(readCode(typed)).toBe('123456'));

  it('keeps the letters of an invitation and of an image', () => {
    expect(readCode(' ＴＥＲＮ ０１')).toBe('TERN01');
    expect(readCode('gu ll')).toBe('gull');
  });
});

describe('the digits of a phone', () => {
  it.each([
    ['+49 (0)151 / 234 567', '+49151234567'],
    ['0049 (0) 151 234 567', '+49151234567'],
    ['（０１５１）２３４５６７', '0151234567'],
    ['(0)151 234 567', '0151234567'],
    ['139\u2011123\u20114567', '1391234567'],
  ])('of %s are %s', (typed, digits) => expect(readPhoneDigits(typed)).toBe(digits));
});

describe('the length of a password', () => {
  it.each([
    ['grüße', 5],
    ['gru\u0308ße', 5],
    ['open sea', 8],
    ['sea\u200b\u200b\u200b\u200b\u200b', 3],
    ['海🐦', 2],
  ])('of %j is %i', (password, length) => expect(passwordLength(password)).toBe(length));
});
