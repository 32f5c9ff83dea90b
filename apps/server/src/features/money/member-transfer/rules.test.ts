import { type Amount, decimal, formatDecimal } from '@tern/money';
import { describe, expect, it } from 'vitest';
import { leftOfFirstDay, maskName } from './rules.ts';

const usdt = (text: string) => decimal<Amount>(text);
const NOON = Date.parse('2026-11-18T12:00:00Z');
const DAY = 86_400_000;

describe('a masked name', () => {
  it.each([
    ['Anna Weber', 'A… W…'],
    ['  Mika   Kovač ', 'M… K…'],
    ['王小明', '王…'],
    ['Åsa', 'Å…'],
    // One letter on the screen, several code points.
    ['नि शा', 'नि… शा…'],
    ['', ''],
  ])('of %j is %j', (name, masked) => expect(maskName(name)).toBe(masked));
});

describe('the first day with a receiver', () => {
  const left = (since: number | null, sent: string, at = NOON) => {
    const amount = leftOfFirstDay({ since, sent: usdt(sent) }, usdt('1000'), at);
    return amount === undefined ? undefined : formatDecimal(amount);
  };

  it('allows what is left of the limit, which may have been lowered since', () => {
    expect(left(null, '0')).toBe('1000');
    expect(left(NOON, '400.5')).toBe('599.5');
    expect(left(NOON, '1000')).toBe('0');
    expect(left(NOON, '1500')).toBe('0');
  });

  it('ends 24 hours after the first transfer', () => {
    expect(left(NOON, '400', NOON + DAY - 1)).toBe('600');
    expect(left(NOON, '400', NOON + DAY)).toBeUndefined();
  });
});
