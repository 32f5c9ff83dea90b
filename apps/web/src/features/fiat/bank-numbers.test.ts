import { describe, expect, it } from 'vitest';
import { inFours, isDoubtfulCard, isDoubtfulIban } from './bank-numbers.ts';

describe('the number of a bank card', () => {
  it('stands in groups of four, however it is typed', () => {
    expect(inFours('4242 4242-42424242')).toBe('4242 4242 4242 4242');
    expect(inFours('de89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
    expect(inFours('')).toBe('');
  });

  it('is doubted when one digit is another', () => {
    expect(isDoubtfulCard('4242 4242 4242 4242')).toBe(false);
    expect(isDoubtfulCard('4242 4242 4242 4243')).toBe(true);
    expect(isDoubtfulCard('2424 4242 4242 4242')).toBe(true);
  });

  it('may be the number of an account, which has no check digit of a card', () => {
    expect(isDoubtfulCard('0532013000')).toBe(false);
    expect(isDoubtfulCard('AB12 3456 7890 1234')).toBe(false);
  });
});

describe('an IBAN', () => {
  it.each(['DE89 3704 0044 0532 0130 00', 'GB29 NWBK 6016 1331 9268 19', 'NO93 8601 1117 947'])(
    '%s fits its check digits',
    (iban) => expect(isDoubtfulIban(iban)).toBe(false),
  );

  it.each(['DE88 3704 0044 0532 0130 00', 'DE89 3704 0044 0532 0103 00'])('%s is doubted', (iban) =>
    expect(isDoubtfulIban(iban)).toBe(true),
  );

  it('is not doubted before it is written, nor where there are none', () => {
    expect(isDoubtfulIban('DE89 3704')).toBe(false);
    expect(isDoubtfulIban('1234567890123456')).toBe(false);
  });
});
