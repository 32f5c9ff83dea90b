import { expect, it } from 'vitest';
import { parseStrictJson } from './strict-json.ts';

it('reads JSON as it is', () => {
  for (const text of [
    '{"a": {"b": 1}, "b": [{"b": 2}, {"b": 3}], "c": "\\"b\\": {"}',
    '[1, "a", "a", null]',
    '"a"',
  ]) {
    expect(parseStrictJson(text)).toEqual(JSON.parse(text));
  }
  expect(() => parseStrictJson('{"a": 1')).toThrow(SyntaxError);
});

it('refuses a name that comes twice in one record, however it is spelt', () => {
  for (const text of [
    '{"a": 1, "a": 1}',
    '{"b": [{"x": 0, "y": {"z": 1}, "x": 2}]}',
    '{"a" : 1, "\\u0061": 2}',
    '{"__proto__": 1, "__proto__": 2}',
  ]) {
    expect(() => parseStrictJson(text)).toThrow('comes twice');
  }
});
