/** Withdrawals on the phone: confirmed, reviewed while the page is open, cancelled; and the address book. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { faultsOf } from './support/automatic-checks.ts';
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
import {
  approve,
  keepTronAddress,
  PAY_PASSWORD,
  reject,
  submitWithdrawal,
  TRON_ADDRESS,
  verifiedMember,
  withdrawingMember,
} from './support/reviewing.ts';
import { soon, story } from './support/story.ts';
import { untilStill } from './support/themes.ts';
import { visit } from './support/waiting.ts';

const FORM = `${pages.withdraw}?coin=USDT`;

story(
  'a withdrawal is confirmed, submitted, and followed through its review without a reload',
  async ({ open, world }) => {
    const member = await withdrawingMember(world);
    const page = await open(pages.assets, { as: member });
    await tap(page, 'Withdraw', 'link');
    await untilPage(page, pages.withdrawList);
    await tap(page, /^USDT/);
    await untilPage(page, pages.withdraw);

    await tap(page, /^To/);
    await tap(page.getByRole('dialog'), 'Add an address');
    await untilPage(page, pages.addAddress);
    await field(page, 'Name').fill('Savings');
    await field(page, 'Address').fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
    await tap(page, 'Save address');
    await soon(() => complaintOf(field(page, 'Address'))).toMatch(/^That isn't a valid TRON/);
    await field(page, 'Address').fill(TRON_ADDRESS);
    await tap(page, 'Save address');
    await untilPage(page, pages.withdraw);
    await words(page, 'Savings').waitFor();

    await field(page, 'Amount in USDT').fill('100');
    await secret(page, 'Withdrawal password').fill(PAY_PASSWORD);
    await tap(page, 'Withdraw 100.00 USDT');
    const asked = dialog(page, 'Withdraw USDT?');
    await asked.getByText(TRON_ADDRESS).waitFor();
    await asked.getByText('99.00 USDT').waitFor();
    await asked.getByText('Paper', { exact: true }).waitFor();
    await tap(asked, 'Withdraw');
    await untilPage(page, pages.withdrawDetail);
    await words(page, 'Our team is reviewing it').waitFor();

    const recordNo = await words(page, /^W-\d+$/).innerText();
    await approve(world, recordNo);
    await words(page, 'Sent to the network').waitFor();
    await words(page, 'Completed').first().waitFor();
    expect(await page.getByRole('button', { name: 'Cancel withdrawal' }).count()).toBe(0);
  },
);

story('missing or invalid input shows an error at its field', async ({ open, world }) => {
  const member = await withdrawingMember(world);
  await keepTronAddress(world, member, 'Savings');
  const page = await open(FORM, { as: member });
  const amount = field(page, 'Amount in USDT');
  await amount.waitFor();
  await tap(page, 'Withdraw USDT');
  await soon(() => complaintOf(amount)).toBe('Enter an amount.');
  await words(page, 'Choose an address.').waitFor();
  const password = secret(page, 'Withdrawal password');
  expect(await complaintOf(password)).toBe('Enter your withdrawal password.');

  await tap(page, /^To/);
  await tap(page.getByRole('dialog'), /^Savings/);
  await amount.fill('9.99');
  await password.fill('000000');
  await tap(page, 'Withdraw 9.99 USDT');
  await soon(() => complaintOf(amount)).toBe('Minimum is 10.00 USDT.');
  await amount.fill('500000.01');
  await tap(page, /^Withdraw 500,000/);
  await soon(() => complaintOf(amount)).toBe('Maximum is 500,000.00 USDT.');

  await amount.fill('20');
  await tap(page, 'Withdraw 20.00 USDT');
  await tap(dialog(page, 'Withdraw USDT?'), 'Withdraw');
  await soon(() => complaintOf(password)).toBe('Wrong withdrawal password. 4 tries left.');
  expect(await amount.inputValue()).toBe('20');
});

story(
  'an unverified member is told so before typing, and a verified one is led to set a withdrawal password',
  async ({ open, world }) => {
    const other = await world.member();
    const unverified = await open(FORM, { as: other });
    await words(unverified, 'Verify your identity to withdraw').waitFor();
    await words(unverified, 'Available once your identity is verified.').waitFor();
    expect(await field(unverified, 'Amount in USDT').isDisabled()).toBe(true);
    expect(await secret(unverified, 'Withdrawal password').count()).toBe(0);
    const send = unverified.getByRole('button', { name: 'Withdraw USDT' });
    expect(await send.isDisabled()).toBe(true);
    // The cost can be read nevertheless.
    await words(unverified, 'Limits').waitFor();

    const member = await verifiedMember(world);
    const page = await open(FORM, { as: member });
    await tap(page, 'Withdraw USDT');
    const sheet = page.getByRole('dialog', { name: 'Set a withdrawal password first' });
    await answer(sheet, 'Later');
    await tap(page, 'Withdraw USDT');
    await tap(sheet, 'Set password');
    await untilPage(page, pages.resetWithdrawPassword);
  },
);

story(
  'after a change of password the form shows until when it is blocked',
  async ({ open, world }) => {
    const member = await withdrawingMember(world);
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const page = await open(FORM, {
      as: member,
      before: (shown) =>
        shown.route('**/api/user/getUserInfo', async (route) => {
          const response = await route.fetch();
          const body = await response.json();
          body.data.userInfo.withdrawalsBlockedUntil = until;
          await route.fulfill({ response, json: body });
        }),
    });
    await words(page, /^Withdrawals open again on /).waitFor();
    await words(page, /^Available from \d+ \w/).waitFor();
    expect(await page.getByRole('button', { name: 'Withdraw USDT' }).isDisabled()).toBe(true);
    expect(await field(page, 'Amount in USDT').isDisabled()).toBe(true);
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
    await words(page, 'Our team is reviewing it').waitFor();
    await reject(world, second.recordNo, 'The address belongs to somebody else.');
    await words(page, 'The address belongs to somebody else.').waitFor();
    await words(page, 'Rejected').first().waitFor();
    await page.goBack();
    await untilPage(page, pages.withdrawDetail);
  },
);

