import { expect, test } from 'vitest';
import { chooseLanguage, languages } from './languages.ts';

const none = { explicit: null, stored: undefined, browser: [] };

test("an explicit choice wins over the stored one, which wins over the browser's", () => {
  const sources = { explicit: 'de', stored: 'fr', browser: ['it-IT'] };
  expect(chooseLanguage(sources)).toBe('de');
  expect(chooseLanguage({ ...sources, explicit: null })).toBe('fr');
  expect(chooseLanguage({ ...sources, explicit: null, stored: undefined })).toBe('it');
});

test('skips unknown languages and falls back to English', () => {
  expect(chooseLanguage({ explicit: 'xx', stored: 'yy', browser: ['nl-NL', 'sv'] })).toBe('en');
  expect(chooseLanguage({ ...none, browser: ['nl-NL', 'es-MX'] })).toBe('es');
});

test.each([
  ['ja-JP', 'jp'],
  ['ko', 'kr'],
  ['vi-VN', 'vn'],
  ['pt-PT', 'pt'],
  ['in-ID', 'id'],
  ['zh-CN', 'zh'],
  ['zh-Hans-HK', 'zh'],
  ['zh-TW', 'tw'],
  ['zh-HK', 'tw'],
  ['zh-Hant', 'tw'],
  ['zh', 'zh'],
  ['EN_us', 'en'],
  ['en-US@posix', 'en'],
])('the browser tag %s means %s', (tag, language) => {
  expect(chooseLanguage({ ...none, browser: [tag] })).toBe(language);
});

test('there are fourteen languages and Intl accepts each locale', () => {
  const locales = Object.values(languages).map((language) => language.locale);
  expect(locales).toHaveLength(14);
  expect(Intl.getCanonicalLocales(locales)).toEqual(locales);
});
