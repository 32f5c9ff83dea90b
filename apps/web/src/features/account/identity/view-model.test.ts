import { expect, test } from 'vitest';
import type { Identity } from './api.ts';
import { decisionOf, rejectionOf, viewOf } from './view-model.ts';

const documents = {
  ID: 50_001,
  CreatedAt: '2026-03-01T09:00:00.000Z',
  recordNo: 'I-50001',
  name: 'Mika Kovač',
  type: 'passport',
  reason: '',
  dueAt: '2026-03-02T09:00:00.000Z',
  heldUntil: null,
  heldReason: '',
  decidedAt: null,
} as const;
const identity = (status: Identity['status'], reason = ''): Identity => ({
  status,
  documents: { ...documents, reason },
});

test('offers the form until documents are under review or verified, and while nothing is known', () => {
  expect(viewOf(undefined)).toBe('form');
  expect(viewOf({ status: 'none', documents: undefined })).toBe('form');
  expect(viewOf(identity('rejected', 'Blurred.'))).toBe('form');
  expect(viewOf(identity('submitted'))).toBe('review');
  expect(viewOf(identity('verified'))).toBe('verified');
});

test('distinguishes a rejection from a verification that was removed', () => {
  expect(rejectionOf(identity('submitted'))).toBeUndefined();
  expect(rejectionOf(identity('rejected', 'Blurred.'))).toEqual({ reason: 'Blurred.' });
  expect(rejectionOf(identity('rejected'))).toBe('removed');
});

test('promises a time, names a hold, and admits to be late', () => {
  const before = '2026-03-01T12:00:00.000Z';
  const after = '2026-03-03T12:00:00.000Z';
  expect(decisionOf(documents, before)).toEqual({ key: 'transfer.decidedBy', at: documents.dueAt });
  expect(decisionOf(documents, after).key).toBe('transfer.late');
  const heldUntil = '2026-03-04T09:00:00.000Z';
  expect(decisionOf({ ...documents, heldUntil }, after)).toEqual({
    key: 'transfer.heldUntil',
    at: heldUntil,
  });
});
