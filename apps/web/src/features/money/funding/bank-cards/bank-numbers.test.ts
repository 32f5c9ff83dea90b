import { describe, expect, it } from 'vitest';
import { groupedInFours, hasWrongCardDigit } from './bank-numbers.ts';

describe('the number of a bank card', () => {
  it('is grouped in fours, however it is typed', () => {
    expect(groupedInFours('4242 4242-42424242')).toBe('4242 4242 4242 4242');
    expect(groupedInFours('de89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
    expect(groupedInFours('')).toBe('');
  });

  it('is doubted if one digit is wrong', () => {
    expect(hasWrongCardDigit('4242 4242 4242 4242')).toBe(false);
    expect(hasWrongCardDigit('4242 4242 4242 4243')).toBe(true);
    expect(hasWrongCardDigit('2424 4242 4242 4242')).toBe(true);
  });

  it("may be an account number without a card's check digit", () => {
    expect(hasWrongCardDigit('0532013000')).toBe(false);
    expect(hasWrongCardDigit('AB12 3456 7890 1234')).toBe(false);
  });
});
