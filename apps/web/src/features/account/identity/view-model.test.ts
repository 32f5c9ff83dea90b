import { expect, test } from 'vitest';
import type { Identity } from './api.ts';
import { decisionOf, rejectionOf, renewalOf, viewOf } from './view-model.ts';

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
  details: null,
} as const;
const NOTHING = { documents: undefined, verified: undefined, isRenewalDue: false };
const identity = (status: Identity['status'], reason = ''): Identity => ({
  ...NOTHING,
  status,
  documents: { ...documents, reason },
});

test('offers the form until documents are under review or verified, and while nothing is known', () => {
  expect(viewOf(undefined)).toBe('form');
  expect(viewOf({ ...NOTHING, status: 'none' })).toBe('form');
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

test('says of a verified member when new documents are due, and nothing while they are not', () => {
  const TODAY = '2026-11-30';
  const details = {
    birthDate: '1990-03-21',
    nationality: 'CH',
    residence: 'CH',
    address: 'Seeweg 1',
    documentNumber: '**** 4567',
    documentEndsOn: '2031-05-30',
    taxCountry: 'CH',
    taxNumber: '',
    certifiedAt: '2026-03-01T09:00:00.000Z',
    funds: 'salary',
    fundsNote: '',
  };
  const decidedAt = '2026-03-01T10:00:00.000Z';
  const said = (over: Partial<typeof details>, isRenewalDue = true) => {
    const verified = { ...documents, decidedAt, details: { ...details, ...over } };
    const found = { status: 'verified', documents: verified, verified, isRenewalDue } as const;
    const { key, isDue, canStart } = renewalOf(found, TODAY);
    return [key, isDue, canStart];
  };
  expect(said({}, false)).toEqual([undefined, false, true]);
  expect(said({ documentEndsOn: '2027-01-15' })).toEqual(['identity.renewEnds', true, true]);
  expect(said({ documentEndsOn: '2026-11-29' })).toEqual(['identity.renewEnded', true, true]);
});
