/** A review: what an operator must read, acknowledge or write before a decision can be sent. */
import type { Given } from '@tern/protocol/tests';
import type { OperatorOutput, OperatorRole } from '@tern/protocol/operator/client';
import {
  answer,
  control,
  dialog,
  expectError,
  field,
  fill,
  isShown,
  press,
  screen,
  type,
  untilText,
  waitFor,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { goTo } from '../../../platform/address.ts';
import { queryClient } from '../../../kernel/query-client.ts';
import { OPERATOR, renderConsole, type Server } from '../../../../tests/render-console.tsx';

type Review = Given<OperatorOutput<'GET /operator/review/find'>['rereview']>;

const HASH = 'a'.repeat(64);
const later = (ms: number) => new Date(Date.now() + ms).toISOString();

const withdrawal: Review = {
  ID: 5,
  kind: 'withdrawal',
  recordNo: 'W-5',
  memberId: 7,
  isMemberNotified: true,
  coinname: 'USDT',
  amount: '100',
  approvals: 2,
  state: 'open',
  stage: 'first',
  hash: HASH,
  mayDecide: true,
  claimedBy: null,
  claimUntil: null,
  firstBy: null,
  decidedBy: null,
};
const mine = { claimedBy: OPERATOR, claimUntil: later(900_000) };
const warning = { name: 'address.new', isPassed: false, level: 'warning' as const };

/** Opens the review; a claim makes it the operator's own. */
function openReview(
  review: Review,
  { roles = ['reviewer'] as readonly OperatorRole[], more = (_server: Server) => {} } = {},
): Server {
  return renderConsole('/queue?id=5', roles, (server) => {
    server.answer('GET /operator/review/list', { list: [review], total: 1 });
    server.answer('GET /operator/review/find', { rereview: review });
    server.answer('POST /operator/review/claim', () => {
      server.answer('GET /operator/review/find', { rereview: { ...review, ...mine } });
      return {};
    });
    more(server);
  });
}

const approve = () => control('button', /^Approve/) as Promise<HTMLButtonElement>;

test('a rejection needs an inner reason, and names a message that the customer reads', async () => {
  const server = openReview({ ...withdrawal, ...mine });
  await press(/^Reject/);
  await expectError('Inner reason', 'Enter a reason.');
  expect(document.activeElement).toBe(await field('Inner reason'));
  const reason = 'The address belongs to another person.';
  await fill('Inner reason', reason);
  await press(/^Reject/);
  const asked = await dialog('Reject W-5?');
  await untilText(reason, asked);
  expect(asked.querySelector('q')?.textContent).toBe(
    'We couldn’t carry out this withdrawal. If you need help, contact us.',
  );
  await fill('Customer reads', 'addressUnusable', asked);
  await untilText('This address can’t be used. Check it or choose another one.', asked);
  await answer('Reject W-5?', 'Reject');
  await waitFor(() =>
    expect(server.inputs('POST /operator/review/reject')).toEqual([
      { ID: '5', message: 'addressUnusable', reason },
    ]),
  );
});

test('a rejected proposal has no message for the customer whom it concerns', async () => {
  openReview({ ...withdrawal, ...mine, isMemberNotified: false });
  await press(/^Reject/);
  await expectError('Inner reason', 'Enter a reason.');
  await fill('Inner reason', 'The receipt is missing.');
  await press(/^Reject/);
  const asked = await dialog('Reject W-5?');
  await untilText('Nothing changes. Your reason:', asked);
  expect(asked.textContent).not.toContain('Customer reads');
});

test('an approval needs every warning acknowledged, and names the facts that were read', async () => {
  const server = openReview({ ...withdrawal, ...mine, checks: [warning] });
  expect((await approve()).disabled).toBe(true);
  await press(/I’ve reviewed this\.$/, { role: 'checkbox' });
  await press(/^Approve, first of two/);
  await untilText('Nothing happens until a second person approves', await dialog('Approve W-5?'));
  await answer('Approve W-5?', 'Approve');
  await waitFor(() =>
    expect(server.inputs('POST /operator/review/approve')).toEqual([
      { ID: '5', stage: 'first', hash: HASH, acknowledged: true },
    ]),
  );
});

test('a decided review shows the checks of its approval, the ticked ones too, and none to tick', async () => {
  openReview({ ...withdrawal, state: 'approved', decidedBy: OPERATOR, checks: [warning] });
  await untilText(/address\.new · read and ticked by those who approved/);
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('keys act after a tick box was used, and Enter confirms', async () => {
  const server = openReview({ ...withdrawal, ...mine, checks: [warning] });
  await press(/I’ve reviewed this\.$/, { role: 'checkbox' });
  (await control('checkbox', /I’ve reviewed this\.$/)).focus();
  await type('a');
  await dialog('Approve W-5?');
  await type('{Enter}');
  await waitFor(() => expect(server.inputs('POST /operator/review/approve')).toHaveLength(1));
});

test('a hold is confirmed by Enter in its field', async () => {
  const server = openReview({ ...withdrawal, ...mine });
  await fill('Inner reason', 'We ask the bank.');
  await press(/^Hold/);
  const asked = await dialog('Hold W-5?');
  asked.querySelector('select')?.focus();
  await type('{Enter}');
  await waitFor(() => expect(server.inputs('POST /operator/review/hold')).toHaveLength(1));
});

test('a note that was not sent is there again after another review was open', async () => {
  const server = openReview({ ...withdrawal, ...mine });
  await fill('Inner reason', 'Waits for the bank.');
  server.answer('GET /operator/review/find', ({ ID }) => ({
    rereview: { ...withdrawal, ...mine, ID: Number(ID), recordNo: `W-${ID}` },
  }));
  goTo('/queue', { id: '6' });
  await waitFor(async () => expect((await field('Inner reason')).value).toBe(''));
  goTo('/queue', { id: '5' });
  await waitFor(async () =>
    expect((await field('Inner reason')).value).toBe('Waits for the bank.'),
  );
});

test('a review claimed by another operator cannot be decided', async () => {
  const claimedBy = { ID: 9, login: 'operator-9' };
  openReview({ ...withdrawal, claimedBy, claimUntil: later(900_000) });
  await untilText(/operator-9 is working on this\./);
  expect(screen.queryByRole('button', { name: /^Claim/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
});

test('facts that change while a review is open must be read again before approval', async () => {
  const server = openReview(withdrawal, {
    more: (fresh) =>
      fresh.answer('POST /operator/review/claim', () => {
        const rereview = { ...withdrawal, ...mine, hash: 'b'.repeat(64) };
        fresh.answer('GET /operator/review/find', { rereview });
        return {};
      }),
  });
  await press(/^Claim/);
  await untilText('The details have changed since you opened this.');
  expect((await approve()).disabled).toBe(true);
  await press('I’ve reviewed them');
  await waitFor(async () => expect((await approve()).disabled).toBe(false));
  expect(server.inputs('POST /operator/review/claim')).toEqual([{ ID: '5' }]);
});

test('an expired claim shows a message, keeps the note and can be claimed again', async () => {
  const server = openReview({ ...withdrawal, claimedBy: OPERATOR, claimUntil: later(3_000) });
  await fill('Inner reason', 'Half a sentence');
  await control('button', 'Extend');
  const ended = 'Your claim has expired. Nothing was sent, and your note is still here.';
  await waitFor(() => expect(isShown(ended)).toBe(true));
  // The server has no claim any more, and the queue reads the review again.
  server.answer('GET /operator/review/find', { rereview: withdrawal });
  const before = server.inputs('GET /operator/review/find').length;
  await queryClient.invalidateQueries();
  expect(server.inputs('GET /operator/review/find').length).toBeGreaterThan(before);
  expect(isShown(ended)).toBe(true);
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  await press(/^Claim/);
  await control('button', /^Release/);
  expect((await field('Inner reason')).value).toBe('Half a sentence');
});

test('only a reviewer gives the first approval', async () => {
  openReview({ ...withdrawal, ...mine }, { roles: ['approver'] });
  await untilText('Only a Reviewer can give the first approval.');
  expect((await approve()).disabled).toBe(true);
});

test('a role opens only its own screens', async () => {
  renderConsole('/queue', ['content']);
  await untilText('You don’t have access to this page');
  expect(screen.queryByRole('link', { name: 'Queue' })).toBeNull();
});

test('the amount of a loan is lowered with a reason, before the first approval', async () => {
  const loan = {
    ...withdrawal,
    ...mine,
    kind: 'loan',
    recordNo: 'L-5',
    facts: { requested: '1000', approved: '1000' },
    columns: ['Requested', 'To be credited'],
    rows: [{ label: 'Amount', values: ['1000 USDT', '1000 USDT'], isEqual: true }],
    checks: [{ name: 'house-can-lend', isPassed: true, level: 'stop' as const }],
  };
  const server = openReview(loan, {
    more: (fresh) => fresh.answer('POST /operator/loan/lowerAmount', {}),
  });
  await untilText('The exchange can lend this amount');
  await fill('Amount to approve in USDT', '800');
  const form = (await screen.findByText('Approve less')).closest('section')!;
  await fill('Inner reason', 'A first loan.', form);
  await press('Change amount');
  await waitFor(() =>
    expect(server.inputs('POST /operator/loan/lowerAmount')).toEqual([
      { ID: '5', num: '800', message: 'loanLowered', reason: 'A first loan.' },
    ]),
  );
  await untilText('Amount changed');
});

test('only a loan that the operator has claimed can be lowered', async () => {
  openReview({ ...withdrawal, kind: 'loan', recordNo: 'L-5' });
  await untilText('L-5');
  expect(screen.queryByText('Approve less')).toBeNull();
});

const identity: Review = {
  ...withdrawal,
  kind: 'identity',
  recordNo: 'I-50001',
  coinname: null,
  amount: null,
  images: ['front', 'back', 'hand'].map((id) => ({
    id,
    label: `Image ${id}`,
    bytes: 90_000,
    sha256: 'b'.repeat(64),
  })),
  checks: [
    {
      name: 'images-not-elsewhere',
      isPassed: false,
      level: 'warning',
      detail: 'ID 8200009: front, same file',
    },
  ],
};

test('three images of documents load only when asked for, one by one or all side by side', async () => {
  const server = openReview(identity, {
    more: (own) =>
      own.answer('GET /operator/review/image', ({ image }) => ({
        image: `data:image/jpeg;base64,${image}`,
      })),
  });
  await untilText('Another account sent the same image · ID 8200009: front, same file');
  await press(/^Show image.*Image back$/);
  await waitFor(() => expect(isShown('Image back')).toBe(true));
  expect(server.inputs('GET /operator/review/image')).toEqual([{ ID: '5', image: 'back' }]);
  await press('Show all side by side');
  await waitFor(() => expect(server.inputs('GET /operator/review/image')).toHaveLength(3));
});

test('the full numbers of a payout load only when asked for', async () => {
  const payout: Review = {
    ...withdrawal,
    kind: 'payout',
    facts: { cardNumber: '**** 4821', iban: 'DE89 **** 3000' },
  };
  const server = openReview(payout, {
    more: (own) =>
      own.answer('GET /operator/review/numbers', {
        list: [{ label: 'IBAN', number: 'DE89370400440532013000' }],
      }),
  });
  await untilText('Show full numbers');
  expect(server.inputs('GET /operator/review/numbers')).toEqual([]);
  await press('Show full numbers');
  await untilText('DE89370400440532013000');
  expect(server.inputs('GET /operator/review/numbers')).toEqual([{ ID: '5' }]);
});
