/** Deposits: errors of the form and its proof, networks without an address, and what a record shows. */
import { lost, refused } from '@tern/protocol/tests';
import {
  choose,
  control,
  expectError,
  field,
  fill,
  isShown,
  press,
  screen,
  untilText,
  untilToast,
  waitFor,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, type Server, untilPage } from '../../../../../../tests/render-screen.tsx';
import { pages } from '../../../../../kernel/pages.ts';

const FORM = `${pages.deposit}?coin=USDT`;
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const MEGABYTE = 1024 * 1024;

const image = (name: string, bytes = 0) =>
  new File([new Uint8Array(PNG), new Uint8Array(bytes)], name, { type: 'image/png' });

const made = {
  ID: 6,
  recordNo: 'D-6',
  cate: 1 as const,
  type: 1,
  coin: 'USDT',
  czline: 'TRC20',
  num: '75.5',
  actual: null,
  payimg: 3,
  status: 1,
};

const giveAddress = (server: Server) => {
  server.answer('GET /recharge/address', { address: 'paper-1' });
  server.answer('POST /user/uploadBase64', { ID: 3 });
};

const submit = () => press('Submit for review');
const album = (label = 'Choose an image') => field(label);

test('a missing or too small amount and a missing proof show errors', async () => {
  await renderScreen(FORM, { before: giveAddress });
  await press('ERC20', { role: 'radio' });
  await untilText('Send only USDT on Ethereum (ERC-20). Anything else will be lost.');
  await untilText('Minimum 10.00 USDT');
  await press('TRC20', { role: 'radio' });
  await untilText('Send only USDT on TRON (TRC-20). Anything else will be lost.');
  await submit();
  await expectError('Amount', 'Enter an amount.');
  await untilText('Add the proof image.');
  await fill('Amount', '4.99');
  await choose(await album(), image('proof.png'));
  await untilText(/^Proof uploaded, /);
  await submit();
  await expectError('Amount', 'Minimum is 5.00 USDT.');
});

test('an invalid image is refused before it is sent, and a failed upload is repeated', async () => {
  const server = await renderScreen(FORM, { before: giveAddress });
  await choose(await album(), new File(['<svg/>'], 'proof.png', { type: 'image/png' }));
  await untilText(/^We can’t read that file/);
  await choose(await album(), image('heavy.png', 8 * MEGABYTE));
  await untilText(/^That image is too large/);
  expect(server.inputs('POST /user/uploadBase64')).toEqual([]);

  server.answer('POST /user/uploadBase64', lost);
  await choose(await album(), image('first.png'));
  await untilText('Upload failed. Try again.');
  server.answer('POST /user/uploadBase64', { ID: 3 });
  await press('Try again');
  await untilText(/^Proof uploaded, /);
  await choose(await album('Replace'), image('second.png'));
  await untilText('second.png');
  await untilText(/^Proof uploaded, /);
});

test('a lost connection keeps the input, and the second attempt has the same key', async () => {
  const server = await renderScreen(FORM, { before: giveAddress });
  await fill('Amount', '75.5');
  await choose(await album(), image('proof.png'));
  await untilText(/^Proof uploaded, /);
  server.answer('POST /recharge/createRecharge', lost);
  await submit();
  await untilToast(/confirm/);
  expect((await field('Amount')).value).toBe('75.5');
  server.answer('POST /recharge/createRecharge', { recharge: made });
  server.answer('GET /recharge/findRecharge', { rerecharge: made });
  await submit();
  await untilPage(pages.depositDetail);
  await untilText('75.50 USDT');
  const [first, second] = server.idempotencyKeys('POST /recharge/createRecharge');
  expect(first).toBeTruthy();
  expect(second).toBe(first);
});

test('a network without an address offers another one', async () => {
  await renderScreen(FORM, {
    before: (server) =>
      server.answer('GET /recharge/address', ({ czline }) =>
        czline === 'TRC20' ? refused(5011) : { address: 'paper-2' },
      ),
  });
  await untilText('No address for TRON (TRC-20) yet');
  expect(await control('button', 'Submit for review')).toHaveProperty('disabled', true);
  await press('ERC20', { role: 'radio' });
  await untilText('Send USDT to this address');
});

test('a coin without deposits says so', async () => {
  await renderScreen(`${pages.deposit}?coin=EUR`);
  await untilText('This coin can’t be deposited now.');
});

test('the record page without a number says that none is selected', async () => {
  await renderScreen(pages.depositDetail);
  await untilText('No deposit selected');
});

test('a deposit seen on the network is credited automatically', async () => {
  const txid = 'f00d'.repeat(16);
  const rerecharge = { ...made, type: 2, status: 2, payimg: null, actual: '75.5', txid };
  await renderScreen(`${pages.depositDetail}?id=6`, {
    before: (server) => server.answer('GET /recharge/findRecharge', { rerecharge }),
  });
  await untilText('f00df0…0df00d');
  const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(steps).toEqual([
    expect.stringContaining('Detected on the network'),
    expect.stringContaining('Credited to your balance'),
  ]);
  for (const name of ['Cancel deposit', 'Your proof']) {
    expect(screen.queryByRole('button', { name }), name).toBeNull();
  }
});

test('records are shown by status, and an empty list says so', async () => {
  const rejected = { ...made, ID: 7, status: 3 };
  const cancelled = { ...made, ID: 8, status: 4 };
  await renderScreen(pages.depositHistory, {
    before: (server) =>
      server.answer('GET /recharge/myRechargeList', ({ status }) => ({
        list: [rejected, cancelled].filter((row) => [0, row.status].includes(Number(status ?? 0))),
        page: 1,
        pageSize: 20,
      })),
  });
  const rows = () => screen.queryAllByRole('link', { name: /USDT/ });
  await waitFor(() => expect(rows()).toHaveLength(2));
  await press('Rejected');
  await waitFor(() => expect(rows()).toHaveLength(1));
  await press('Under review');
  await untilText('No matching deposits');
  expect(isShown('No matching deposits')).toBe(true);
});
