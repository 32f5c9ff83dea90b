import { describe, expect, it } from 'vitest';
import { parseEmail, parseLogin } from './identifiers.ts';

describe('an e-mail address', () => {
  it.each(['a@b.co', 'first.last+tag@sub.example.com', "o'neil@example.org", 'x_y-z@a-b.museum'])(
    'may be %s',
    (email) => expect(parseEmail(email)).toBe(email),
  );

  it.each([
    '',
    'plain',
    '@example.com',
    'a@',
    'a@b',
    'a@b.',
    'a@.b.co',
    'a..b@example.com',
    '.a@example.com',
    'a.@example.com',
    'a@b@c.co',
    'a b@example.com',
    'a@exa_mple.com',
    'a@-b.com',
    'a@b.1',
    'a@b.co\r\nBcc: c@d.ee',
    `${'x'.repeat(250)}@b.co`,
  ])('may not be %j', (email) => expect(parseEmail(email)).toBeUndefined());

  it.each([
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ['Ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
    ['ada＠ｅｘａｍｐｌｅ．com', 'ada@example.com'],
    ['\u200bada@example.com\u00a0', 'ada@example.com'],
    ['ada@例え.jp', 'ada@xn--r8jz45g.jp'],
  ])('%s is stored as %s', (typed, stored) => expect(parseEmail(typed)).toBe(stored));

  it.each(['bücher@example.com', 'ada@exa\u202emple.com@b', 'ada@ü.１'])('may not be %s', (email) =>
    expect(parseEmail(email)).toBeUndefined(),
  );

  it('is stored in lower case', () => {
    expect(parseEmail(' Ada@Example.COM ')).toBe('ada@example.com');
  });
});

describe('a login', () => {
  it('is an e-mail address with an @, else digits, whole with an international prefix', () => {
    expect(parseLogin(' Ada@Example.com')).toEqual({ email: 'ada@example.com' });
    expect(parseLogin('139 1234 5678')).toEqual({ digits: '13912345678', isWhole: false });
    expect(parseLogin('+86 139-1234-5678')).toEqual({ digits: '8613912345678', isWhole: true });
    expect(parseLogin('0086 13912345678')).toEqual({ digits: '8613912345678', isWhole: true });
  });

  it.each([
    ['+49 (0)151 23456789', '4915123456789'],
    ['0049 0151 23456789', '4915123456789'],
    ['＋４９ １５１ ２３４５６７８９', '4915123456789'],
    ['+86 (0)139 1234 5678', '8613912345678'],
  ])('by the phone %s finds what registration stores', (typed, digits) => {
    expect(parseLogin(typed)).toEqual({ digits, isWhole: true });
  });

  it('by an address finds what registration stores', () => {
    expect(parseLogin('Ada@Bücher.example')).toEqual({ email: 'ada@xn--bcher-kva.example' });
  });
});
