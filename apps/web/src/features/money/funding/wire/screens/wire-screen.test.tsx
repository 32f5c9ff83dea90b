/** Wires: errors of the form, its currencies, and records by status. */
import { refused } from '@tern/protocol/tests';
import {
  control,
  dialog,
  expectError,
  field,
  fill,
  isShown,
  press,
  untilText,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, type Server } from '../../../../../../tests/render-screen.tsx';
import { verifyAndReturn, wantIdentity } from '../../../../../../tests/verify-first.ts';
import { pages } from '../../../../../kernel/pages.ts';

const AMOUNT = 'Amount in USD';
const EMAIL = 'Email for the wire details';

const currency = (coinname: string, wireMin: string, places: number) => ({
  coinname,
  name: coinname,
  places,
  wireMin,
  wireMax: '1000000000',
  takesWires: true,
});

const offerWires = (server: Server) =>
  server.answer('GET /user_bank/currencies', {
    list: [currency('USD', '5000', 2), currency('JPY', '100000', 0)],
  });

test('a missing or too small amount and a missing or wrong email show errors', async () => {
  await renderScreen(pages.fiatDeposit, { before: offerWires });
  expect((await field(EMAIL)).value).toBe('ada@tern.test');
  await fill(EMAIL, '');
  await press('Submit');
  await expectError(AMOUNT, 'Enter an amount.');
  await expectError(EMAIL, 'Enter an email.');
  await fill(EMAIL, 'nobody at all');
  await fill(AMOUNT, '4999.99');
  await press('Submit 4,999.99 USD');
  await expectError(AMOUNT, 'Minimum is 5,000.00 USD.');
  await expectError(EMAIL, 'That email doesn’t look right.');
});

test('the minimum is that of the chosen currency', async () => {
  await renderScreen(pages.fiatDeposit, { before: offerWires });
  await press('USD');
  await press(/^JPY/, { part: await dialog(/./) });
  await untilText('Minimum 100,000');
  await untilText(/^This is a simulation/);
});

test('an unverified member cannot announce a wire', async () => {
  await renderScreen(pages.fiatDeposit, {
    as: { verified: false, realNameStatus: 0 },
    before: offerWires,
  });
  await untilText('Verify your identity to deposit');
  expect(await control('button', 'Submit')).toHaveProperty('disabled', true);
});

test('a refusal for want of an identity leads there and back, and keeps the input', async () => {
  const server = await renderScreen(pages.fiatDeposit, { before: offerWires });
  wantIdentity(server, 'POST /recharge/createRecharge');
  await fill(AMOUNT, '6000');
  await press('Submit 6,000.00 USD');
  await verifyAndReturn(server, pages.fiatDeposit, 'Verify your identity to deposit');
  expect((await field(AMOUNT)).value).toBe('6000');
});

test('a wire that needs a source of funds leads to Verification, and keeps the input', async () => {
  const server = await renderScreen(pages.fiatDeposit, { before: offerWires });
  const needs = { needs: 'identity', limit: '50000' };
  const words = 'Bank deposits need your source of funds.';
  server.answer('POST /recharge/createRecharge', refused(5012, needs, words));
  await fill(AMOUNT, '60000');
  await press('Submit 60,000.00 USD');
  await expectError(AMOUNT, 'Bank deposits need your source of funds.');
  expect((await field(AMOUNT)).value).toBe('60000');
  await untilText('Verify identity');
});

test('records are shown by status', async () => {
  await renderScreen(`${pages.fiatDeposit}?view=records`, {
    before: (server) => {
      offerWires(server);
      server.answer('GET /recharge/myWireList', ({ status }) => ({
        list:
          Number(status ?? 0) <= 1
            ? [{ recordNo: 'F-9', coinname: 'USD', num: '5000', status: 1 }]
            : [],
        page: 1,
        pageSize: 20,
      }));
    },
  });
  await untilText('F-9');
  await press('Completed');
  await untilText('Nothing with this status');
  await press('Under review');
  await untilText('F-9');
  expect(isShown('Nothing with this status')).toBe(false);
});
