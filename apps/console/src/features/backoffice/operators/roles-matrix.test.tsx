/** The matrix of roles: marks by role, people, and what nobody could do. */
import { press, screen, untilText, within } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderConsole } from '../../../../tests/render-console.tsx';

const role = { version: 1, permissions: ['audit.read' as const], reviewId: null };

test('the matrix shows who is first and second, how many hold a role, and what lacks a second person', async () => {
  renderConsole('/operators', ['auditor'], (server) => {
    server.answer('GET /operator/account/list', { list: [] });
    server.answer('GET /operator/account/roles', {
      rows: [
        {
          key: 'entry',
          group: 'customers',
          marks: [
            { role: 'reviewer', mark: 'first' },
            { role: 'approver', mark: 'either' },
          ],
          lacks: 'second',
        },
        {
          key: 'audit',
          group: 'exchange',
          marks: [{ role: 'auditor', mark: 'sees' }],
          lacks: null,
        },
      ],
      roles: [
        { ...role, key: 'reviewer', name: 'Reviewer', logins: [] },
        { ...role, key: 'approver', name: 'Approver', logins: ['ada'] },
        { ...role, key: 'auditor', name: 'Auditor', logins: ['bo', 'cy'] },
      ],
    });
  });
  await press('Roles', { role: 'tab' });
  await untilText('Nobody could be the second.');
  await untilText('One row can’t be done by the people at work.');
  const cellsOf = (name: RegExp) =>
    within(screen.getByRole('row', { name }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  expect(cellsOf(/^Credit, debit/)).toEqual(['first', 'either', '']);
  expect(cellsOf(/^Audit log/)).toEqual(['', '', 'sees']);
  expect(cellsOf(/^People at work/)).toEqual(['0', '1', '2']);
});
