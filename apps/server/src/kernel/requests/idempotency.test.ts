import { expect, it } from 'vitest';
import { requestHash } from './idempotency.ts';

const hash = (input: object) => requestHash('POST /call', input);

it('the hash of a request covers fields inside of fields', () => {
  expect(hash({ order: { price: '1', size: '2' } })).not.toBe(
    hash({ order: { price: '9', size: '2' } }),
  );
  expect(hash({ orders: [{ price: '1' }] })).not.toBe(hash({ orders: [{ price: '9' }] }));
  expect(hash({ a: { b: { c: 1 } } })).not.toBe(hash({ a: { b: { c: 2 } } }));
  expect(hash({ order: { price: '1' } })).not.toBe(hash({ order: {} }));
});

it('the hash of a request does not depend on the order of fields, at any depth', () => {
  expect(hash({ a: 1, b: { c: 2, d: [{ e: 3, f: 4 }] } })).toBe(
    hash({ b: { d: [{ f: 4, e: 3 }], c: 2 }, a: 1 }),
  );
});

it('the hash of a request tells calls, values and the order of lists apart', () => {
  expect(hash({ a: 1 })).not.toBe(requestHash('POST /other', { a: 1 }));
  expect(hash({ a: 1 })).not.toBe(hash({ a: '1' }));
  expect(hash({ a: [1, 2] })).not.toBe(hash({ a: [2, 1] }));
  expect(hash({ a: [] })).not.toBe(hash({ a: {} }));
});

it('the hash of a request without inner fields is what is stored of earlier requests', () => {
  expect(hash({ b: '2', a: 1 })).toBe('uJJwpWcIcJ9ZXgY-u1v9PNf9UO1Z9IDS8F9nQKs6Jic');
});
