import { decimal, type Price, type Rate } from '@tern/money';
import { describe, expect, it } from 'vitest';
import { findJump } from './find-jump.ts';

const bound = decimal<Rate>('0.05');
/** Points by their second and price, oldest first. */
const points = (of: Record<string, string>) =>
  Object.entries(of).map(([second, price], index) => ({
    seq: index + 1,
    at: Number(second) * 1_000,
    price: decimal<Price>(price),
  }));
const jumpIn = (of: Record<string, string>, atSecond: number) => {
  const found = findJump(points(of), { bound, now: atSecond * 1_000 });
  return found && [found.from.at / 1_000, found.to.at / 1_000];
};

describe('a price jumps', () => {
  it('when it is further than the bound from one of the ten seconds before it', () => {
    expect(jumpIn({ 1: '100', 5: '102', 10: '105.01' }, 10)).toEqual([1, 10]);
    expect(jumpIn({ 1: '100', 5: '98', 10: '94.99' }, 10)).toEqual([1, 10]);
    expect(jumpIn({ 1: '100', 5: '102', 10: '105' }, 10)).toBeUndefined();
  });

  it('not when it moves as far in a longer time', () => {
    expect(jumpIn({ 1: '100', 6: '103', 11.001: '105.01' }, 12)).toBeUndefined();
  });

  it('after a gap of the feed, compared with the price before it', () => {
    expect(jumpIn({ 1: '100', 1_000: '106' }, 1_000)).toEqual([1, 1_000]);
  });

  it('not when the market may have been closed, which lasts an hour', () => {
    expect(jumpIn({ 1: '100', 3_601: '106' }, 3_601)).toBeUndefined();
  });

  it('and is noticed within ten seconds, also when the price has returned', () => {
    expect(jumpIn({ 1: '100', 2: '106', 3: '100' }, 11)).toEqual([2, 3]);
    expect(jumpIn({ 1: '100', 2: '106', 9: '106' }, 11)).toEqual([1, 9]);
    expect(jumpIn({ 1: '100', 2: '106' }, 12)).toBeUndefined();
  });
});
