import { describe, expect, it } from 'vitest';
import { attemptWaitMs, maskAddress } from './rules.ts';

describe('a masked network address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.•'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:•'],
    ['::1', '::1:•'],
    ['', ''],
  ])('%s is shown as %s', (address, shown) => {
    expect(maskAddress(address)).toBe(shown);
  });
});

describe('failures', () => {
  it('block until the oldest of the last ten leaves the window', () => {
    const limit = { max: 3, windowMs: 1_000 };
    expect(attemptWaitMs([100, 200], limit, 500)).toBe(0);
    expect(attemptWaitMs([100, 200, 300], limit, 500)).toBe(600);
    expect(attemptWaitMs([100, 200, 300], limit, 1_100)).toBe(0);
    expect(attemptWaitMs([100, 200, 300], limit, 5_000)).toBe(0);
    expect(attemptWaitMs([100, 200, 300, 400], limit, 500)).toBe(700);
  });
});
