/** Sending to a member: whom it is for, what is checked before, and the result. */
import { refused } from '@tern/protocol/tests';
import {
  control,
  dialog,
  expectError,
  field,
  figure,
  fill,
  press,
  screen,
  untilText,
  waitFor,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import {
  renderScreen,
  type Server,
  untilPage,
  type Visit,
} from '../../../../../../tests/render-screen.tsx';
import { pages } from '../../../../../kernel/pages.ts';

const WHOM = 'Their ID';
const AMOUNT = 'Amount in USDT';
const PASSWORD = 'Withdrawal password';
const UNKNOWN = 'No member like this takes transfers. Check it with them.';
const NOW = '2026-11-18T12:00:00.000Z';

const receiver = { member: 8200913, name: 'A… W…', isNew: true, left: '1000' };
const transfer = {
  ID: 12,
  CreatedAt: NOW,
  UpdatedAt: NOW,
  recordNo: 'Y-12',
  direction: 1,
  member: 8200913,
  name: 'A… W…',
  coinname: 'USDT',
  num: '250',
  note: 'Rent share',
};

const answers = (server: Server) => {
  server.answer('GET /transfer/terms', {
    coins: [{ coinname: 'USDT', max: '500000' }],
    firstDayMax: '1000',
    receivers: [],
  });
  server.answer('POST /transfer/findMember', { receiver });
  server.answer('POST /transfer/send', { transfer });
};

const open = (visit: Visit = {}) =>
  renderScreen(`${pages.send}?coin=USDT`, {
    ...visit,
    before: (server) => {
      answers(server);
      visit.before?.(server);
    },
  });

const findAnna = async () => {
  await fill(WHOM, '8200913');
  await press('Find member');
  await untilText('A… W…');
};

test('one press sends what the page shows, to whom it shows, and the result follows', async () => {
  const server = await open();
  await findAnna();
  await untilText('Verified. You haven’t sent to them before.');
  await untilText('First day with this member: up to 1,000.00 USDT.');
  await fill(AMOUNT, '250');
  await fill('Note (optional)', 'Rent share');
  await untilText('10 of 60');
  expect(await figure('Fee')).toBe('0.00 USDT');
  expect(await figure('They receive')).toBe('250.00 USDT');
  expect(await figure('Left with you')).toBe('9,750.00 USDT');
  await fill(PASSWORD, '135790');
  await press('Send 250.00 USDT');
  const sheet = await dialog('Sent');
  expect(server.inputs('POST /transfer/send')).toMatchObject([
    { member: 8200913, coinname: 'USDT', num: '250', note: 'Rent share', pay_password: '135790' },
  ]);
  expect(sheet.textContent).toContain('Y-12');
  await press('View record', { part: sheet });
  await untilPage(pages.sendDetail);
});

test('nothing is sent before a member was found, and who was found is not who is typed next', async () => {
  const server = await open();
  await fill(WHOM, '1');
  await fill(AMOUNT, '20');
  await fill(PASSWORD, '135790');
  await press('Send 20.00 USDT');
  await expectError(WHOM, 'Find the member first.');
  await findAnna();
  await fill(WHOM, '8200914');
  await waitFor(() => expect(screen.queryByText('A… W…')).toBeNull());
  await press('Send 20.00 USDT');
  await expectError(WHOM, 'Find the member first.');
  expect(server.inputs('POST /transfer/send')).toEqual([]);
});

test('an unknown member is refused at the field, and the input stays', async () => {
  await open({
    before: (server) => server.answer('POST /transfer/findMember', refused(5007, {}, UNKNOWN)),
  });
  await fill(WHOM, '77');
  await press('Find member');
  await expectError(WHOM, UNKNOWN);
  expect((await field(WHOM)).value).toBe('77');
});

test('the limit of the first day, and a wrong password, are shown at their fields', async () => {
  const limit = 'First day with this member: up to 750 USDT.';
  const server = await open();
  await findAnna();
  await fill(AMOUNT, '800');
  await fill(PASSWORD, '000000');
  server.answer('POST /transfer/send', refused(4023, { triesLeft: 4 }));
  await press('Send 800.00 USDT');
  await expectError(PASSWORD, 'Wrong withdrawal password. 4 attempts left.');
  await fill(PASSWORD, '135790');
  server.answer('POST /transfer/send', refused(5013, { fields: ['num'], left: '750' }, limit));
  await waitFor(async () =>
    expect(await control('button', 'Send 800.00 USDT')).toHaveProperty('disabled', false),
  );
  await press('Send 800.00 USDT');
  await expectError(AMOUNT, limit);
});

test('an unverified member reads the form and what it needs, and can send nothing', async () => {
  await open({ as: { verified: false, realNameStatus: 0 } });
  await untilText('Verify your identity to send');
  expect(await control('button', 'Send USDT')).toHaveProperty('disabled', true);
  expect(await field(WHOM)).toHaveProperty('disabled', true);
});

test('the own code names the member and nothing else', async () => {
  await open();
  await press('Show my own code');
  const sheet = await dialog('My code');
  expect(sheet.querySelector('[aria-label="Code with your member ID"]')).not.toBeNull();
  expect(sheet.textContent).toContain('Member 7');
});

test('records are of both directions', async () => {
  await renderScreen(pages.sendHistory, {
    before: (server) =>
      server.answer('GET /transfer/list', {
        list: [transfer, { ...transfer, ID: 11, direction: 2, num: '3', name: '' }],
        total: 2,
        page: 1,
        pageSize: 20,
      }),
  });
  await untilText('Sent');
  await untilText('−250.00');
  await untilText('Received');
  await untilText('Member 8200913');
});
