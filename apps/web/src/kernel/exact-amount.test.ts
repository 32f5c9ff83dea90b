import { expect, it } from 'vitest';
import { exactPlaces } from './exact-amount.tsx';

it('an exact amount shows all its digits', () => {
  expect(exactPlaces('1234.567891', 2)).toBe(6);
  expect(exactPlaces('1234', 2)).toBe(2);
});
