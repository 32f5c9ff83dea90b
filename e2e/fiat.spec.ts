/** Fiat on the phone: cards saved, paid out to and deleted; wires announced, credited, rejected and cancelled. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { messagesIn } from '../apps/server/tests/support/people.ts';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { faultsOf } from './support/automatic-checks.ts';
import {
  announceWire,
  CARD,
  keepBankCard,
  recordReceipt,
  submitPayout,
} from './support/banking.ts';
import {
  answer,
  complaintOf,
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
import { untilStill } from './support/themes.ts';
import { figure, numberIn } from './support/trading.ts';
import { visit } from './support/waiting.ts';
import type { Member, World } from './support/world.ts';

/** Opens a fiat page from the assets. */
async function openFiat(page: Page, way: RegExp): Promise<void> {
  await tap(page, 'Fiat');
  await tap(page.getByRole('dialog', { name: 'Fiat' }), way);
}

async function chooseCard(page: Page): Promise<void> {
  await tap(page, /^To /);
  await tap(page.getByRole('dialog'), new RegExp(`^${CARD.bankname}`));
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
    await tap(page, 'Save card');
    await soon(() => complaintOf(field(page, 'Bank name'))).toBe('Enter the bank name.');
    expect(await complaintOf(field(page, 'Account name'))).toBe('Enter the account name.');
    expect(await complaintOf(field(page, 'Card number'))).toBe('Enter the card number.');
    expect(await complaintOf(field(page, 'Bank address'))).toBe('Enter the bank address.');
    expect(await complaintOf(field(page, 'IBAN'))).toBe('Enter the IBAN.');
    expect(await complaintOf(field(page, 'BIC or SWIFT code'))).toBe(
      'Enter the BIC or SWIFT code.',
    );
    await words(page, "Choose the payee's country.").waitFor();

    await field(page, 'Bank name').fill(CARD.bankname);
    await field(page, 'Account name').fill(CARD.accountname);
    await field(page, 'Card number').pressSequentially('42424242-4242 4243');
    expect(await field(page, 'Card number').inputValue()).toBe('4242 4242 4242 4243');
    await words(page, /doesn't match a card number/).waitFor();
    await field(page, 'Card number').press('Backspace');
    await field(page, 'Card number').pressSequentially('2');
    await words(page, /doesn't match a card number/).waitFor({ state: 'hidden' });
    await field(page, 'Bank address').fill(CARD.bankaddress);
    await field(page, 'IBAN').fill('de88370400440532013000');
    await words(page, /check digits don't match/).waitFor();
    await field(page, 'BIC or SWIFT code').fill(CARD.payeeaddress);
    await tap(page, /^Payee's country/);
    await page.getByRole('searchbox', { name: 'Search countries' }).fill('germ');
    await tap(page.getByRole('dialog'), 'Germany');
    await tap(page, 'Save card');
    await soon(() => complaintOf(field(page, 'IBAN'))).toBe("That doesn't look right.");
    expect(await field(page, 'Bank name').inputValue()).toBe(CARD.bankname);
    await field(page, 'IBAN').fill(CARD.ibna);
    expect(await field(page, 'IBAN').inputValue()).toBe('DE89 3704 0044 0532 0130 00');
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
    expect(await figure(page, 'Minimum you receive').innerText()).toBe(asLeast);
    expect(await words(page, 'Rate at approval').count()).toBe(0);

    await approve(world, await words(page, /^B-\d+$/).innerText());
    await words(page, 'Paid to your card').waitFor();
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
    expect(await email.inputValue()).toBe(member.email);
    await email.fill('');
    await tap(page, 'Submit');
    await soon(() => complaintOf(amount)).toBe('Enter an amount.');
    expect(await complaintOf(email)).toBe('Enter an email.');
    await email.fill('nobody at all');
    await amount.fill('4999.99');
    await tap(page, 'Submit 4,999.99 USD');
    await soon(() => complaintOf(amount)).toBe('Minimum is 5,000.00 USD.');
    expect(await complaintOf(email)).toBe("That email doesn't look right.");

    await tap(page, 'USD');
    await tap(page.getByRole('dialog'), /^JPY/);
    await page.getByRole('form').getByText('Minimum 100,000').waitFor();
    await tap(page, 'JPY');
    await tap(page.getByRole('dialog'), /^USD/);
    await amount.fill('6000');
    await email.fill(member.email);
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
    expect(await figure(page, 'Credited amount').innerText()).toBe('5,990.00 USD');
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
    await words(page, 'The name is not that of the account.').waitFor();
    await words(page, 'Returned to your balance.').waitFor();

    await visit(page, `${pages.fiatWithdrawDetail}?id=${second.ID}`);
    await tap(page, 'Cancel withdrawal');
    await answer(dialog(page, 'Cancel this withdrawal?'), 'Cancel withdrawal');
    await untilToast(page, 'Withdrawal cancelled: 200.00 USDT is back in your balance');
    await words(page, 'Returned to your balance.').waitFor();

    await visit(page, `${pages.fiatDeposit}?id=${wire.ID}`);
    await words(page, 'Waiting for the transfer').waitFor();
    await reject(world, wire.recordNo, 'Nothing has come in.');
    await words(page, 'Nothing has come in.').waitFor();
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

story(
  'reasons against a payout are shown at their place, and the form keeps the input',
  async ({ open, world, faults }) => {
    faults.expect(/Failed to load resource|ERR_FAILED/);
    const member = await withdrawingMember(world);
    await keepBankCard(world, member);
    const page = await open(pages.fiatWithdraw, { as: member });
    const amount = field(page, 'Amount in USDT');
    const password = secret(page, 'Withdrawal password');
    await tap(page, 'Withdraw USDT');
    await soon(() => complaintOf(amount)).toBe('Enter an amount.');
    await words(page, 'Choose a card.').waitFor();
    await words(page, 'Choose a currency.').waitFor();
    expect(await complaintOf(password)).toBe('Enter your withdrawal password.');

    await chooseCard(page);
    await chooseCurrency(page, 'VND');
    await words(page, "USDT can't be paid out in VND now.").waitFor();
    await chooseCurrency(page, 'USD');
    await words(page, /^The rate at approval applies/).waitFor();
    await soon(() => figure(page, 'Fee').innerText()).toBe('5.00 USD');
    await amount.fill('1');
    await password.fill('000000');
    await tap(page, 'Withdraw 1.00 USDT');
    await soon(() => complaintOf(amount)).toMatch(/^Minimum is 5\d\.\d{3,6} USDT\.$/);
    await amount.fill('20000');
    await tap(page, 'Withdraw 20,000.00 USDT');
    await soon(() => complaintOf(amount)).toBe('You have 10,000.00 USDT available.');
    await amount.fill('150');
    await tap(page, 'Withdraw 150.00 USDT');
    await tap(dialog(page, 'Withdraw USDT?'), 'Withdraw');
    await soon(() => complaintOf(password)).toBe('Wrong withdrawal password. 4 attempts left.');

    await page.route('**/api/withdraw_bank/createWithdraw_bank', (route) => route.abort());
    await password.fill(PAY_PASSWORD);
    await tap(page, 'Withdraw 150.00 USDT');
    await tap(dialog(page, 'Withdraw USDT?'), 'Withdraw');
    await untilToast(page, /We couldn't confirm/);
    expect(await amount.inputValue()).toBe('150');
    expect(await password.inputValue()).toBe(PAY_PASSWORD);
    await words(page, CARD.bankname).waitFor();

    const other = await world.member();
    const bare = await open(pages.fiatWithdraw, { as: other });
    await words(bare, 'Verify your identity to withdraw').waitFor();
    expect(await field(bare, 'Amount in USDT').isDisabled()).toBe(true);
    expect(await bare.getByRole('button', { name: 'Withdraw USDT' }).isDisabled()).toBe(true);
    await visit(bare, pages.fiatDeposit);
    await words(bare, 'Verify your identity to deposit').waitFor();
    expect(await bare.getByRole('button', { name: 'Submit' }).isDisabled()).toBe(true);
  },
);

for (const theme of ['dark', 'light'] as const) {
  story(`its screens with data pass the automatic checks, ${theme}`, async ({ open, world }) => {
    const member = await withdrawingMember(world);
    const card = (await keepBankCard(world, member)).ID;
    const payout = await submitPayout(world, member, { card, num: '1234.567891' });
    const wire = await announceWire(world, member);
    const page = await open(pages.fiatWithdraw, { as: member, remembered: { theme } });
    const found: Record<string, string[]> = {};
    const check = async (name: string) => {
      await untilStill(page);
      // The themes differ only in colours.
      const faults = await faultsOf(page, { onlyColours: theme === 'light' });
      if (faults.length > 0) found[name] = faults;
    };
    await tap(page, 'Withdraw USDT');
    await words(page, 'Choose a card.').waitFor();
    await check('form with messages');
    await tap(page, /^Receive in/);
    await words(page, 'Japanese Yen').waitFor();
    await check('currency sheet');
    for (const path of [
      `${pages.fiatWithdrawDetail}?id=${payout.ID}`,
      pages.fiatWithdrawHistory,
      `${pages.fiatDeposit}?id=${wire.ID}`,
      `${pages.fiatDeposit}?view=records`,
      pages.bankCards,
      pages.addBankCard,
    ]) {
      await visit(page, path);
      await check(path);
    }
    await tap(page, 'Save card');
    await tap(page, /^Payee's country/);
    await words(page, 'Albania').waitFor();
    await check('countries');
    expect(found).toEqual({});
  });
}
