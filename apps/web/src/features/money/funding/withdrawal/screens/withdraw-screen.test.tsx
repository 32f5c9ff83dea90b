/** Withdrawals: errors at the fields of the form, obstacles before typing, and the address book. */
import { refused } from '@tern/protocol/tests';
import {
  answer,
  control,
  dialog,
  expectError,
  field,
  figure,
  fill,
  isShown,
  press,
  screen,
  untilText,
  untilToast,
  waitFor,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import {
  renderScreen,
  type Server,
  untilPage,
  type Visit,
} from '../../../../../../tests/render-screen.tsx';
import { networks } from '../../../../../../tests/usual-answers.ts';
import { verifyAndReturn, wantIdentity } from '../../../../../../tests/verify-first.ts';
import { pages } from '../../../../../kernel/pages.ts';

const FORM = `${pages.withdraw}?coin=USDT`;
const AMOUNT = 'Amount in USDT';
const PASSWORD = 'Withdrawal password';
const ADDRESS = 'TCQETCiTGjpUZA2u3ggvXLc97icCU9WC4u';

const savings = { ID: 4, coin: 'USDT', czline: 'TRC20', addr: ADDRESS, name: 'Savings' };

/** The form, with one address in the book. */
const withdraw = (visit: Visit = {}) =>
  renderScreen(FORM, {
    ...visit,
    before: (server) => {
      server.answer('GET /user_qianbao/getUser_qianbaoList', { list: [savings] });
      visit.before?.(server);
    },
  });

async function chooseSavings(): Promise<void> {
  await press(/^To/);
  await press(/^Savings/, { part: await dialog('Choose an address') });
}

async function send(label: string): Promise<void> {
  await press(label);
  await answer('Withdraw USDT?', 'Withdraw');
}

const isDisabled = async (name: string) =>
  ((await control('button', name)) as HTMLButtonElement).disabled;

test('missing or invalid input shows an error at its field', async () => {
  const server = await withdraw();
  server.answer('POST /withdraw/createWithdraw', refused(4023, { triesLeft: 4 }));
  await press('Withdraw USDT');
  await expectError(AMOUNT, 'Enter an amount.');
  await untilText('Choose an address.');
  await expectError(PASSWORD, 'Enter your withdrawal password.');

  await chooseSavings();
  await fill(AMOUNT, '9.99');
  await fill(PASSWORD, '000000');
  await press('Withdraw 9.99 USDT');
  await expectError(AMOUNT, 'Minimum is 10.00 USDT.');
  await fill(AMOUNT, '20');
  await send('Withdraw 20.00 USDT');
  await expectError(PASSWORD, 'Wrong withdrawal password. 4 attempts left.');
  expect((await field(AMOUNT)).value).toBe('20');
});

test('an amount that cannot be sent promises nothing, and the button is off above a limit', async () => {
  await withdraw();
  await chooseSavings();
  await fill(AMOUNT, '20');
  await waitFor(async () => expect(await figure('You receive')).toBe('19.00 USDT'));
  await fill(AMOUNT, '500000.01');
  await expectError(AMOUNT, 'Maximum is 500,000.00 USDT.');
  expect(await figure('You receive')).toBe('---unknown');
  expect(await isDisabled('Withdraw 500,000.01 USDT')).toBe(true);
  await fill(AMOUNT, '10001');
  await expectError(AMOUNT, 'You have 10,000.00 USDT available.');
  expect(await figure('You receive')).toBe('---unknown');
  expect(await isDisabled('Withdraw 10,001.00 USDT')).toBe(true);
  // More digits may follow.
  await fill(AMOUNT, '9');
  expect(await figure('You receive')).toBe('---unknown');
  expect(await isDisabled('Withdraw 9.00 USDT')).toBe(false);
});

test('an unverified member is informed before typing', async () => {
  await withdraw({ as: { verified: false, realNameStatus: 0, hasPayPassword: false } });
  await untilText('Verify your identity to withdraw');
  await untilText('Available once your identity is verified.');
  expect(await field(AMOUNT)).toHaveProperty('disabled', true);
  expect(screen.queryByLabelText(PASSWORD)).toBeNull();
  expect(await isDisabled('Withdraw USDT')).toBe(true);
  // The cost can be read nevertheless.
  await untilText('Limits');
});

test('a refusal for want of an identity leads there and back, and keeps the input', async () => {
  const server = await withdraw();
  wantIdentity(server, 'POST /withdraw/createWithdraw');
  await chooseSavings();
  await fill(AMOUNT, '20');
  await fill(PASSWORD, '135790');
  await send('Withdraw 20.00 USDT');
  await verifyAndReturn(server, pages.withdraw, 'Verify your identity to withdraw');
  expect((await field(AMOUNT)).value).toBe('20');
  expect((await field(PASSWORD)).value).toBe('135790');
  await untilText('Savings');
});

test('a verified member without a withdrawal password is led to set one', async () => {
  await withdraw({ as: { hasPayPassword: false } });
  await press('Withdraw USDT');
  await answer('Set a withdrawal password first', 'Later');
  await press('Withdraw USDT');
  await press('Set password', { part: await dialog('Set a withdrawal password first') });
  await untilPage(pages.resetWithdrawPassword);
});

test('after a change of password the form shows until when it is blocked', async () => {
  await withdraw({
    as: { withdrawalsBlockedUntil: new Date(Date.now() + 86_400_000).toISOString() },
  });
  await untilText(/^Withdrawals resume on /);
  await untilText(/^Available from \d+ \w/);
  expect(await isDisabled('Withdraw USDT')).toBe(true);
  expect(await field(AMOUNT)).toHaveProperty('disabled', true);
});

test('a withdrawal is asked about as paper money, and sent with the memo of its address', async () => {
  const server = await withdraw({
    before: (fresh) =>
      fresh.answer('GET /user_qianbao/getUser_qianbaoList', { list: [{ ...savings, memo: '77' }] }),
  });
  server.answer('POST /withdraw/createWithdraw', {
    withdraw: { ID: 8, coinname: 'USDT', num: '20' },
  });
  await chooseSavings();
  await fill(AMOUNT, '20');
  await fill(PASSWORD, '135790');
  await press('Withdraw 20.00 USDT');
  const asked = await screen.findByRole('alertdialog');
  expect(await figure('Amount', asked)).toBe('Paper20.00 USDT');
  await answer('Withdraw USDT?', 'Withdraw');
  await untilPage(pages.withdrawDetail);
  expect(server.inputs('POST /withdraw/createWithdraw')).toMatchObject([
    { num: '20', czline: 'TRC20', address: ADDRESS, memo: '77' },
  ]);
});

test('a changed fee submits nothing: the form keeps the input and shows the new fee', async () => {
  const withFee = (withdrawFee: string) => ({
    list: [
      {
        coinname: 'USDT',
        places: 6,
        networks: networks.map((network) => ({ ...network, withdrawFee })),
      },
    ],
  });
  const server = await withdraw({
    before: (fresh) => fresh.answer('GET /coin/getCoinList', withFee('0.5')),
  });
  const changed = 'The price or the terms changed. Look again.';
  server.answer('POST /withdraw/createWithdraw', refused(5004, {}, changed));
  await chooseSavings();
  await fill(AMOUNT, '20');
  await fill(PASSWORD, '135790');
  await untilText('19.50 USDT');
  server.answer('GET /coin/getCoinList', withFee('1'));
  await send('Withdraw 20.00 USDT');
  await untilToast(changed);
  await untilText('19.00 USDT');
  expect((await field(AMOUNT)).value).toBe('20');

  server.answer('POST /withdraw/createWithdraw', {
    withdraw: { ID: 8, coinname: 'USDT', num: '20' },
  });
  await send('Withdraw 20.00 USDT');
  await untilPage(pages.withdrawDetail);
  const sent = server.inputs('POST /withdraw/createWithdraw');
  expect(sent.map(({ min_received }) => min_received)).toEqual(['19.5', '19']);
});

test('an address of another network is refused at its field before it is sent', async () => {
  const server = await renderScreen(pages.addAddress);
  await fill('Name', 'Savings');
  await fill('Address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  await press('Save address');
  await expectError('Address', /^That isn’t a valid TRON/);
  expect(server.inputs('POST /user_qianbao/createUser_qianbao')).toEqual([]);

  // What only the server knows shows at the same place.
  server.answer('POST /user_qianbao/createUser_qianbao', refused(5001, { fields: ['addr'] }));
  await fill('Address', ADDRESS);
  await press('Save address');
  await waitFor(() =>
    expect(server.inputs('POST /user_qianbao/createUser_qianbao')).toHaveLength(1),
  );
  await expectError('Address', /^That isn’t a valid TRON/);
});

test('a look-alike of a saved address is refused with both addresses side by side', async () => {
  const server = await renderScreen(pages.addAddress);
  const known = 'TCQEdCpsS7LuDVXZQ8S9LcaKp3iXWzWC4u';
  server.answer(
    'POST /user_qianbao/createUser_qianbao',
    refused(
      5037,
      { fields: ['addr'], lookAlike: { address: known, name: 'Ledger' } },
      'Look twice.',
    ),
  );
  await fill('Name', 'Savings');
  await fill('Address', ADDRESS);
  await press('Save address');
  await expectError('Address', 'Look twice.');
  await untilText(ADDRESS);
  await untilText('Saved as Ledger');
  await untilText(known);
  await fill('Address', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
  await waitFor(() => expect(isShown(known)).toBe(false));
});

test('a tag is refused at its field unless it is a number beside an address without one', async () => {
  const network = { ...networks[0], czline: 'XRP', name: 'XRP Ledger', family: 'ripple' };
  const xrp = { coinname: 'XRP', available: '5', total: '5', places: 6, priced: true };
  const server = await renderScreen(pages.addAddress, {
    before: (fresh) => {
      const coin = { ...xrp, kind: 'crypto', networks: [{ ...network, hasMemo: true }] };
      fresh.answer('GET /user/mycoin', { list: [coin] });
      fresh.answer('GET /coin/getCoinList', { list: [coin] });
    },
  });
  await fill('Name', 'Exchange');
  await fill('Address', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh');
  for (const tag of ['abc', '007', '4294967296']) {
    await fill('Memo or tag', tag);
    await press('Save address');
    await expectError('Memo or tag', 'A tag is a whole number from 0 to 4294967295.');
  }
  await fill('Address', 'XVPcpSm47b1CZkf5AkKM9a84dQHe3m4sBhsrA4XtnBECTAc');
  await fill('Memo or tag', '77');
  await press('Save address');
  await expectError('Memo or tag', 'This address already contains the tag. Leave this empty.');
  expect(server.inputs('POST /user_qianbao/createUser_qianbao')).toEqual([]);
});

test('addresses are reached from the account, and deleted after a question', async () => {
  let book = [savings];
  await renderScreen(pages.my, {
    before: (server: Server) => {
      server.answer('GET /user_qianbao/getUser_qianbaoList', () => ({ list: book }));
      server.answer('DELETE /user_qianbao/deleteUser_qianbao', () => {
        book = [];
        return {};
      });
    },
  });
  await press(/^Withdrawal addresses/, { role: 'link' });
  await untilPage(pages.addresses);
  await press('Delete Savings');
  await answer('Delete this address?', 'Cancel');
  expect(isShown('Savings')).toBe(true);
  await press('Delete Savings');
  await answer('Delete this address?', 'Delete');
  await untilToast('Address deleted');
  await untilText('No addresses yet');
  await waitFor(() => expect(isShown('Savings')).toBe(false));
});

test('records are shown by status, with all digits of their amounts', async () => {
  const rejected = { ID: 7, coinname: 'USDT', num: '20.123456', status: 3 };
  const submitted = { ...rejected, ID: 8, num: '30', status: 1 };
  await renderScreen(pages.withdrawHistory, {
    before: (server) =>
      server.answer('GET /withdraw/myWithdrawList', ({ status }) => ({
        list: [rejected, submitted].filter((row) => [0, row.status].includes(Number(status ?? 0))),
        page: 1,
        pageSize: 20,
      })),
  });
  const rows = () => screen.queryAllByRole('link', { name: /USDT/ });
  await waitFor(() => expect(rows()).toHaveLength(2));
  await press('Rejected');
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(rows()[0]?.textContent).toContain('20.123456');
  await press('Completed');
  await untilText('No matching withdrawals');
});
