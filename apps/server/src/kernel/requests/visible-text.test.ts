import { describe, expect, it } from 'vitest';
import { readReason } from '../review/review-rules.ts';
import { isDisguised, readVisible } from './visible-text.ts';

describe('a name that reviewers read', () => {
  it.each([
    ['a right-to-left override', 'invoice\u202Egnp.exe'],
    ['an isolate', 'Ada \u2066Sterna'],
    ['a right-to-left mark', 'Ada\u200F Sterna'],
    ['a line break', 'Ada\nApproved by: operator-1'],
    ['a bell', 'Ada\u0007'],
    ['a paragraph end', 'Ada\u2029Sterna'],
    ['invisible tags', 'Ada\u{E0041}\u{E0042}'],
    ['half a surrogate pair', 'Ada\uD83D'],
  ])('is refused with %s, naming the field', (_what, name) => {
    expect(() => readVisible(name, 'name')).toThrowError(
      expect.objectContaining({
        code: 5001,
        detail: { fields: ['name'], text: 'text.disguised' },
      }),
    );
  });

  it.each(['Ada Sterna', 'محفظتي', 'ארנק', '👩‍🚀 wallet', 'کتاب‌خانه', '财布', 'Łukasz & Co.'])(
    'may be %s',
    (name) => {
      expect(readVisible(` ${name} `, 'name')).toBe(name);
    },
  );

  it('must contain a visible character', () => {
    expect(() => readVisible('\u200B', 'name')).toThrowError();
    expect(isDisguised('\u200B')).toBe(false);
  });
});

describe('a reason', () => {
  it('may have line breaks but no direction marks', () => {
    expect(readReason('First.\nSecond.')).toBe('First.\nSecond.');
    expect(readReason('First.\r\nSecond.\tThird.')).toBe('First.\nSecond. Third.');
    expect(() => readReason('First \u202E.dnoceS')).toThrowError();
  });
});
