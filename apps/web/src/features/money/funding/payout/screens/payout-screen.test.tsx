/** Payouts: reasons against one are shown at their place, and the form keeps the input. */
import { lost, refused } from '@tern/protocol/tests';
import {
  answer,
  control,
  dialog,
  expectError,
  field,
  figure,
  fill,
  press,
  screen,
  untilText,
  untilToast,
  waitFor,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, type Server } from '../../../../../../tests/render-screen.tsx';
import { verifyAndReturn, wantIdentity } from '../../../../../../tests/verify-first.ts';
import { pages } from '../../../../../kernel/pages.ts';

const AMOUNT = 'Amount in USDT';
const PASSWORD = 'Withdrawal password';

const currency = (coinname: string, name: string) => ({
  coinname,
  name,
  places: 2,
  payoutMin: '50',
  payoutMax: '100000',
  payoutFee: '5',
  takesPayouts: true,
  isConvertible: true,
});

const card = { ID: 2, bankname: 'Bank of Terns', bankcard: '**** 4242', country: 'DE' };

function offerPayouts(server: Server): void {
  const list = [currency('USD', 'US Dollar'), currency('VND', 'Vietnamese Dong')];
  server.answer('GET /user_bank/currencies', { list });
  server.answer('GET /user_bank/getUser_bankList', { list: [card] });
  server.answer('GET /withdraw_bank/terms', ({ coinname, currency: wanted }) => {
    if (wanted === 'VND') return refused(4019);
    const bounds = { min: '50', max: '100000', minNum: '50.050051', maxNum: '100100.1001' };
    const rate = { rate: '0.999', spread: '0.001', fee: '5', drift: '0.005' };
    return { terms: { coinname, currency: 'USD', available: '10000', ...rate, ...bounds } };
  });
}

async function choose(field: RegExp, sheet: RegExp | string, name: RegExp): Promise<void> {
  await press(field);
  await press(name, { part: await dialog(sheet) });
}

async function send(label: string): Promise<void> {
  await press(label);
  await answer('Withdraw USDT?', 'Withdraw');
}

const kept = {
  ID: 7,
  CreatedAt: '2026-11-20T10:00:00.000Z',
  UpdatedAt: '2026-11-21T10:00:00.000Z',
  recordNo: 'B-7',
  coinname: 'USDT',
  num: '100',
  currency: 'USD',
  rate: '0.999',
  fee: '5',
  received: '94.9',
  quotedRate: '0.999',
  quotedReceived: '94.9',
  leastReceived: '94',
  isVoided: false,
  isApproved: false,
  bankReference: '',
  valueDate: null as string | null,
  isReturned: false,
  returned: null as string | null,
  bankname: 'Bank of Terns',
  accountname: 'Ada Sterna',
  bankcard: '**** 4242',
  ibna: 'DE89 **** 3000',
  country: 'DE',
  status: 1,
  reason: '',
  heldUntil: null,
  dueAt: '2026-11-22T10:00:00.000Z',
  decidedAt: '2026-11-21T09:00:00.000Z' as string | null,
};

async function openPayout(change: Partial<typeof kept>): Promise<void> {
  await renderScreen(`${pages.fiatWithdrawDetail}?id=7`, {
    before: (server) =>
      server.answer('GET /withdraw_bank/findWithdraw_bank', {
        rewithdraw_bank: { ...kept, ...change },
      }),
  });
}

test('an approved payout is being sent, and can no longer be cancelled', async () => {
  await openPayout({ isApproved: true });
  await untilText('Approved, being sent');
  expect(screen.queryByRole('button', { name: 'Cancel withdrawal' })).toBeNull();
});

test('a sent payout shows the bank’s reference and value date', async () => {
  await openPayout({ status: 2, bankReference: 'OUT-77', valueDate: '2026-11-21' });
  await untilText('Sent · OUT-77');
  expect(await figure('Bank reference')).toBe('OUT-77');
  expect(await figure('Value date')).toContain('21');
  expect(await figure('You received')).toContain('94.90');
});

test('a payout from before references were recorded stays paid', async () => {
  await openPayout({ status: 2 });
  await untilText('Paid to your card');
  expect(screen.queryByText('Bank reference')).toBeNull();
});

test('a returned payout says what came back', async () => {
  const reason = 'The bank returned the payment.';
  await openPayout({ status: 3, isReturned: true, returned: '90', reason });
  await untilText(reason);
  await untilText('Returned to your balance.');
  expect(screen.getAllByText('Returned').length).toBeGreaterThan(0);
  expect(await figure('Came back')).toContain('90.00');
  expect(screen.queryByText('You received')).toBeNull();
});

