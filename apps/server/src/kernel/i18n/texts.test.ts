import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { codes } from '@tern/protocol';
import { codeTexts } from '@tern/protocol/code-texts';
import { messageTexts } from '@tern/protocol/message-texts';
import { describe, expect, it } from 'vitest';
import { type Lang, langOf, locales, type TextKey, textOf } from './texts.ts';

const folder = fileURLToPath(new URL('./texts/', import.meta.url));
const read = (lang: string) => ({
  ...(JSON.parse(readFileSync(`${folder}${lang}.json`, 'utf8')) as Record<string, string>),
  ...Object.fromEntries(
    Object.entries(codeTexts[lang as Lang]).map(([code, text]) => [`code.${code}`, text]),
  ),
  ...Object.fromEntries(
    Object.entries(messageTexts[lang as Lang]).map(([code, text]) => [`message.${code}`, text]),
  ),
});
const english = read('en');
const placeholders = (sentence: string) =>
  [...new Set([...sentence.matchAll(/\{(\w+)/g)].map((match) => match[1]!))]
    .filter((name) => Object.values(english).some((each) => each.includes(`{${name}`)))
    .sort();

describe.each(Object.keys(locales))('the texts in %s', (lang) => {
  const sentences = read(lang);

  it('have the same keys as in English, none empty', () => {
    expect(Object.keys(sentences).sort()).toEqual(Object.keys(english).sort());
    expect(Object.values(sentences).filter((sentence) => sentence.trim() === '')).toEqual([]);
  });

  it('use the same values as in English', () => {
    for (const [key, sentence] of Object.entries(english)) {
      expect([key, placeholders(sentences[key]!)]).toEqual([key, placeholders(sentence)]);
    }
  });

  it('can all be formatted', () => {
    const values = Object.fromEntries(
      Object.values(english).flatMap((sentence) =>
        placeholders(sentence).map((name) => [name, name === 'minutes' ? 10 : `<${name}>`]),
      ),
    );
    for (const [key, sentence] of Object.entries(sentences)) {
      const filled = textOf(lang as Lang, key as TextKey, values);
      expect(filled).not.toMatch(/[{}]/);
      for (const name of placeholders(sentence)) expect(filled).toContain(String(values[name]));
    }
  });

  it('are translated', () => {
    if (lang === 'en') return;
    const hasWords = (sentence: string) => /\p{L}/u.test(sentence.replaceAll(/\{\w+\}/g, ''));
    const copied = Object.entries(english)
      .filter(([key, sentence]) => hasWords(sentence) && sentences[key] === sentence)
      .map(([key]) => key);
    expect(copied).toEqual([]);
  });
});

it('every code has a text', () => {
  for (const code of Object.keys(codes)) expect(english).toHaveProperty([`code.${code}`]);
});

it('there are no text files beyond the fourteen languages', () => {
  const files = readdirSync(folder).map((name) => name.replace('.json', ''));
  expect(files.sort()).toEqual(Object.keys(locales).sort());
});

it('an unknown language falls back to English', () => {
  expect(langOf('xx')).toBe('en');
  expect(langOf('constructor')).toBe('en');
  expect(langOf('jp')).toBe('jp');
});
