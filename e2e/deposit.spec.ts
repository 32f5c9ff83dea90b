/** Deposits on the phone: submitted with a proof, reviewed, credited, sent again or cancelled. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { checksOf } from './support/automatic-checks.ts';
import { proofPicture, submitDeposit } from './support/deposits.ts';
import { answer, dialog, field, tap, untilPage, untilToast, words } from './support/hands.ts';
import { approve, reject } from './support/reviewing.ts';
import { soon, story } from './support/story.ts';
import { figure } from './support/trading.ts';
import { visit } from './support/waiting.ts';

const amount = (page: Page) => field(page, 'Amount');
const submit = (page: Page) => tap(page, 'Submit for review');
const album = (page: Page) => page.getByLabel('Choose an image').filter({ visible: true });

story(
  'a deposit is submitted with its proof, approved by two operators, and credited while the page is open, on screens that pass the automatic checks',
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

    const { found, check } = checksOf(page);
    await submit(page);
    await words(page, 'Add the proof image.').waitFor();
    await check('form with messages');
    await tap(page, /^USDT/);
    await page.getByRole('dialog').waitFor();
    await check('coin sheet');
    await answer(page.getByRole('dialog'), 'Close');
    await words(page, /^This isn’t a real address/).waitFor();
    await page.getByRole('img', { name: /^QR code that says: simulation/ }).waitFor();
    await tap(page, 'Copy address');
    await untilToast(page, 'Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^paper-/);

    await amount(page).fill('1500');
    await album(page).setInputFiles(await proofPicture());
    await words(page, /^Proof uploaded, /).waitFor();
    await page.getByText('Copied', { exact: true }).waitFor({ state: 'hidden' });
    await check('form with a proof');
    await submit(page);
    await untilPage(page, pages.depositDetail);
    await words(page, 'Our staff are reviewing it').waitFor();
    await soon(() => figure(page, 'Credited amount').innerText()).toMatch(/^---/);

    await approve(world, await words(page, /^D-\d+$/).innerText());
    await words(page, 'Completed').first().waitFor();
    await soon(() => figure(page, 'Credited amount').innerText()).toBe('1,500.00 USDT');
    expect(await page.getByRole('button', { name: 'Cancel deposit' }).count()).toBe(0);
    await tap(page, 'Your proof');
    await page.getByRole('img', { name: 'Proof of transfer' }).waitFor();
    await check('proof');
    expect(found).toEqual({});
    await tap(page.getByRole('dialog'), 'Enlarge the proof');
    await answer(page.getByRole('dialog'), 'Close');

    await visit(page, `${pages.coinRecords}?coin=USDT`);
    await words(page, 'Deposit success').first().waitFor();
    await words(page, '+1,500.00').first().waitFor();
  },
);

story(
  'a rejected deposit says why and can be sent again with everything but the proof',
  async ({ open, world }) => {
    const member = await world.member();
    const made = await submitDeposit(world, member, '250');
    const page = await open(`${pages.depositDetail}?id=${made.ID}`, { as: member });
    await words(page, 'Our staff are reviewing it').waitFor();
    await reject(world, made.recordNo, 'The picture shows another amount.');
    await words(page, /We couldn’t confirm this deposit\./).waitFor();
    await tap(page, 'Submit again');
    await untilPage(page, pages.deposit);
    await soon(() => amount(page).inputValue()).toBe('250');
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
  },
);