test('only the currencies that the coin can be paid out in are offered', async () => {
  await renderScreen(pages.fiatWithdraw, {
    before: (server) => {
      offerPayouts(server);
      const alone = { ...currency('KRW', 'South Korean Won'), isConvertible: false };
      server.answer('GET /user_bank/currencies', { list: [currency('USD', 'US Dollar'), alone] });
    },
  });
  await press(/^Receive in/);
  const sheet = await dialog('Choose a currency');
  expect(sheet.textContent).toContain('USD');
  expect(sheet.textContent).not.toContain('KRW');
});

test('reasons against a payout are shown at their place, and the form keeps the input', async () => {
  const server = await renderScreen(pages.fiatWithdraw, { before: offerPayouts });
  server.answer('POST /withdraw_bank/createWithdraw_bank', refused(4023, { triesLeft: 4 }));
  await press('Withdraw USDT');
  await expectError(AMOUNT, 'Enter an amount.');
  await untilText('Choose a card.');
  await untilText('Choose a currency.');
  await expectError(PASSWORD, 'Enter your withdrawal password.');

  await choose(/^To /, /card/i, /^Bank of Terns/);
  await choose(/^Receive in/, 'Choose a currency', /^VND/);
  await untilText('USDT can’t be paid out in VND now.');
  await choose(/^Receive in/, 'Choose a currency', /^USD/);
  await untilText(/^The rate at approval applies/);
  await waitFor(async () => expect(await figure('Fee')).toBe('5.00 USD'));
  await fill(AMOUNT, '1');
  await fill(PASSWORD, '000000');
  await press('Withdraw 1.00 USDT');
  await expectError(AMOUNT, /^Minimum is 5\d\.\d{3,6} USDT\.$/);
  await fill(AMOUNT, '20000');
  await expectError(AMOUNT, 'You have 10,000.00 USDT available.');
  expect(await figure('Estimate')).toBe('---unknown');
  expect(await control('button', 'Withdraw 20,000.00 USDT')).toHaveProperty('disabled', true);
  await fill(AMOUNT, '150');
  await send('Withdraw 150.00 USDT');
  await expectError(PASSWORD, 'Wrong withdrawal password. 4 attempts left.');

  server.answer('POST /withdraw_bank/createWithdraw_bank', lost);
  await fill(PASSWORD, '135790');
  await send('Withdraw 150.00 USDT');
  await untilToast(/We couldn’t confirm/);
  expect((await field(AMOUNT)).value).toBe('150');
  expect((await field(PASSWORD)).value).toBe('135790');
  await untilText('Bank of Terns');
});

test('a currency whose market is closed says when it opens, offers the open ones, and sends nothing', async () => {
  const opensAt = new Date(2030, 2, 3, 22).toISOString();
  await renderScreen(pages.fiatWithdraw, {
    before: (server) => {
      offerPayouts(server);
      const closed = { opensAt, currencies: ['USD'] };
      const terms = {
        coinname: 'USDT',
        currency: 'USD',
        rate: '0.999',
        fee: '5',
        drift: '0.005',
        min: '50',
        max: '100000',
        minNum: '50.050051',
        maxNum: '100100.1001',
      };
      server.answer('GET /withdraw_bank/terms', ({ currency: wanted }) =>
        wanted === 'VND' ? refused(4026, closed) : { terms },
      );
    },
  });
  await choose(/^Receive in/, 'Choose a currency', /^VND/);
  await untilText('This market is closed. Opens Sunday 22:00 UTC');
  expect(await control('button', 'Withdraw USDT')).toHaveProperty('disabled', true);
  await press('USD');
  await untilText(/^The rate at approval applies/);
  expect(await control('button', 'Withdraw USDT')).toHaveProperty('disabled', false);
  // The limits are those of the currency, in its places.
  expect(await figure('Limits')).toBe('50.00 – 100,000.00 USD');
});

const unverified = { as: { verified: false, realNameStatus: 0 }, before: offerPayouts };

test('an unverified member cannot request a payout', async () => {
  await renderScreen(pages.fiatWithdraw, unverified);
  await untilText('Verify your identity to withdraw');
  expect(await field(AMOUNT)).toHaveProperty('disabled', true);
  expect(await control('button', 'Withdraw USDT')).toHaveProperty('disabled', true);
});

test('a refusal for want of an identity leads there and back, and keeps the input', async () => {
  const server = await renderScreen(pages.fiatWithdraw, { before: offerPayouts });
  wantIdentity(server, 'POST /withdraw_bank/createWithdraw_bank');
  await choose(/^To /, /card/i, /^Bank of Terns/);
  await choose(/^Receive in/, 'Choose a currency', /^USD/);
  await fill(AMOUNT, '150');
  await fill(PASSWORD, '135790');
  await untilText(/^The rate at approval applies/);
  await send('Withdraw 150.00 USDT');
  await verifyAndReturn(server, pages.fiatWithdraw, 'Verify your identity to withdraw');
  expect((await field(AMOUNT)).value).toBe('150');
  expect((await field(PASSWORD)).value).toBe('135790');
  await untilText('Bank of Terns');
});
