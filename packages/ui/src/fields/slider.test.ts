/** Where the slider snaps. */
import { expect, test } from 'vitest';
import { shareAfterKey, snapShare } from './slider.tsx';

test('a drag within three percent of a stop snaps to it, elsewhere to a whole percent', () => {
  expect(snapShare(2.9)).toBe(0);
  expect(snapShare(22)).toBe(25);
  expect(snapShare(28)).toBe(25);
  expect(snapShare(28.4)).toBe(28);
  expect(snapShare(60.6)).toBe(61);
  expect(snapShare(97)).toBe(100);
});

test('a drag past either end stays at the end', () => {
  expect(snapShare(-40)).toBe(0);
  expect(snapShare(140)).toBe(100);
});

test('arrow keys move one percent and page keys twenty-five, within the ends', () => {
  expect(shareAfterKey(50, 'ArrowRight')).toBe(51);
  expect(shareAfterKey(50, 'ArrowDown')).toBe(49);
  expect(shareAfterKey(90, 'PageUp')).toBe(100);
  expect(shareAfterKey(10, 'PageDown')).toBe(0);
  expect(shareAfterKey(10, 'End')).toBe(100);
  expect(shareAfterKey(10, 'a')).toBeUndefined();
});
