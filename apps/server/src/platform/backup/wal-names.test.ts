import { expect, it } from 'vitest';
import { isWalFile, nextSegment, segmentAt, segmentBefore } from './wal-names.ts';

it('a segment is named by timeline and position, 256 to a number', () => {
  expect(segmentAt(1, '0/3000028')).toBe('000000010000000000000003');
  expect(segmentAt(10, 'A/FF000000')).toBe('0000000A0000000A000000FF');
  expect(nextSegment('0000000A0000000A000000FF')).toBe('0000000A0000000B00000000');
});

it('a log that ends where a segment begins ends with the one before', () => {
  expect(segmentBefore(1, '0/4000000')).toBe('000000010000000000000003');
  expect(segmentBefore(1, '0/4000001')).toBe('000000010000000000000004');
});

it('half written files and files of others are not taken from the spool', () => {
  const names = ['000000010000000000000003', '00000002.history'];
  expect(names.filter(isWalFile)).toEqual(names);
  expect(isWalFile('000000010000000000000003.part')).toBe(false);
});
