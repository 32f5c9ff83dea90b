import { expect, test } from 'vitest';
import { isUsual, readableLine } from './readable-line.ts';

const log = (fields: object) => readableLine(JSON.stringify({ level: 40, time: 1, ...fields }));

test('a line of the log is a sentence with its reason and what it is about', () => {
  expect(log({ msg: 'a job failed', job: 'spot.pay', err: { stack: 'Error: no\n at x' } })).toBe(
    'a job failed (job spot.pay, Error: no)',
  );
  expect(log({ msg: 'an idle database connection broke', reason: 'read ECONNRESET' })).toBe(
    'an idle database connection broke (read ECONNRESET)',
  );
  expect(log({ msg: 'connected to NATS again' })).toBe('connected to NATS again');
});

test('a main thread that was blocked is said to have been for how long, and how busy it was itself', () => {
  const line = log({ msg: 'the main thread was blocked', blocks: 3, worstMs: 91, processorMs: 12 });
  expect(line).toBe(
    'the main thread was blocked (for up to 91 ms, of which it worked 12 ms itself)',
  );
  expect(isUsual(line)).toBe(true);
  expect(isUsual('the machine let the main thread wait (for up to 700 ms)')).toBe(true);
});

test('leases that were lost are not usual, whatever the reason', () => {
  expect(isUsual('leases were lost: the main thread was blocked (for 2600 ms)')).toBe(false);
});

test('what is no line of the log stays as it is', () => {
  expect(readableLine('Tern is running')).toBe('Tern is running');
  expect(readableLine('{broken')).toBe('{broken');
});
