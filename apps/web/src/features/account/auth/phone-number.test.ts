import { expect, test } from 'vitest';
import { isPhoneOf, regionOfPrefix } from './phone-number.ts';
import { likelyRegion } from './phone-countries.ts';

const OFFERED = ['CN', 'HK', 'CA', 'DE', 'RU', 'US', 'VN', 'AE'];

test.each([
  ['+49', 'DE'],
  ['+49 151 23456789', 'DE'],
  ['0049151', 'DE'],
  ['＋８６ 138', 'CN'],
  ['+852 5123 4567', 'HK'],
  ['+971 50 123 45 67', 'AE'],
  ['+85', undefined],
  ['+33 6', undefined],
  ['0151 23456789', undefined],
  ['49151', undefined],
  ['', undefined],
])('the dialling code of “%s” selects %s', (typed, region) => {
  expect(regionOfPrefix(typed, OFFERED, 'CN')).toBe(region);
});

test('of countries with one dialling code the number decides, otherwise the selection', () => {
  expect(regionOfPrefix('+1 416 555 0123', OFFERED, 'US')).toBe('CA');
  expect(regionOfPrefix('+1 202 555 0123', OFFERED, 'CA')).toBe('US');
  expect(regionOfPrefix('+1', OFFERED, 'US')).toBe('US');
  expect(regionOfPrefix('+1', OFFERED, 'DE')).toBe('CA');
});

test('a number may begin with the dialling code, also of a country whose numbers are unknown', () => {
  expect(isPhoneOf('DE', '0049 151 23456789')).toBe(true);
  expect(isPhoneOf('AE', '+971 50 123 45 67')).toBe(true);
  expect(isPhoneOf('AE', '+49 151 23456789')).toBe(false);
});

test.each([
  ['Europe/Berlin', ['en-US'], 'DE'],
  ['America/Toronto', ['fr-FR'], 'CA'],
  ['UTC', ['vi', 'en-US'], 'VN'],
  ['Europe/Paris', ['fr-FR', 'de-AT', 'en-US'], 'US'],
  ['UTC', ['en-US@posix', 'ru'], 'RU'],
  ['UTC', ['fr-FR'], 'CN'],
  ['UTC', [], 'CN'],
])('in the time zone %s with the languages %j the country is %s', (zone, languages, region) => {
  expect(likelyRegion(OFFERED, { zone, languages })).toBe(region);
});

test('where nothing tells the country it is the first that the licence covers', () => {
  expect(likelyRegion(['AE', 'CH'], { zone: 'UTC', languages: ['fr-FR'] })).toBe('AE');
});
