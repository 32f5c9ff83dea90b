/** Withdrawals on the phone: confirmed, reviewed while the page is open, cancelled; and the address book. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { checksOf } from './support/automatic-checks.ts';
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
import {
  approve,
  PAY_PASSWORD,
  reject,
  submitWithdrawal,
  TRON_ADDRESS,
  withdrawingMember,
} from './support/reviewing.ts';
import { story } from './support/story.ts';
import { visit } from './support/waiting.ts';

story(
  'a withdrawal is confirmed and submitted on a form that passes the automatic checks, and followed through its review without a reload',
  async ({ open, world }) => {
    const member = await withdrawingMember(world);
    const page = await open(pages.assets, { as: member });
    await tap(page, 'Withdraw', 'link');
    await untilPage(page, pages.withdrawList);
    await tap(page, /^USDT/);
    await untilPage(page, pages.withdraw);

    const { found, check } = checksOf(page);
    await tap(page, 'Withdraw USDT');
    await words(page, 'Choose an address.').waitFor();
    await check('form with messages');
    await tap(page, /^To/);
    await tap(page.getByRole('dialog'), 'Add an address');
    await untilPage(page, pages.addAddress);
    await field(page, 'Name').fill('Savings');
    await field(page, 'Address').fill(TRON_ADDRESS);
    await tap(page, 'Save address');
    await untilPage(page, pages.withdraw);
    await words(page, 'Savings').waitFor();
    await tap(page, /^To/);
    await page
      .getByRole('dialog')
      .getByText(/^TCQETC/)
      .waitFor();
    await check('address sheet');
    expect(found).toEqual({});
    await answer(page.getByRole('dialog'), 'Close');

    await field(page, 'Amount in USDT').fill('100');
    await secret(page, 'Withdrawal password').fill(PAY_PASSWORD);
    await tap(page, 'Withdraw 100.00 USDT');
    const asked = dialog(page, 'Withdraw USDT?');
    await asked.getByText(TRON_ADDRESS).waitFor();
    await asked.getByText('99.00 USDT').waitFor();
    await asked.getByText('Paper', { exact: true }).waitFor();
    await tap(asked, 'Withdraw');
    await untilPage(page, pages.withdrawDetail);
    await words(page, 'Our staff are reviewing it').waitFor();

    const recordNo = await words(page, /^W-\d+$/).innerText();
    await approve(world, recordNo);
    await words(page, 'Sent to the network').waitFor();
    await words(page, 'Completed').first().waitFor();
    expect(await page.getByRole('button', { name: 'Cancel withdrawal' }).count()).toBe(0);
  },
);

story(
  'an undecided withdrawal can be cancelled, and a rejected one shows why',
  async ({ open, world }) => {
    const member = await withdrawingMember(world);
    const first = await submitWithdrawal(world, member);
    const second = await submitWithdrawal(world, member, '50');
    const page = await open(pages.withdrawHistory, { as: member });
    await page.getByRole('link', { name: /USDT.*100\.00/ }).tap();
    await untilPage(page, pages.withdrawDetail);
    await words(page, first.recordNo).waitFor();
    await tap(page, 'Cancel withdrawal');
    await answer(dialog(page, 'Cancel this withdrawal?'), 'Cancel withdrawal');
    await untilToast(page, 'Withdrawal cancelled: 100.00 USDT is back in your balance');
    await tap(page, 'View', 'link');
    await untilPage(page, pages.coinRecords);
    await words(page, 'Withdrawal return').first().waitFor();
    await visit(page, `${pages.withdrawDetail}?id=${first.ID}`);
    await words(page, 'Returned to your balance.').waitFor();

    await visit(page, `${pages.withdrawDetail}?id=${second.ID}`);
    await words(page, 'Our staff are reviewing it').waitFor();
    await reject(world, second.recordNo, 'The address belongs to another person.');
    await words(page, /^We couldn’t carry out this withdrawal/).waitFor();
    await words(page, 'Rejected').first().waitFor();
    await page.goBack();
    await untilPage(page, pages.withdrawDetail);
  },
);
