import { expect, it } from 'vitest';
import { megabytesOf } from './megabytes.ts';

it('shows at least 0.1 MB', () => {
  expect(megabytesOf(1)).toBe('0.1');
  expect(megabytesOf(1024 * 1024)).toBe('1.0');
  expect(megabytesOf(1.15 * 1024 * 1024)).toBe('1.2');
});
