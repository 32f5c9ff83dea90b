import { expect, test } from 'vitest';
import { formatDuration } from './format-duration.ts';

test('a duration is printed in its largest unit, cut and in the language', () => {
  expect(formatDuration(59_999, 'en')).toBe('59 sec');
  expect(formatDuration(41 * 60_000 + 59_000, 'en')).toBe('41 min');
  expect(formatDuration(98 * 60_000, 'en')).toBe('1.6 hr');
  expect(formatDuration(98 * 60_000, 'de')).toBe('1,6 Std.');
  expect(formatDuration(50 * 3_600_000, 'en')).toBe('2 days');
});
