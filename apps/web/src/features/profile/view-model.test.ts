import { expect, test } from 'vitest';
import { initialsOf, maskEmail, maskPhone, identityLine } from './view-model.ts';

test('a masked e-mail keeps the first and last letter of the name, and the host', () => {
  expect(maskEmail('mika@mail.com')).toBe('m•••a@mail.com');
  expect(maskEmail('a@b.co')).toBe('a•••@b.co');
  expect(maskEmail('not an address')).toBe('•••');
});

test('a masked phone keeps its last four digits', () => {
  expect(maskPhone('13800001234')).toBe('•••• 1234');
  expect(maskPhone('')).toBe('');
});

test('initials come from the words of the name, or its first two letters', () => {
  expect(initialsOf('mika.kallio@mail.com')).toBe('MK');
  expect(initialsOf('demo@tern.test')).toBe('DE');
});

test('an identity that is not verified says what it is needed for', () => {
  expect(identityLine(0)).toMatchObject({
    word: 'profile.unverified',
    note: 'profile.identityNeeded',
  });
  expect(identityLine(1).word).toBe('profile.identityInReview');
  expect(identityLine(2)).toMatchObject({ word: 'profile.verified', note: undefined });
  expect(identityLine(3)).toMatchObject({ pill: { kind: 'bad' }, note: 'profile.identityNeeded' });
});
