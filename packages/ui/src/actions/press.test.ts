/** Which presses count, and which keys move. */
import { expect, test } from 'vitest';
import { isRepeatedPress } from './pressable.tsx';
import { rovingIndex } from './roving-focus.ts';

test('a second press within half a second is ignored, a later one counts', () => {
  expect(isRepeatedPress(undefined, 0)).toBe(false);
  expect(isRepeatedPress(1000, 1499)).toBe(true);
  expect(isRepeatedPress(1000, 1500)).toBe(false);
});

test('arrow keys move through a row of choices in a circle', () => {
  expect(rovingIndex('ArrowRight', 2, 3)).toBe(0);
  expect(rovingIndex('ArrowLeft', 0, 3)).toBe(2);
  expect(rovingIndex('Home', 2, 3)).toBe(0);
  expect(rovingIndex('End', 0, 3)).toBe(2);
  expect(rovingIndex('x', 0, 3)).toBeUndefined();
});
