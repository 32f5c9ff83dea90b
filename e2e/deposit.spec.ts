/** Deposits on the phone: submitted with a proof, reviewed, credited, sent again or cancelled. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { faultsOf } from './support/automatic-checks.ts';
import { proofPicture, submitDeposit } from './support/deposits.ts';
import {
  answer,
  complaintOf,
  dialog,
  field,
  tap,
  untilPage,
  untilToast,
  words,
} from './support/hands.ts';
import { approve, reject } from './support/reviewing.ts';
import { soon, story } from './support/story.ts';
import { untilStill } from './support/themes.ts';
import { figure } from './support/trading.ts';
import { visit } from './support/waiting.ts';

const FORM = `${pages.deposit}?coin=USDT`;
const MEGABYTE = 1024 * 1024;

const amount = (page: Page) => field(page, 'Amount');
const submit = (page: Page) => tap(page, 'Submit for review');
const album = (page: Page, label = 'Choose an image') =>
  page.getByLabel(label).filter({ visible: true });

story(
  'a deposit is submitted with its proof, approved by two operators, and credited while the page is open',
  async ({ open, world }) => {
    const member = await world.member();
    const page = await open(pages.assets, {
      as: member,
      before: (_page, context) => context.grantPermissions(['clipboard-read', 'clipboard-write']),
    });
    await tap(page, 'Deposit', 'link');
    await untilPage(page, pages.depositList);
    await tap(page, /^USDT/);
    await untilPage(page, pages.deposit);

    await words(page, 'Send only USDT on TRON (TRC-20). Anything else will be lost.').waitFor();
    await tap(page, 'ERC20', 'radio');
    await words(page, 'Send only USDT on Ethereum (ERC-20). Anything else will be lost.').waitFor();
    await words(page, 'Minimum 10.00 USDT').waitFor();
    await tap(page, 'TRC20', 'radio');
    await words(page, /^This isn't a real address/).waitFor();
    await page.getByRole('img', { name: /^QR code that says: simulation/ }).waitFor();
    await tap(page, 'Copy address');
    await untilToast(page, 'Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^paper-/);

    await submit(page);
    await soon(() => complaintOf(amount(page))).toBe('Enter an amount.');
    await words(page, 'Add the proof image.').waitFor();
    await amount(page).fill('4.99');
    await album(page).setInputFiles(await proofPicture());
    await words(page, /^Proof uploaded, /).waitFor();
    await submit(page);
    await soon(() => complaintOf(amount(page))).toBe('Minimum is 5.00 USDT.');
    await amount(page).fill('1500');
    await submit(page);
    await untilPage(page, pages.depositDetail);
    await words(page, 'Our staff are reviewing it').waitFor();
    expect(await figure(page, 'Credited amount').innerText()).toMatch(/^---/);

    await approve(world, await words(page, /^D-\d+$/).innerText());
    await words(page, 'Completed').first().waitFor();
    await soon(() => figure(page, 'Credited amount').innerText()).toBe('1,500.00 USDT');
    expect(await page.getByRole('button', { name: 'Cancel deposit' }).count()).toBe(0);
    await tap(page, 'Your proof');
    await tap(page.getByRole('dialog'), 'Enlarge the proof');
    await answer(page.getByRole('dialog'), 'Close');

    await visit(page, `${pages.coinRecords}?coin=USDT`);
    await words(page, 'Deposit success').first().waitFor();
    await words(page, '+1,500.00').first().waitFor();
  },
);

story(
  'a rejected deposit shows the reason and can be sent again with everything but the proof',
  async ({ open, world }) => {
    const member = await world.member();
    const made = await submitDeposit(world, member, '250');
    const page = await open(`${pages.depositDetail}?id=${made.ID}`, { as: member });
    await words(page, 'Our staff are reviewing it').waitFor();
    await reject(world, made.recordNo, 'The picture shows another amount.');
    await words(page, 'The picture shows another amount.').waitFor();
    await tap(page, 'Submit again');
    await untilPage(page, pages.deposit);
    await soon(() => amount(page).inputValue()).toBe('250');
    await submit(page);
    await words(page, 'Add the proof image.').waitFor();
    await tap(page, 'Use a sample');
    await words(page, 'sample-proof.png').waitFor();
    await words(page, /^Proof uploaded, /).waitFor();
    await submit(page);
    await untilToast(page, 'Deposit of 250.00 USDT submitted for review');
    await untilPage(page, pages.depositDetail);

    await tap(page, 'Cancel deposit');
    await answer(dialog(page, 'Cancel this deposit?'), 'Cancel deposit');
    await untilToast(page, 'Deposit of 250.00 USDT cancelled');
    await words(page, 'Cancelled').first().waitFor();

    await visit(page, pages.depositHistory);
    const rows = page.getByRole('link', { name: /USDT/ }).filter({ visible: true });
    await soon(() => rows.count()).toBe(2);
    await tap(page, 'Rejected');
    await soon(() => rows.count()).toBe(1);
    await tap(page, 'Under review');
    await words(page, 'No matching deposits').waitFor();
  },
);

story(
  'an invalid image is refused before it is sent, and a lost connection keeps the input',
  async ({ open, world, faults }) => {
    faults.expect(/Failed to load resource|ERR_FAILED/);
    const member = await world.member();
    const page = await open(FORM, { as: member });
    await amount(page).fill('75.5');
    const liar = { name: 'proof.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') };
    await album(page).setInputFiles(liar);
    await words(page, /^We can't read that file/).waitFor();
    const { buffer } = await proofPicture();
    const heavy = Buffer.concat([buffer, Buffer.alloc(8 * MEGABYTE)]);
    await album(page).setInputFiles({ name: 'heavy.png', mimeType: 'image/png', buffer: heavy });
    await words(page, /^That image is too large/).waitFor();

    await page.route('**/api/user/uploadBase64', (route) => route.abort());
    await album(page).setInputFiles(await proofPicture('first.png'));
    await words(page, 'Upload failed. Try again.').waitFor();
    await page.unroute('**/api/user/uploadBase64');
    await tap(page, 'Try again');
    await words(page, /^Proof uploaded, /).waitFor();
    await album(page, 'Replace').setInputFiles(await proofPicture('second.png'));
    await words(page, 'second.png').waitFor();
    await words(page, /^Proof uploaded, /).waitFor();

    await page.route('**/api/recharge/createRecharge', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await submit(page);
    await untilToast(page, /confirm/);
    expect(await amount(page).inputValue()).toBe('75.5');
    await page.unroute('**/api/recharge/createRecharge');
    await submit(page);
    await untilPage(page, pages.depositDetail);
    await words(page, '75.50').first().waitFor();
    const { token } = member.session;
    const { total } = await world.api.data('GET /recharge/myRechargeList', {}, { token });
    expect(total, 'sent twice, told once').toBe(1);
  },
);

