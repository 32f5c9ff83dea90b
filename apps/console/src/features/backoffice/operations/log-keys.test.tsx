/** Keys of the public log on the operations page: a loss is declared by two approvers. */
import { press, screen, untilText, untilToast } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { reasoned, logKey, shown } from '../../../../tests/operations-page.tsx';
import type { Server } from '../../../../tests/render-console.tsx';

test('keys of the public log that follow each other are not mentioned', async () => {
  shown(['approver'], () => {});
  await untilText('Everything is in its usual range.');
  await untilText('Snapshot 4');
  expect(screen.queryByText('Keys of the public log')).toBeNull();
});

test('a key that nothing explains is named, and two approvers declare the former one as lost', async () => {
  let loss: object | null = null;
  const server = shown(['approver'], (fresh) => {
    fresh.answer('GET /operator/logKeys/list', () => ({
      list: [logKey(2, 'undeclared', loss), logKey(1, 'first')],
      due: { ID: 2, lost: [1] },
    }));
    fresh.answer('POST /operator/logKeys/propose', ({ reason }) => {
      const none = { declaredBy: null, declaredAt: null, entry: null };
      loss = { proposedBy: 'operator-9', reason, ...none };
      return {};
    });
    fresh.answer('POST /operator/logKeys/declare', {});
  });
  await untilText(/nothing in the log says where it comes from/);
  await untilText('The declaration says: from here on key 2 signs; key 1 is lost.');
  await press('Propose a declaration');
  await reasoned('Propose to declare a lost key?', 'Propose a declaration', 'The disk burnt.');
  await untilToast('Proposed, waiting for another approver');
  expect(server.inputs('POST /operator/logKeys/propose')).toEqual([
    { ID: 2, reason: 'The disk burnt.' },
  ]);
  await untilText('operator-9: The disk burnt.');
  await press('Declare');
  await reasoned('Declare the key as lost?', 'Declare', 'I saw the disk.');
  await untilToast('Declared in the public log');
  expect(server.inputs('POST /operator/logKeys/declare')).toEqual([
    { ID: 2, reason: 'I saw the disk.' },
  ]);
});

test('who proposed a declaration does not declare it, and who is no approver sees no button', async () => {
  const own = {
    proposedBy: 'operator-3',
    reason: 'Lost.',
    declaredBy: null,
    declaredAt: null,
    entry: null,
  };
  const change = (server: Server) =>
    server.answer('GET /operator/logKeys/list', {
      list: [logKey(2, 'undeclared', own), logKey(1, 'first')],
      due: { ID: 2, lost: [1] },
    });
  shown(['approver'], change);
  await untilText('You proposed this. Another approver declares it.');
  expect(screen.queryByRole('button', { name: 'Declare' })).toBeNull();
});

test('a declared loss stays shown, with who declared it and where it is in the log', async () => {
  const loss = {
    proposedBy: 'operator-1',
    reason: 'The disk burnt.',
    declaredBy: 'operator-2',
    declaredAt: '2026-11-27T02:00:00.000Z',
    entry: 41,
  };
  shown(['auditor'], (server) =>
    server.answer('GET /operator/logKeys/list', {
      list: [logKey(2, 'declared', loss), logKey(1, 'first')],
      due: null,
    }),
  );
  await untilText('declared, in place of a lost key');
  await untilText(/operator-2, .*entry 41 of the log/);
  expect(screen.queryByRole('button', { name: /[Dd]eclar/ })).toBeNull();
});
