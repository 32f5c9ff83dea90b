/** Texts built to be slow: repetitions that make bad patterns backtrack, and characters that grow when normalised. */

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

/** Separators, brackets, escapes and numbers of all formats the server reads. */
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

/** Beyond Latin: characters that grow when normalised or lower-cased, characters of two units or none, words for secrets. */
const WIDE = [
  'пин--',
  'код 1 ',
  'пароль ',
  'pin1 ',
  '密码',
  '验证码1',
  'パスワード',
  '비밀번호 ',
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

/** Endings that make a matching pattern fail and backtrack. */
const ENDINGS = ['', '!', '\n', 'x', '"', '@', '\u0000', ';', '='] as const;

/** `kind`: headers are Latin without control characters. */
export function hostileText(chance: () => number, length: number, kind: 'header' | 'any'): string {
  const pieces = kind === 'header' ? PIECES : [...PIECES, ...WIDE];
  const first = pick(chance, pieces);
  const second = chance() < 0.3 ? pick(chance, pieces) : '';
  const start = chance() < 0.3 ? pick(chance, pieces) : '';
  const repeated = (first + second).repeat(Math.ceil(length / (first.length + second.length)));
  const text = start + repeated.slice(0, length) + pick(chance, ENDINGS);
  return kind === 'header' ? text.replaceAll(/[^\t\u0020-\u007e]/g, '').trim() : text;
}

/** Valid UTF-8: a lone surrogate is replaced. */
export const wellFormed = (text: string): string => Buffer.from(text).toString();