story('a network without an address offers another one', async ({ open, world }) => {
  const member = await world.member();
  const page = await open(FORM, {
    as: member,
    before: (shown) =>
      shown.route('**/api/recharge/address?*czline=TRC20*', (route) =>
        route.fulfill({ json: { code: 5011, msg: 'Not possible now.', data: {} } }),
      ),
  });
  await words(page, 'No address for TRON (TRC-20) yet').waitFor();
  expect(await page.getByRole('button', { name: 'Submit for review' }).isDisabled()).toBe(true);
  await tap(page, 'ERC20', 'radio');
  await words(page, 'Send USDT to this address').waitFor();

  await visit(page, `${pages.deposit}?coin=EUR`);
  await words(page, "This coin can't be deposited now.").waitFor();
  await visit(page, pages.depositDetail);
  await words(page, 'No deposit selected').waitFor();
});

story('a deposit seen on the network is credited automatically', async ({ open, world }) => {
  const member = await world.member();
  const made = await submitDeposit(world, member, '40');
  const seen = { type: 2, status: 2, payimg: null, actual: '40', txid: 'f00d'.repeat(16) };
  const page = await open(`${pages.depositDetail}?id=${made.ID}`, {
    as: member,
    before: (shown) =>
      shown.route('**/api/recharge/findRecharge?*', async (route) => {
        const response = await route.fetch();
        const body = await response.json();
        Object.assign(body.data.rerecharge, seen);
        await route.fulfill({ response, json: body });
      }),
  });
  await words(page, 'f00df0…0df00d').waitFor();
  expect(await page.getByRole('listitem').filter({ visible: true }).allInnerTexts()).toEqual([
    expect.stringContaining('Detected on the network'),
    expect.stringContaining('Credited to your balance'),
  ]);
  for (const name of ['Cancel deposit', 'Your proof']) {
    expect(await page.getByRole('button', { name }).count(), name).toBe(0);
  }
});

for (const theme of ['dark', 'light'] as const) {
  story(
    `its form, sheets and proof pass the automatic checks, ${theme}`,
    async ({ open, world }) => {
      const member = await world.member();
      const made = await submitDeposit(world, member, '1234.567891');
      const page = await open(FORM, { as: member, remembered: { theme } });
      const found: Record<string, string[]> = {};
      const check = async (name: string) => {
        await untilStill(page);
        // The themes differ only in colours.
        const faults = await faultsOf(page, { onlyColours: theme === 'light' });
        if (faults.length > 0) found[name] = faults;
      };
      await submit(page);
      await words(page, 'Add the proof image.').waitFor();
      await check('form with messages');
      await album(page).setInputFiles(await proofPicture());
      await words(page, /^Proof uploaded, /).waitFor();
      await check('form with a proof');
      await tap(page, /^USDT/);
      await check('coin sheet');
      await visit(page, `${pages.depositDetail}?id=${made.ID}`);
      await tap(page, 'Your proof');
      await page.getByRole('img', { name: 'Proof of transfer' }).waitFor();
      await check('proof');
      expect(found).toEqual({});
    },
  );
}
