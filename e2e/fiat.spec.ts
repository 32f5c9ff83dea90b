/** Fiat on the phone: cards saved, paid out to and deleted; wires announced, credited, rejected and cancelled. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { messagesIn } from '../apps/server/tests/support/people.ts';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { checksOf } from './support/automatic-checks.ts';
import {
  announceWire,
  CARD,
  keepBankCard,
  recordReceipt,
  sendPayout,
  submitPayout,
} from './support/banking.ts';
import {
  answer,
  dialog,
  field,
  secret,
  tap,
  untilPage,
  untilToast,
  words,
} from './support/hands.ts';
import { approve, PAY_PASSWORD, reject, withdrawingMember } from './support/reviewing.ts';
import { soon, story } from './support/story.ts';
import { figure, numberIn } from './support/trading.ts';
import { visit } from './support/waiting.ts';
import type { Member, World } from './support/world.ts';

/** Opens a fiat page from the assets. */
async function openFiat(page: Page, way: RegExp): Promise<void> {
  await tap(page, 'Fiat');
  await tap(page.getByRole('dialog', { name: 'Fiat' }), way);
}

async function chooseCurrency(page: Page, currency: string): Promise<void> {
  await tap(page, /^Receive in/);
  await tap(page.getByRole('dialog'), new RegExp(`^${currency}`));
}

async function dollarsOf(world: World, { session }: Member): Promise<number> {
  const { list } = await world.api.data('GET /user/mycoin', { cate: 1 }, { token: session.token });
  return Number(list.find(({ coinname }) => coinname === 'USD')?.available ?? '0');
}

story(
  'a card is saved, and a payout to it is approved by two operators while the page is open',
  async ({ open, world }) => {
    const member = await withdrawingMember(world);
    const page = await open(pages.my, { as: member });
    await tap(page, /^Bank cards/, 'link');
    await untilPage(page, pages.bankCards);
    await tap(page.getByRole('main'), 'Add a card');
    await untilPage(page, pages.addBankCard);
    await field(page, 'Bank name').fill(CARD.bankname);
    await field(page, 'Account name').fill(CARD.accountname);
    await field(page, 'Card number').pressSequentially('42424242-4242 4243');
    await field(page, 'Card number').press('Backspace');
    await field(page, 'Card number').pressSequentially('2');
    await soon(() => field(page, 'Card number').inputValue()).toBe('4242 4242 4242 4242');
    await field(page, 'Bank address').fill(CARD.bankaddress);
    await field(page, 'IBAN').fill(CARD.ibna);
    await field(page, 'BIC or SWIFT code').fill(CARD.payeeaddress);
    await tap(page, /^Payee’s country/);
    await page.getByRole('searchbox', { name: 'Search countries' }).fill('germ');
    await tap(page.getByRole('dialog'), 'Germany');
    await tap(page, 'Save card');
    await untilPage(page, pages.bankCards);
    await words(page, '•••• 4242').waitFor();
    await words(page, 'Germany').waitFor();

    await visit(page, pages.assets);
    await openFiat(page, /^To a bank card/);
    await untilPage(page, pages.fiatWithdraw);
    await words(page, CARD.bankname).waitFor();
    await field(page, 'Amount in USDT').fill('100');
    await chooseCurrency(page, 'USD');
    await soon(async () => numberIn(await figure(page, 'Estimate').innerText())).toBeGreaterThan(
      90,
    );
    const least = async () => numberIn(await figure(page, 'Minimum you receive').innerText());
    const usual = await least();
    await page.getByRole('radio', { name: '−2%' }).tap();
    await soon(least).toBeLessThan(usual);
    await secret(page, 'Withdrawal password').fill(PAY_PASSWORD);
    await tap(page, 'Withdraw 100.00 USDT');
    const asked = dialog(page, 'Withdraw USDT?');
    await asked.getByText('•••• 4242').waitFor();
    await asked.getByText('Paper', { exact: true }).waitFor();
    const shown = numberIn(await figure(asked, 'Estimate').innerText());
    const asLeast = await figure(asked, 'Minimum you receive').innerText();
    await tap(asked, 'Withdraw');
    await untilPage(page, pages.fiatWithdrawDetail);
    await words(page, 'Our staff are reviewing it').waitFor();
    const estimate = numberIn(await figure(page, 'Estimate').innerText());
    expect(Math.abs(estimate - shown)).toBeLessThan(1);
    await soon(() => figure(page, 'Minimum you receive').innerText()).toBe(asLeast);
    expect(await words(page, 'Rate at approval').count()).toBe(0);

    const recordNo = await words(page, /^B-\d+$/).innerText();
    await approve(world, recordNo);
    await words(page, 'Approved, being sent').waitFor();
    const reference = await sendPayout(world, recordNo);
    await words(page, `Sent · ${reference}`).waitFor();
    await words(page, 'Completed').first().waitFor();
    await words(page, 'Rate at approval').waitFor();
    const paid = numberIn(await figure(page, 'You received').innerText());
    expect(paid).toBeGreaterThanOrEqual(numberIn(asLeast));
    expect(await page.getByRole('button', { name: 'Cancel withdrawal' }).count()).toBe(0);
  },
);

