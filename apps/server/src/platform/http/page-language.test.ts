import { expect, test } from 'vitest';
import { pageLanguage } from './page-language.ts';

const locales = ['en-US', 'de-DE', 'pt-BR', 'id-ID', 'ja-JP', 'zh-CN', 'zh-TW'];
const asked = (accepted: string, chosen?: string) => pageLanguage(locales, { accepted, chosen });

test.each([
  ['ja', 'ja-JP'],
  ['de-AT,en;q=0.5', 'de-DE'],
  ['pt-PT', 'pt-BR'],
  ['in-ID', 'id-ID'],
  ['zh', 'zh-CN'],
  ['zh-HK', 'zh-TW'],
  ['zh-Hant', 'zh-TW'],
  ['zh-Hans-HK', 'zh-CN'],
  ['EN-gb', 'en-US'],
])('a browser that accepts %s gets %s', (accepted, locale) => {
  expect(asked(accepted)).toBe(locale);
});

test('the preferred language counts, not the first in the list', () => {
  expect(asked('de;q=0.3, ja;q=0.8, en;q=0.5')).toBe('ja-JP');
  expect(asked('nl-NL, sv;q=0.9, de;q=0.1')).toBe('de-DE');
  expect(asked('de;q=0, ja;q=0.1')).toBe('ja-JP');
});

test('the language chosen earlier in this browser comes first, if it exists', () => {
  expect(asked('de', 'ja-JP')).toBe('ja-JP');
  expect(asked('de', 'xx-XX')).toBe('de-DE');
});

test.each(['', '*', 'xx', 'a,b;c=d;q=e', 'en-US@posix', ';;;,,,'])(
  'a browser that accepts %j has no language',
  (accepted) => {
    expect(asked(accepted)).toBeUndefined();
  },
);

test('only the beginning of an overlong header is read', () => {
  expect(asked(`de,${'aa,'.repeat(5_000)}`)).toBe('de-DE');
  expect(asked(`${'aa,'.repeat(5_000)}de`)).toBeUndefined();
  expect(asked(`${'x'.repeat(15_000)},de`)).toBeUndefined();
});
