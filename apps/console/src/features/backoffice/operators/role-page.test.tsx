/** The page of a role: what it may do, the proposal of a change, and duties that two people should have. */
import { refused } from '@tern/protocol/tests';
import { control, fill, press, screen, untilText, untilToast, within } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderConsole } from '../../../../tests/render-console.tsx';

const support = {
  key: 'support',
  name: 'Support',
  version: 3,
  permissions: ['customers.read' as const, 'outbox.read' as const],
  logins: ['ada'],
  reviewId: null as number | null,
};

const open = (
  path: string,
  shown: Partial<typeof support> = {},
  role: 'approver' | 'auditor' = 'approver',
) =>
  renderConsole(path, [role], (server) => {
    server.answer('GET /operator/account/roles', { rows: [], roles: [{ ...support, ...shown }] });
    server.answer('POST /operator/role/propose', { reviewId: 12 });
  });

const changes = () =>
  within(screen.getByRole('table', { name: 'What changes' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td, th')].map((cell) => cell.textContent));

test('a change shows before and after, and is proposed with a reason', async () => {
  const server = open('/operators?role=support');
  await untilText('Held by ada');
  await untilText('Nothing is changed yet.');
  await press('Send failed messages again', { role: 'checkbox' });
  await press('See e-mails and SMS that were sent', { role: 'checkbox' });
  expect(changes()).toEqual([
    ['See e-mails and SMS that were sent', 'yes', 'no'],
    ['Send failed messages again', 'no', 'yes'],
  ]);
  // Somebody holds it: it is not ended.
  expect(screen.queryByRole('button', { name: 'Propose to end the role' })).toBeNull();
  await fill('Reason', 'Ada sends them.');
  await press('Propose the change');
  await untilToast('Proposed, waiting for a second person');
  expect(server.inputs('POST /operator/role/propose')).toMatchObject([
    {
      change: 'edit',
      key: 'support',
      version: 3,
      name: 'Support',
      permissions: ['customers.read', 'outbox.send'],
      reason: 'Ada sends them.',
    },
  ]);
});

test('a form that a colleague’s change overtakes sends nothing until it stands on the new version', async () => {
  const server = open('/operators?role=support');
  await press('Send failed messages again', { role: 'checkbox' });
  await fill('Name', 'Customer care');
  await fill('Reason', 'Ada sends them.');
  const newer = { ...support, version: 4, permissions: ['customers.read' as const] };
  server.answer('GET /operator/account/roles', { rows: [], roles: [newer] });
  server.answer('POST /operator/role/propose', refused(5033, {}, 'The role has changed.'));
  await press('Propose the change');
  await untilText(/came into force since you opened it/);
  expect((await control('button', 'Propose the change')).hasAttribute('disabled')).toBe(true);
  await press('Put mine on the new version');
  expect(changes()).toEqual([
    ['Name', 'Support', 'Customer care'],
    ['Send failed messages again', 'no', 'yes'],
  ]);
  server.answer('POST /operator/role/propose', { reviewId: 12 });
  await press('Propose the change');
  await untilToast('Proposed, waiting for a second person');
  const sent = { name: 'Customer care', reason: 'Ada sends them.' };
  expect(server.inputs('POST /operator/role/propose')).toMatchObject([
    { ...sent, version: 3, permissions: ['customers.read', 'outbox.read', 'outbox.send'] },
    { ...sent, version: 4, permissions: ['customers.read', 'outbox.send'] },
  ]);
});

test('duties that two people should have are named', async () => {
  open('/operators?role=support', { logins: [] });
  await press('Decide first', { role: 'checkbox' });
  expect(screen.queryByText(/Two people should do this/)).toBeNull();
  await press('Decide second', { role: 'checkbox' });
  await untilText('Two people should do this: the role decides first and second.');
  const end = await control('button', 'Propose to end the role');
  expect(end.hasAttribute('disabled')).toBe(true);
});

test('a new role has a name, from which its key follows', async () => {
  const server = open('/operators?new=role');
  await fill('Name', 'Market watch');
  await untilText('As colleagues read it. In the public log it stays “marketwatch”.');
  await press('Halt and reopen markets, pause directions', { role: 'checkbox' });
  await fill('Reason', 'Nights.');
  await press('Propose the role');
  await untilToast('Proposed, waiting for a second person');
  expect(server.inputs('POST /operator/role/propose')).toMatchObject([
    { change: 'add', key: 'marketwatch', name: 'Market watch', permissions: ['markets.halt'] },
  ]);
});

test('who may not propose reads what a role may do, and that a change waits', async () => {
  open('/operators?role=support', { reviewId: 12 }, 'auditor');
  await untilText('See e-mails and SMS that were sent');
  await untilText('A change of this role waits for a second person.');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.getByRole('link', { name: 'Open it' }).getAttribute('href')).toBe('#/queue?id=12');
});
