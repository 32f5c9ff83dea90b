import { expect, it } from 'vitest';
import { createLocalBus } from './bus.ts';
import { addressSubject, limitKey } from './limit-key.ts';
import { systemRandom } from './random.ts';
import { createRateLimiter } from './rate-limit.ts';
import { turnsOfBytes, turnsOfRows } from './turns.ts';

function limiterAt(start: number) {
  let at = start;
  const limiter = createRateLimiter({
    clock: { now: () => at },
    bus: createLocalBus(() => undefined),
    random: systemRandom,
  });
  return { limiter, advance: (ms: number) => (at += ms) };
}

const takeMany = (count: number, take: () => number) =>
  Array.from({ length: count }, take).filter((waitMs) => waitMs === 0).length;

it('lets a burst pass, then returns how long to wait', () => {
  const { limiter } = limiterAt(1_000);
  expect(takeMany(250, () => limiter.take(addressSubject('192.0.2.1'), 'secret'))).toBe(200);
  expect(limiter.take(addressSubject('192.0.2.1'), 'secret')).toBe(200);
});

it('refills at the rate of the class', () => {
  const { limiter, advance } = limiterAt(1_000);
  takeMany(300, () => limiter.take(limitKey('member', 1), 'order'));
  advance(100);
  expect(takeMany(20, () => limiter.take(limitKey('member', 1), 'order'))).toBe(5);
});

it('has a separate bucket for each caller and class', () => {
  const { limiter } = limiterAt(1_000);
  takeMany(100, () => limiter.take(limitKey('member', 1), 'money'));
  expect(limiter.take(limitKey('member', 1), 'money')).toBeGreaterThan(0);
  expect(limiter.take(limitKey('member', 2), 'money')).toBe(0);
  expect(limiter.take(limitKey('member', 1), 'read')).toBe(0);
});

it('charges a call as many turns as it costs, and lets the next wait for them', () => {
  const { limiter, advance } = limiterAt(1_000);
  const caller = addressSubject('192.0.2.1');
  const takeHeavy = () => limiter.take(caller, 'read', 20);
  expect(takeMany(100, takeHeavy)).toBe(10);
  // Fifty turns a second: a call of 20 turns each 0.4 seconds.
  advance(10_000);
  expect(takeMany(100, takeHeavy)).toBe(10);
  advance(400);
  expect(takeMany(100, takeHeavy)).toBe(1);
  // One turn must be left, the others may be owed.
  advance(20);
  expect(takeHeavy()).toBe(0);
  expect(takeHeavy()).toBe(400);
});

it('lets a caller wait for what a long answer has cost', () => {
  const { limiter, advance } = limiterAt(1_000);
  const caller = addressSubject('192.0.2.1');
  limiter.take(caller, 'read');
  limiter.owe(caller, 'read', 299);
  expect(limiter.take(caller, 'read')).toBe((1 + 100) * 20);
  advance(2_100);
  expect(limiter.take(caller, 'read')).toBe(0);
});

it('prices an answer by its rows, or by its bytes', () => {
  expect([1, 100, 101, 2_000].map(turnsOfRows)).toEqual([1, 1, 2, 20]);
  expect([0, 16_384, 16_385, 300_000].map(turnsOfBytes)).toEqual([1, 1, 2, 19]);
});

it('never fills a bucket beyond its burst', () => {
  const { limiter, advance } = limiterAt(1_000);
  limiter.take(limitKey('member', 1), 'captcha');
  advance(24 * 3_600_000);
  expect(takeMany(300, () => limiter.take(limitKey('member', 1), 'captcha'))).toBe(200);
});

it('loses no tokens when the clock is set back', () => {
  const { limiter, advance } = limiterAt(10_000_000);
  limiter.take(limitKey('member', 1), 'captcha');
  advance(-5_000_000);
  expect(takeMany(300, () => limiter.take(limitKey('member', 1), 'captcha'))).toBe(199);
});

it('drops full buckets of many callers but not the empty ones', () => {
  const { limiter, advance } = limiterAt(1_000);
  takeMany(100, () => limiter.take(limitKey('flood', 1), 'money'));
  for (let caller = 0; caller < 25_000; caller += 1)
    limiter.take(limitKey('caller', caller), 'read');
  advance(100);
  for (let caller = 0; caller < 25_000; caller += 1)
    limiter.take(limitKey('other', caller), 'read');
  expect(limiter.take(limitKey('flood', 1), 'money')).toBeGreaterThan(0);
});
