/** Operations: the invariants with their last check, and read-only mode lifted by two approvers. */
import { answer, dialog, fill, press, screen, untilText, untilToast } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderConsole } from '../../../tests/render-console.tsx';

const holding = {
  id: 'floors',
  rule: 'No balance below its floor',
  checkedAt: new Date().toISOString(),
  tookMs: 3,
  faults: [] as string[],
};
const broken = {
  ...holding,
  id: 'balances-match',
  rule: 'Balances match postings',
  faults: ['balance of owner 7 in USDT is not the sum of its postings'],
};
const period = {
  ID: 4,
  rule: broken.rule,
  faults: broken.faults,
  beganAt: new Date().toISOString(),
  proposedBy: null as string | null,
  proposedReason: '',
  proposedAt: null as string | null,
  liftedBy: null as string | null,
  liftedReason: '',
  liftedAt: null as string | null,
};

async function reasoned(question: string, label: string, reason: string): Promise<void> {
  await fill('Reason', reason, await dialog(question));
  await answer(question, label);
}

const at = (invariants: object[], periods: object[]) => ({ invariants, periods }) as never;

test('a sentence says that every rule holds, and the table when each was checked', async () => {
  renderConsole('/operations', ['auditor'], (server) => {
    server.answer('GET /operator/operations/invariants', () => at([holding], []));
  });
  await untilText('Every rule of the books holds.');
  await screen.findByRole('row', { name: /No balance below its floor.*Holds/ });
  await untilText('Read-only mode was never needed.');
});

test('a broken rule shows its first fault, and an approver proposes to lift read-only mode', async () => {
  let now = period;
  const server = renderConsole('/operations', ['approver'], (fresh) => {
    fresh.answer('GET /operator/operations/invariants', () => at([broken, holding], [now]));
    fresh.answer('POST /operator/readOnly/propose', ({ reason }) => {
      now = { ...period, proposedBy: 'operator-9', proposedReason: reason };
      return {};
    });
    fresh.answer('POST /operator/readOnly/lift', () => ({}));
  });
  await untilText('A rule of the books is broken.');
  await screen.findAllByText(broken.faults[0]!);
  await press('Propose lifting');
  await reasoned('Propose to lift read-only mode?', 'Propose lifting', 'Repaired by hand.');
  await untilToast('Proposed. A second approver lifts it.');
  expect(server.inputs('POST /operator/readOnly/propose')).toEqual([
    { ID: 4, reason: 'Repaired by hand.' },
  ]);
  await press('Lift read-only mode');
  await reasoned('Lift read-only mode?', 'Lift read-only mode', 'I compared it.');
  await untilToast('Read-only mode lifted');
});

test('who may not lift it sees no button', async () => {
  renderConsole('/operations', ['auditor'], (server) => {
    server.answer('GET /operator/operations/invariants', () => at([broken], [period]));
  });
  await untilText('A rule of the books is broken.');
  expect(screen.queryByRole('button', { name: 'Propose lifting' })).toBeNull();
});
