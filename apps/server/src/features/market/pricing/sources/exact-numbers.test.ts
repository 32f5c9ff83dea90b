import { describe, expect, it } from 'vitest';
import { parseWithTexts } from './exact-numbers.ts';

describe('numbers in JSON of a source', () => {
  it('become their exact text, however many digits they have', () => {
    expect(
      parseWithTexts('{"price":64218.50,"id":100124845211234567890,"size":0.123456789012345678}'),
    ).toEqual({ price: '64218.50', id: '100124845211234567890', size: '0.123456789012345678' });
  });

  it('become plain decimals when they have an exponent', () => {
    expect(parseWithTexts('[1.2E-7, 1e-8, 12.5e1, 3e3, -1.25e-2, 1e999999]')).toEqual([
      '0.00000012',
      '0.00000001',
      '125',
      '3000',
      '-0.0125',
      '1e999999',
    ]);
  });

  it('stay unchanged inside strings', () => {
    expect(parseWithTexts('{"a 1":"2 \\" 3","b":[null,true,4]}')).toEqual({
      'a 1': '2 " 3',
      b: [null, true, '4'],
    });
  });

  it('do not hide invalid JSON', () => {
    for (const text of ['', '{', '{"a":}', '{"a":01x}', 'NaN', '{"a":"']) {
      expect(() => parseWithTexts(text), text).toThrow(SyntaxError);
    }
  });
});
