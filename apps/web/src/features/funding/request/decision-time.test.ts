import { expect, test } from 'vitest';
import { decisionTime } from './decision-time.ts';

const dueAt = '2026-11-21T12:00:00.000Z';
const heldUntil = '2026-11-22T12:00:00.000Z';
const at = (time: string) => Date.parse(time);

test('a request under review shows when it will be decided', () => {
  expect(decisionTime({ heldUntil: null, dueAt }, at(dueAt) - 1)).toEqual({
    key: 'transfer.decidedBy',
    at: dueAt,
  });
});

test('a late one says so instead of promising a past time', () => {
  expect(decisionTime({ heldUntil: null, dueAt }, at(dueAt)).key).toBe('transfer.late');
});

test('a paused one shows the end of the pause, until it is over', () => {
  const held = { heldUntil, dueAt };
  expect(decisionTime(held, at(heldUntil) - 1)).toEqual({
    key: 'transfer.heldUntil',
    at: heldUntil,
  });
  expect(decisionTime(held, at(heldUntil)).key).toBe('transfer.late');
});
