/** The randomness port: what is drawn ahead is given once. */
import { expect, test } from 'vitest';
import { systemRandom } from './random.ts';

test('a token has as many random bytes as asked for, and no two share any', () => {
  const tokens = [9, 16, 4_000, 200, 4_096, 10_000, 9].map((bytes) => systemRandom.token(bytes));
  const lengths = tokens.map((token) => Buffer.from(token, 'base64url').length);
  expect(lengths).toEqual([9, 16, 4_000, 200, 4_096, 10_000, 9]);
  const many = Array.from({ length: 5_000 }, () => systemRandom.token(9));
  expect(new Set(many).size).toBe(many.length);
  // Erased bytes are zeros, of which no token consists.
  expect(many).not.toContain(Buffer.alloc(9).toString('base64url'));
});
