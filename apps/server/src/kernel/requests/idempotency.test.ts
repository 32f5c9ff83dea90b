import { expect, it } from 'vitest';
import { requestHash } from './idempotency.ts';

const hash = (input: object) => requestHash('POST /call', input);

it('the request hash covers nested fields', () => {
  expect(hash({ order: { price: '1', size: '2' } })).not.toBe(
    hash({ order: { price: '9', size: '2' } }),
  );
  expect(hash({ orders: [{ price: '1' }] })).not.toBe(hash({ orders: [{ price: '9' }] }));
  expect(hash({ a: { b: { c: 1 } } })).not.toBe(hash({ a: { b: { c: 2 } } }));
  expect(hash({ order: { price: '1' } })).not.toBe(hash({ order: {} }));
});

it('the request hash does not depend on the order of fields, at any depth', () => {
  expect(hash({ a: 1, b: { c: 2, d: [{ e: 3, f: 4 }] } })).toBe(
    hash({ b: { d: [{ f: 4, e: 3 }], c: 2 }, a: 1 }),
  );
});

it('the request hash distinguishes calls, values and the order of lists', () => {
  expect(hash({ a: 1 })).not.toBe(requestHash('POST /other', { a: 1 }));
  expect(hash({ a: 1 })).not.toBe(hash({ a: '1' }));
  expect(hash({ a: [1, 2] })).not.toBe(hash({ a: [2, 1] }));
  expect(hash({ a: [] })).not.toBe(hash({ a: {} }));
});

it('the request hash of a flat request equals those stored by earlier versions', () => {
  expect(hash({ b: '2', a: 1 })).toBe('uJJwpWcIcJ9ZXgY-u1v9PNf9UO1Z9IDS8F9nQKs6Jic');
});
