import { describe, expect, it } from 'vitest';
import { cleanText, firstWords } from './clean-text.ts';

describe('the text of a message', () => {
  it('loses what hides or rearranges other text', () => {
    expect(cleanText('a\u202Eb\u2066c\u200Fd')).toBe('abcd');
    expect(cleanText('one\0two\u0007three\u001B[31m')).toBe('onetwothree[31m');
    expect(cleanText('secret\u{e0041}\u{e0042}')).toBe('secret');
    expect(cleanText('\ud800x')).toBe('x');
    expect(cleanText('\ufffc is ours')).toBe('is ours');
  });

  it('loses the marks that would cover other lines', () => {
    expect(cleanText(`Z${'\u0301'.repeat(50)}`)).toBe(`Z${'\u0301'.repeat(6)}`);
  });

  it('keeps lines, joined emoji and the scripts that need joiners', () => {
    expect(cleanText('one\r\ntwo\u2028three\n\n\n\nfour')).toBe('one\ntwo\nthree\n\nfour');
    expect(cleanText('👩‍💻')).toBe('👩‍💻');
    expect(cleanText('می‌خواهم')).toBe('می‌خواهم');
    expect(cleanText('<b>&amp;</b> {value} https://tern.test')).toBe(
      '<b>&amp;</b> {value} https://tern.test',
    );
  });

  it.each(['', '   \n ', '\u200b\u2060', '\u2800', '\u202e', '\u3164'])(
    'is empty for %j',
    (text) => {
      expect(cleanText(text)).toBe('');
    },
  );

  it('is shortened by whole characters for lists', () => {
    expect(firstWords('one\ntwo', 20)).toBe('one two');
    expect(firstWords('😀😀😀😀', 3)).toBe('😀😀…');
  });
});
