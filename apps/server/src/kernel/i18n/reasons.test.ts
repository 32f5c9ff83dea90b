import { expect, it } from 'vitest';
import { reasonIn } from './reasons.ts';
import { type Lang, locales } from './texts.ts';

const langs = Object.keys(locales) as Lang[];

it("translates the program's own reasons into the reader's language", () => {
  const said = langs.map((lang) => reasonIn(lang, 'reason.railUndid'));
  expect(new Set(said).size).toBe(langs.length);
});

it('leaves reasons written by operators unchanged', () => {
  for (const words of ['', 'The name does not match.', 'reason.unheard', 'code.4020']) {
    expect(reasonIn('de', words)).toBe(words);
  }
});