story(
  'a wire is announced, its details are mailed and shown in the app, and the receipt is credited',
  async ({ open, world }) => {
    const member = await withdrawingMember(world);
    const before = await dollarsOf(world, member);
    const page = await open(pages.assets, { as: member });
    await openFiat(page, /^By wire transfer/);
    await untilPage(page, pages.fiatDeposit);
    const amount = field(page, 'Amount in USD');
    const email = field(page, 'Email for the wire details');
    await soon(() => email.inputValue()).toBe(member.email);
    await amount.fill('6000');
    await words(page, /^This is a simulation/).waitFor();
    await tap(page, 'Submit 6,000.00 USD');
    await untilToast(page, 'Deposit of 6,000.00 USD submitted for review');
    await words(page, 'Waiting for the transfer').waitFor();
    const letter = page.getByRole('region', { name: 'Wire details' });
    const reference = await letter.getByText(/^TERN(-\w{4})+$/).innerText();
    await soon(() =>
      messagesIn(world.outboxFile).some(
        ({ to, body }) => to === member.email && body.includes(reference),
      ),
    ).toBe(true);
    const recordNo = await words(page, /^F-\d+$/).innerText();

    await page.goBack();
    await untilPage(page, pages.assets);
    await openFiat(page, /^By wire transfer/);
    await tap(page, 'Records', 'link');
    await page.getByRole('link', { name: new RegExp(`${recordNo}.*6,000\\.00`) }).tap();
    await letter.getByText(reference).first().waitFor();

    await recordReceipt(world, { recordNo, num: '5990' });
    await words(page, 'Our staff are reviewing it').waitFor();
    await page.getByRole('button', { name: 'Cancel this deposit' }).waitFor({ state: 'hidden' });
    await approve(world, recordNo);
    await words(page, 'Completed').first().waitFor();
    await soon(() => figure(page, 'Credited amount').innerText()).toBe('5,990.00 USD');
    expect(await dollarsOf(world, member)).toBe(before + 5990);
  },
);

story(
  'a rejected payout shows why and is returned, a cancelled one is returned immediately, and a wire can be sent again',
  async ({ open, world }) => {
    const member = await withdrawingMember(world);
    const card = (await keepBankCard(world, member)).ID;
    const first = await submitPayout(world, member, { card, num: '100' });
    const second = await submitPayout(world, member, { card, num: '200' });
    const wire = await announceWire(world, member, '7000');
    const page = await open(pages.fiatWithdrawHistory, { as: member });
    await page.getByRole('link', { name: /USDT.*100\.00/ }).tap();
    await untilPage(page, pages.fiatWithdrawDetail);
    await words(page, first.recordNo).waitFor();
    await reject(world, first.recordNo, 'The name is not that of the account.');
    await words(page, /^We couldn’t carry out this withdrawal/).waitFor();
    await words(page, 'Returned to your balance.').waitFor();

    await visit(page, `${pages.fiatWithdrawDetail}?id=${second.ID}`);
    await tap(page, 'Cancel withdrawal');
    await answer(dialog(page, 'Cancel this withdrawal?'), 'Cancel withdrawal');
    await untilToast(page, 'Withdrawal cancelled: 200.00 USDT is back in your balance');
    await words(page, 'Returned to your balance.').waitFor();

    await visit(page, `${pages.fiatDeposit}?id=${wire.ID}`);
    await words(page, 'Waiting for the transfer').waitFor();
    await reject(world, wire.recordNo, 'Nothing has come in.');
    await words(page, /^We couldn’t confirm this deposit/).waitFor();
    await words(page, 'Nothing was credited.').waitFor();
    await tap(page, 'Submit again');
    await tap(page, 'Submit 7,000.00 USD');
    await words(page, 'Waiting for the transfer').waitFor();
    await tap(page, 'Cancel this deposit');
    await answer(dialog(page, 'Cancel this deposit?'), 'Cancel this deposit');
    await untilToast(page, 'Deposit of 7,000.00 USD cancelled');

    await visit(page, pages.bankCards);
    await tap(page, /^Delete /);
    await answer(dialog(page, 'Delete this card?'), 'Cancel');
    await tap(page, /^Delete /);
    await answer(dialog(page, 'Delete this card?'), 'Delete');
    await untilToast(page, 'Card deleted');
    await words(page, 'No bank cards yet').waitFor();
  },
);

story('its forms and sheets pass the automatic checks', async ({ open, world }) => {
  const member = await withdrawingMember(world);
  const page = await open(pages.fiatWithdraw, { as: member });
  const { found, check } = checksOf(page);
  await tap(page, 'Withdraw USDT');
  await words(page, 'Choose a card.').waitFor();
  await check('form with messages');
  await tap(page, /^Receive in/);
  await words(page, 'Japanese Yen').waitFor();
  await check('currency sheet');
  await visit(page, pages.addBankCard);
  await tap(page, 'Save card');
  await tap(page, /^Payee’s country/);
  await words(page, 'Albania').waitFor();
  await check('countries');
  expect(found).toEqual({});
});
