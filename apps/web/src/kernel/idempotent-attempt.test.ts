import { expect, test } from 'vitest';
import { CallError } from '../platform/http/call-error.ts';
import { makeAttempts } from './idempotent-attempt.ts';

function attempts() {
  let serial = 0;
  return makeAttempts(() => `key-${++serial}`);
}

const order = { symbol: 'btcusdt', mnum: '1' };

test('resends the same key after a lost answer', () => {
  const form = attempts();
  const first = form.keyFor(order);
  form.ended(new CallError('x', { kind: 'timeout' }));
  expect(form.keyFor({ ...order })).toBe(first);
  form.ended(new CallError('x', { kind: 'refused', code: 5003 }));
  expect(form.keyFor(order)).toBe(first);
});

test('changed input is a new attempt', () => {
  const form = attempts();
  const first = form.keyFor(order);
  form.ended(new CallError('x', { kind: 'network' }));
  expect(form.keyFor({ ...order, mnum: '2' })).not.toBe(first);
});

test('the same input after a success or a refusal is a new attempt', () => {
  const form = attempts();
  const first = form.keyFor(order);
  form.ended();
  const second = form.keyFor(order);
  expect(second).not.toBe(first);
  form.ended(new CallError('x', { kind: 'refused', code: 4020 }));
  expect(form.keyFor(order)).not.toBe(second);
});

test('a form without input still has one key per attempt', () => {
  const form = attempts();
  const first = form.keyFor(undefined);
  expect(first).toBe('key-1');
  form.ended(new CallError('x', { kind: 'timeout' }));
  expect(form.keyFor(undefined)).toBe(first);
  form.ended();
  expect(form.keyFor(undefined)).toBe('key-2');
});
