/** Locking an operator's account: who is offered what, and the own account. */
import { answer, dialog, fill, press, screen, untilText, untilToast } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { OPERATOR, operatorWith, renderConsole } from '../../../../tests/render-console.tsx';

const account = {
  ID: 8,
  CreatedAt: '2026-03-01T09:30:00.000Z',
  login: 'ada',
  roles: ['support' as const],
  isActive: true,
  hasPassword: true,
  hasCodes: true,
  lastUsedAt: null,
  isHolder: false,
  lock: null,
};
const lock = {
  reason: 'The laptop was stolen.',
  by: 'bo',
  beganAt: '2026-03-09T09:30:00.000Z',
  until: '2026-03-10T09:30:00.000Z',
  confirmedBy: null,
  askedBy: null,
};
const confirmed = { ...lock, until: null, confirmedBy: 'cora' };

const openAccount = (shown: object, roles: Parameters<typeof renderConsole>[1] = ['reviewer']) =>
  renderConsole('/operators?login=ada', roles, (server) => {
    server.answer('GET /operator/account/list', { list: [{ ...account, ...shown }] });
    server.answer('POST /operator/account/lock', { until: lock.until });
    server.answer('POST /operator/account/unlock', { isUnlocked: false });
  });
const buttons = () =>
  ['Lock the account', 'Confirm the lock', 'Unlock'].filter(
    (name) => screen.queryByRole('button', { name }) !== null,
  );

test('one person locks a colleague, with a reason', async () => {
  const server = openAccount({});
  await untilText(/ends automatically after 24 hours/);
  expect(buttons()).toEqual(['Lock the account']);
  await press('Lock the account');
  const question = 'Lock the account of ada?';
  await fill('Reason', 'The laptop was stolen.', await dialog(question));
  await answer(question, 'Lock the account');
  await untilToast('Account locked');
  expect(server.inputs('POST /operator/account/lock')).toEqual([
    { ID: 8, reason: 'The laptop was stolen.' },
  ]);
});

test.each([
  ['a second person confirms or lifts it', { lock }, 'reviewer', ['Confirm the lock', 'Unlock']],
  [
    'the operator who began it can lift it',
    { lock: { ...lock, by: OPERATOR.login } },
    'reviewer',
    ['Unlock'],
  ],
  ['an auditor sees it', { lock }, 'auditor', []],
  [
    'the operator who asked waits',
    { lock: { ...confirmed, askedBy: OPERATOR.login } },
    'approver',
    [],
  ],
] as const)('of a lock: %s', async (_, shown, role, offered) => {
  openAccount(shown, [role]);
  await untilText('The laptop was stolen.');
  expect(buttons()).toEqual(offered);
});

test('the first of two who unlock a confirmed lock asks', async () => {
  openAccount({ lock: confirmed });
  await untilText('when two people unlock it');
  await press('Unlock');
  const question = 'Unlock the account of ada?';
  const asked = await dialog(question);
  await untilText(/a second person unlocks within a day/, asked);
  await fill('Reason', 'It was found.', asked);
  await answer(question, 'Unlock');
  await untilToast('Asked, waiting for a second person');
});

test('the own account is behind the name, says its roles by the names they have now, and can be locked', async () => {
  const server = renderConsole('/account', ['support'], (fake) => {
    fake.answer('POST /operator/account/lock', { until: lock.until });
    fake.answer('GET /operator/me', {
      operator: operatorWith(['support']),
      expiresAt: lock.until,
      mode: 'paper',
      roleNames: [{ key: 'support', name: 'Customer care' }],
    });
  });
  await untilText('Customer care', screen.getByRole('main'));
  await untilText('Customer care', screen.getByRole('link', { name: 'Your account' }));
  const link = screen.getByRole('link', { name: 'Your account' });
  expect(link.getAttribute('href')).toBe('#/account');
  await press('Lock my account');
  const question = 'Lock your account?';
  await fill('Reason', 'I lost my phone.', await dialog(question));
  await answer(question, 'Lock my account');
  await untilToast('Account locked');
  expect(server.inputs('POST /operator/account/lock')).toMatchObject([{ ID: OPERATOR.ID }]);
});
