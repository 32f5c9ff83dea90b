import { expect, test } from 'vitest';
import { attentionOf, isMobile, methodKey } from './view-model.ts';

const user = { frozen: false, freeze: null, hasPayPassword: true };
const lock = { isOn: true, offAt: null };
const at = '2026-11-21T09:00:00.000Z';
const open = { status: 'open' as const, requestedAt: at, earliestAt: at, reason: '' };
const byOwner = { by: 'owner' as const, reason: '', until: null };

test('the most urgent thing needs attention, or nothing does', () => {
  const frozen = { ...user, frozen: true, freeze: byOwner, hasPayPassword: false };
  const turningOff = { isOn: true, offAt: at };
  expect(attentionOf({ user, lock, unfreezing: null })).toBe('none');
  expect(attentionOf({ user: frozen, lock: turningOff, unfreezing: null })).toBe('frozen');
  expect(attentionOf({ user: frozen, lock, unfreezing: open })).toBe('unfreezing');
  const byStaff = { ...frozen, freeze: { ...byOwner, by: 'staff' as const } };
  expect(attentionOf({ user: byStaff, lock, unfreezing: open })).toBe('frozenByStaff');
  expect(attentionOf({ user, lock: turningOff, unfreezing: null })).toBe('lockOff');
  const without = { ...user, hasPayPassword: false };
  expect(attentionOf({ user: without, lock, unfreezing: null })).toBe('noPayPassword');
});

test('a device is drawn as a phone by its system', () => {
  expect(isMobile({ name: 'Safari, iOS' })).toBe(true);
  expect(isMobile({ name: 'Chrome, Windows' })).toBe(false);
});

test('an unknown way to log in is left out', () => {
  expect(methodKey({ method: 'password' })).toBe('security.byPassword');
  expect(methodKey({ method: 'telepathy' })).toBeUndefined();
});
