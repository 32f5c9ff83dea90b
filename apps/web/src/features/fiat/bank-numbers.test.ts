import { describe, expect, it } from 'vitest';
import { inFours, isDoubtfulCard, isDoubtfulIban } from './bank-numbers.ts';

describe('the number of a bank card', () => {
  it('is grouped in fours, however it is typed', () => {
    expect(inFours('4242 4242-42424242')).toBe('4242 4242 4242 4242');
    expect(inFours('de89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
    expect(inFours('')).toBe('');
  });

  it('is doubted if one digit is wrong', () => {
    expect(isDoubtfulCard('4242 4242 4242 4242')).toBe(false);
    expect(isDoubtfulCard('4242 4242 4242 4243')).toBe(true);
    expect(isDoubtfulCard('2424 4242 4242 4242')).toBe(true);
  });

  it("may be an account number without a card's check digit", () => {
    expect(isDoubtfulCard('0532013000')).toBe(false);
    expect(isDoubtfulCard('AB12 3456 7890 1234')).toBe(false);
  });
});

describe('an IBAN', () => {
  it.each(['DE89 3704 0044 0532 0130 00', 'GB29 NWBK 6016 1331 9268 19', 'NO93 8601 1117 947'])(
    '%s has valid check digits',
    (iban) => expect(isDoubtfulIban(iban)).toBe(false),
  );

  it.each(['DE88 3704 0044 0532 0130 00', 'DE89 3704 0044 0532 0103 00'])('%s is doubted', (iban) =>
    expect(isDoubtfulIban(iban)).toBe(true),
  );

  it('is not doubted while empty, nor in countries without IBAN', () => {
    expect(isDoubtfulIban('DE89 3704')).toBe(false);
    expect(isDoubtfulIban('1234567890123456')).toBe(false);
  });
});
