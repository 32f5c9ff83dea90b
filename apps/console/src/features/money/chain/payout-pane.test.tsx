/** Payouts at the bank: what is to be sent, the record of a reference by an approver, and the proposal of a return. */
import type { OperatorRole } from '@tern/protocol';
import { fill, press, screen, untilText, untilToast, waitFor } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderConsole } from '../../../../tests/render-console.tsx';

const approved = {
  ID: 40_418,
  recordNo: 'B-40418',
  memberId: 8_200_001,
  coinname: 'USDT',
  num: '100',
  currency: 'EUR',
  received: '87.49',
  bankname: 'Hafenbank',
  accountname: 'Kim Tester',
  bankcard: '**** 4821',
  ibna: 'DE89 **** 3000',
  decidedAt: '2026-11-27T01:00:00.000Z',
  isSent: false,
  bankReference: '',
  valueDate: null as string | null,
  paymentReviewId: 12,
  reviewId: null as number | null,
  file: null as { recordNo: string; isSent: boolean } | null,
};
const none = { list: [], total: 0, page: 1, pageSize: 20 };

function open(change: Partial<typeof approved> = {}, roles: OperatorRole[] = ['approver']) {
  return renderConsole('/chain?payout=40418', roles, (server) => {
    const list = [{ ...approved, ...change }];
    server.answer('GET /operator/chain/strays', none);
    server.answer('GET /operator/chain/halted', none);
    server.answer('GET /operator/payout/list', { ...none, list, total: 1 });
  });
}

test('an approver records the bank’s reference and value date', async () => {
  const server = open();
  server.answer('POST /operator/payout/recordSent', {});
  await untilText('Approved, to be sent by the bank');
  await untilText('**** 4821');
  await press(/^Sent it/, { role: 'radio' });
  await fill('Bank reference', 'OUT-77');
  await fill('Value date', '2026-11-27');
  await press('Record as sent');
  await untilToast('Recorded as sent');
  expect(server.inputs('POST /operator/payout/recordSent')).toEqual([
    { ID: '40418', bankReference: 'OUT-77', valueDate: '2026-11-27' },
  ]);
});

test('a reviewer proposes the return of what the bank sent back, with the amount and a reason', async () => {
  const sent = { isSent: true, bankReference: 'OUT-77', valueDate: '2026-11-27' };
  const server = open(sent, ['reviewer']);
  server.answer('POST /operator/payout/proposeReturn', { reviewId: 31 });
  await untilText('OUT-77');
  expect(screen.queryByRole('radio', { name: /Sent it(?! back)/ })).toBeNull();
  await press(/^Sent it back/, { role: 'radio' });
  await fill('Bank reference', 'RET-1');
  await fill('Amount that came back', '80.49');
  await fill('Inner reason', 'Account closed.');
  await press('Propose');
  await waitFor(() =>
    expect(server.inputs('POST /operator/payout/proposeReturn')).toEqual([
      { ID: '40418', bankReference: 'RET-1', reason: 'Account closed.', num: '80.49' },
    ]),
  );
});

test('what is in a file that the bank may still get is neither sent by hand nor returned', async () => {
  open({ file: { recordNo: 'PF-201', isSent: false } });
  await untilText(/It is in PF-201, which the bank may still get/);
  expect(screen.queryByRole('radio', { name: /^(Sent|Refused) it/ })).toBeNull();
});
