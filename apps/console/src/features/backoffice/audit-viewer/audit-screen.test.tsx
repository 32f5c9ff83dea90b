/** The audit log: where its hash chain is broken, and a repeated check. */
import { press, untilText } from '@tern/ui/tests';
import { test } from 'vitest';
import { renderConsole } from '../../../../tests/render-console.tsx';

test('the audit log shows where its hash chain is broken', async () => {
  const checkedAt = new Date().toISOString();
  const fault = 'row 41 of the audit log is not what was written';
  const server = renderConsole('/audit', ['auditor'], (fresh) =>
    fresh.answer('GET /operator/audit/chain', {
      entries: 60,
      through: 60,
      checkedAt,
      brokenAt: 41,
      fault,
    }),
  );
  await untilText(/hash chain broken at entry 41 at/);
  await untilText('The hash chain breaks at entry 41');
  const verified = { entries: 60, through: 60, checkedAt, brokenAt: null, fault: '' };
  server.answer('GET /operator/audit/chain', verified);
  await press('Verify again');
  await untilText(/hash chain verified up to entry/);
});
