import { describe, expect, it } from 'vitest';
import { addressEntry, isAllowed } from './authorization.ts';
import { createLocalBus } from '../../../platform/bus.ts';
import { systemRandom } from '../../../platform/random.ts';
import { createKeyLimits, KEY_LIMIT } from './key-limits.ts';
import { isTimely } from './signature.ts';

describe('an address list', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    [' 10.0.0.0/08 ', '10.0.0.0/8'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['10.0.0.1/33', undefined],
    ['10.0.0.1/', undefined],
    ['10.0.0.1/8/8', undefined],
    ['10.0.0', undefined],
    ['fe80::1%eth0', undefined],
    ['localhost', undefined],
  ])('normalizes %s to %s', (given, stored) => expect(addressEntry(given)).toBe(stored));

  it.each([
    [[], '192.0.2.9', true],
    [['192.0.2.9'], '192.0.2.9', true],
    [['192.0.2.9'], '::ffff:192.0.2.9', true],
    [['192.0.2.9'], '192.0.2.8', false],
    [['192.0.2.0/30'], '192.0.2.3', true],
    [['192.0.2.0/30'], '192.0.2.4', false],
    [['2001:db8::/32'], '2001:db8:1::5', true],
    [['2001:db8::/32'], '192.0.2.9', false],
    [['192.0.2.9'], '', false],
  ])('%j allows the address %s: %s', (list, address, allowed) =>
    expect(isAllowed(list, address)).toBe(allowed),
  );
});

describe('the request limit of a key', () => {
  it('counts requests per key in fixed windows', () => {
    let now = 1_000_000;
    const limits = createKeyLimits({
      clock: { now: () => now },
      bus: createLocalBus(() => undefined),
      random: systemRandom,
    });
    const take = (times: number, key = 1) =>
      Array.from({ length: times }, () => limits.take(key)).filter((quota) => quota.isOver).length;
    expect(take(KEY_LIMIT.requests + 5)).toBe(5);
    expect(take(1, 2)).toBe(0);
    now += KEY_LIMIT.windowMs - 1;
    expect(take(1)).toBe(1);
    now += 1;
    expect(take(1)).toBe(0);
  });
});

describe('a timestamp', () => {
  const now = Date.parse('2026-03-01T00:02:00Z');

  it.each([
    ['2026-03-01T00:02:00', true],
    ['2026-02-28T23:57:00', true],
    ['2026-03-01T00:07:00', true],
    ['2026-02-28T23:56:59', false],
    ['2026-03-01T00:07:01', false],
    ['2026-02-30T00:02:00', false],
    ['2026-03-01 00:02:00', false],
    ['2026-03-01T00:02:00Z', false],
    ['', false],
  ])('%s within five minutes: %s', (timestamp, timely) =>
    expect(isTimely(timestamp, now)).toBe(timely),
  );
});
