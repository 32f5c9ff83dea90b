import { expect, it } from 'vitest';
import { exactPlaces } from './exact-places.ts';

it('an amount on its way is shown with all its digits', () => {
  expect(exactPlaces('1234.567891', 2)).toBe(6);
  expect(exactPlaces('1234', 2)).toBe(2);
});
