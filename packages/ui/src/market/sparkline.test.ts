/** The sparkline fits its frame. */
import { expect, test } from 'vitest';
import { sparklinePath } from './sparkline.tsx';

test('the line runs from edge to edge, with the highest value on top', () => {
  expect(sparklinePath([1, 3, 2], 68, 26)).toBe('M0.0 24.0L34.0 2.0L68.0 13.0');
});

test('a flat line is drawn in the middle, and one point draws nothing', () => {
  expect(sparklinePath([5, 5], 68, 26)).toBe('M0.0 13.0L68.0 13.0');
  expect(sparklinePath([5], 68, 26)).toBe('');
});
