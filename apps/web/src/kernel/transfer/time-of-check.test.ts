import { expect, test } from 'vitest';
import { timeOfCheck } from './time-of-check.ts';

const dueAt = '2026-11-21T12:00:00.000Z';
const heldUntil = '2026-11-22T12:00:00.000Z';
const at = (time: string) => Date.parse(time);

test('a record under review says until when it is decided', () => {
  expect(timeOfCheck({ heldUntil: null, dueAt }, at(dueAt) - 1)).toEqual({
    key: 'transfer.decidedBy',
    at: dueAt,
  });
});

test('one that is late says so, and promises nothing that is over', () => {
  expect(timeOfCheck({ heldUntil: null, dueAt }, at(dueAt)).key).toBe('transfer.late');
});

test('one that is held says until when, and not once the hold is over', () => {
  const held = { heldUntil, dueAt };
  expect(timeOfCheck(held, at(heldUntil) - 1)).toEqual({
    key: 'transfer.heldUntil',
    at: heldUntil,
  });
  expect(timeOfCheck(held, at(heldUntil)).key).toBe('transfer.late');
});
