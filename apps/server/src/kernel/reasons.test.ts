import { expect, it } from 'vitest';
import { reasonIn } from './reasons.ts';
import { type Lang, locales } from './texts.ts';

const langs = Object.keys(locales) as Lang[];

it("says the program's own reasons in the reader's language, also those that were kept as sentences", () => {
  const said = langs.map((lang) => reasonIn(lang, 'reason.railUndid'));
  expect(new Set(said).size).toBe(langs.length);
  const kept = 'The network took the transfer up and undid it.';
  expect(langs.map((lang) => reasonIn(lang, kept))).toEqual(said);
});

it('leaves what people wrote as they wrote it, whatever it looks like', () => {
  for (const words of ['', 'The name does not match.', 'reason.unheard', 'code.4020']) {
    expect(reasonIn('de', words)).toBe(words);
  }
});
