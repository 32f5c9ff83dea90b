import { decimal } from '@tern/money';
import { expect, it } from 'vitest';
import { exactJson } from './exact-json.ts';

it('writes scaled numbers with every digit and everything else as plain JSON', () => {
  const message = {
    text: 'a "quoted" \u2028 text',
    small: decimal('0.000000001'),
    long: decimal('12345678901234567890.123456789012345678'),
    seconds: 1_795_011_840,
    list: [[decimal('0.4412'), decimal('10')], null, true],
    absent: undefined,
  };
  const text = exactJson(message);
  expect(text).toContain('"small":0.000000001');
  expect(text).toContain('"long":12345678901234567890.123456789012345678');
  expect(JSON.parse(text)).toEqual({
    text: message.text,
    small: 1e-9,
    long: Number('12345678901234567890'),
    seconds: 1_795_011_840,
    list: [[0.4412, 10], null, true],
  });
});
