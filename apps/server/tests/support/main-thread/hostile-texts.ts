/** Texts that are made to be slow: long repetitions that a wrong pattern walks again and again, and what grows when it is read. */

/** A small seeded generator (mulberry32): the same seed, the same texts. */
export function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = <T>(chance: () => number, from: readonly T[]): T =>
  from[Math.floor(chance() * from.length)]!;

/** What separates, opens, escapes or counts in anything that the server reads. */
const PIECES = [
  'a',
  'aa,',
  ' ',
  '\t',
  ',',
  ', ',
  ';',
  '; ',
  '.',
  'a.',
  '-',
  '_',
  '=',
  '==',
  '&',
  '&a=',
  '/',
  '//',
  '../',
  '\\',
  '"',
  "'",
  '%',
  '%41',
  '%25',
  '0',
  '9',
  '1,',
  '1e',
  '1e9',
  '0.',
  '-0',
  '+',
  '+1',
  '@',
  'a@',
  '@a.',
  'a-',
  '[',
  ']',
  '[[',
  '{"a":',
  '(',
  '(a',
  ')',
  '|',
  '*',
  '~',
  '<',
  '<a ',
  '<!--',
  'data:image/png;base64,',
  'gzip;q=0.',
  'aa-aa-aa;q=0.5,',
  'tern-locale=',
  'btcusdt',
  'btcusdt,',
  'x:',
  '1.2.3.4,',
  '::1,',
  'bytes=0-1,',
  'W/"a",',
] as const;

/** Beyond Latin: what grows when it is normalised or put into lower case, and what is two units or none. */
const WIDE = [
  '\ufdfa',
  '\u0130',
  'ß',
  'e\u0301',
  '\u0301',
  '\u1f82',
  '🐦',
  '\u200b',
  '\u202e',
  'ﷺ',
  '\ud800',
] as const;

/** What makes a pattern that matched so far fail at the end, and so try all other ways. */
const ENDINGS = ['', '!', '\n', 'x', '"', '@', '\u0000', ';', '='] as const;

/** `kind` says where it goes: headers are Latin without control characters. */
export function hostileText(chance: () => number, length: number, kind: 'header' | 'any'): string {
  const pieces = kind === 'header' ? PIECES : [...PIECES, ...WIDE];
  const first = pick(chance, pieces);
  const second = chance() < 0.3 ? pick(chance, pieces) : '';
  const start = chance() < 0.3 ? pick(chance, pieces) : '';
  const repeated = (first + second).repeat(Math.ceil(length / (first.length + second.length)));
  const text = start + repeated.slice(0, length) + pick(chance, ENDINGS);
  return kind === 'header' ? text.replaceAll(/[^\t\u0020-\u007e]/g, '').trim() : text;
}

/** As UTF-8 can carry it: half a character becomes a question mark. */
export const wellFormed = (text: string): string => Buffer.from(text).toString();
