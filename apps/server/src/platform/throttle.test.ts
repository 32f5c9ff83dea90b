import { expect, it } from 'vitest';
import { createThrottle } from './throttle.ts';

it('lets each key through once per interval', () => {
  let now = 0;
  const mayLog = createThrottle(() => now, 1_000);
  expect([mayLog('a'), mayLog('a'), mayLog('b')]).toEqual([true, false, true]);
  now = 999;
  expect(mayLog('a')).toBe(false);
  now = 1_000;
  expect([mayLog('a'), mayLog('a')]).toEqual([true, false]);
});

it('still limits recent keys after it has removed expired ones', () => {
  let now = 0;
  const mayLog = createThrottle(() => now, 1_000);
  for (let key = 0; key < 1_000; key += 1) mayLog(key);
  now = 500;
  expect(mayLog('recent')).toBe(true);
  now = 1_000;
  expect([mayLog('another'), mayLog('recent'), mayLog(0)]).toEqual([true, false, true]);
});