story(
  'a changed fee submits nothing: the form keeps the input and shows the new fee',
  async ({ open, world }) => {
    const member = await withdrawingMember(world);
    await keepTronAddress(world, member, 'Savings');
    const page = await open(FORM, {
      as: member,
      async before(fresh) {
        // The fee before the change.
        await fresh.route(
          '**/api/coin/getCoinList',
          async (route) => {
            const response = await route.fetch();
            const text = (await response.text()).replaceAll(
              '"withdrawFee":"1"',
              '"withdrawFee":"0.5"',
            );
            await route.fulfill({ response, body: text });
          },
          { times: 1 },
        );
      },
    });
    await tap(page, /^To/);
    await tap(page.getByRole('dialog'), /^Savings/);
    await field(page, 'Amount in USDT').fill('20');
    await secret(page, 'Withdrawal password').fill(PAY_PASSWORD);
    await words(page, '19.50 USDT').waitFor();
    await tap(page, 'Withdraw 20.00 USDT');
    await tap(dialog(page, 'Withdraw USDT?'), 'Withdraw');
    await untilToast(page, /^The price or terms changed/);
    await words(page, '19.00 USDT').waitFor();
    expect(await field(page, 'Amount in USDT').inputValue()).toBe('20');
    await tap(page, 'Withdraw 20.00 USDT');
    await tap(dialog(page, 'Withdraw USDT?'), 'Withdraw');
    await untilPage(page, pages.withdrawDetail);
  },
);

story('addresses are saved and can be deleted', async ({ open, world }) => {
  const member = await world.member();
  await keepTronAddress(world, member, 'Savings');
  const page = await open(pages.my, { as: member });
  await tap(page, /^Withdrawal addresses/, 'link');
  await untilPage(page, pages.addresses);
  await tap(page, 'Delete Savings');
  await answer(dialog(page, 'Delete this address?'), 'Keep it');
  await words(page, 'Savings').first().waitFor();
  await tap(page, 'Delete Savings');
  await answer(dialog(page, 'Delete this address?'), 'Delete');
  await untilToast(page, 'Address deleted');
  await words(page, 'No addresses yet').waitFor();
});

for (const theme of ['dark', 'light'] as const) {
  story(`its screens with data pass the automatic checks, ${theme}`, async ({ open, world }) => {
    const member = await withdrawingMember(world);
    await keepTronAddress(world, member, 'Savings');
    const made = await submitWithdrawal(world, member, '1234.567891');
    const page = await open(FORM, { as: member, remembered: { theme } });
    const found: Record<string, string[]> = {};
    const check = async (name: string) => {
      const faults = await faultsOf(page);
      if (faults.length > 0) found[name] = faults;
    };
    await tap(page, 'Withdraw USDT');
    await words(page, 'Choose an address.').waitFor();
    await check('form with messages');
    await tap(page, /^To/);
    await words(page, /^TR7NHq/).waitFor();
    await untilStill(page);
    await check('address sheet');
    for (const path of [
      `${pages.withdrawDetail}?id=${made.ID}`,
      pages.withdrawHistory,
      pages.withdrawList,
      pages.addresses,
      pages.addAddress,
    ]) {
      await visit(page, path);
      await untilStill(page);
      await check(path);
    }
    expect(found).toEqual({});
  });
}
