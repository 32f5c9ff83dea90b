import { expect, it } from 'vitest';
import { shortAddress } from './short-address.ts';

it('shows both ends of a long address, and a short one in full', () => {
  expect(shortAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('TR7NHq…gjLj6t');
  expect(shortAddress('0x12345678901234')).toBe('0x12345678901234');
});
