import { parse } from 'node:querystring';
import { describe, expect, test } from 'vitest';
import { longForm, longJson } from './bodies.ts';

const bytes = (text: string) => Buffer.from(text);

describe('a long form', () => {
  test.each(['a=1&b=2', 'a=1%2B2%2F3&b=+x+', 'base64Str=QUJD%3D%3D', 'a=&b', 'a=b=c', 'a=%41%62'])(
    'is read as any form is: %s',
    async (text) => {
      expect(await longForm(bytes(text), 20)).toEqual({ ...parse(text) });
    },
  );

  test('of several megabytes is read as any form is, also where an escape lies across two pieces', async () => {
    const text = `a=${'%41+b'.repeat(600_000)}`;
    expect(await longForm(bytes(text), 20)).toEqual({ ...parse(text) });
  });

  test.each([
    ['too many fields', `${'a=1&'.repeat(30)}`],
    ['a repeated field', 'a=1&a=2'],
    ['a long name', `${'a'.repeat(100)}=1`],
    ['bytes beyond ASCII', 'a=é'],
    ['a percent sign that escapes nothing', 'a=%zz'],
    ['half an escape at its end', 'a=%4'],
  ])('with %s is refused', async (_name, text) => {
    await expect(longForm(bytes(text), 20)).rejects.toThrow('one long text');
  });
});

describe('a long JSON document', () => {
  test('is parsed when it has one long text and a few other fields', () => {
    const document = { base64Str: 'A'.repeat(1_000_000), note: 'a "word", [and] {more}' };
    expect(JSON.parse(longJson(bytes(JSON.stringify(document))))).toEqual(document);
  });

  test.each([
    ['many values', JSON.stringify(Array.from({ length: 200 }, () => 1))],
    ['deep arrays', '['.repeat(200)],
    ['many texts', '"'.repeat(300)],
    ['characters beyond ASCII', '{"a":"🐦"}'],
  ])('of %s is refused', (_name, text) => {
    expect(() => longJson(bytes(text))).toThrow('one long text');
  });
});
