import { expect, test } from 'vitest';
import { initialsOf, maskEmail, maskPhone, identityLine } from './view-model.ts';

test('masks an e-mail but for the first and last letter of the name, and the host', () => {
  expect(maskEmail('mika@mail.com')).toBe('m•••a@mail.com');
  expect(maskEmail('a@b.co')).toBe('a•••@b.co');
  expect(maskEmail('not an address')).toBe('•••');
});

test('masks a phone but for its last four digits', () => {
  expect(maskPhone('13800001234')).toBe('•••• 1234');
  expect(maskPhone('')).toBe('');
});

test('takes initials from the words of the name, or its first two letters', () => {
  expect(initialsOf('mika.kallio@mail.com')).toBe('MK');
  expect(initialsOf('demo@tern.test')).toBe('DE');
});

test('says what identity verification is needed for while it is missing', () => {
  expect(identityLine('none')).toMatchObject({
    word: 'profile.unverified',
    note: 'profile.identityNeeded',
  });
  expect(identityLine('submitted').word).toBe('profile.identityInReview');
  expect(identityLine('verified')).toMatchObject({ word: 'profile.verified', note: undefined });
  expect(identityLine('rejected')).toMatchObject({
    pill: { kind: 'bad' },
    note: 'profile.identityNeeded',
  });
});
