/** Loans on the phone: the cost before, the application followed through its review, repayment in part and whole. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { checksOf } from './support/automatic-checks.ts';
import { control, field, tap, untilPage, untilToast, words } from './support/hands.ts';
import { applyForLoan } from './support/lending.ts';
import { approve, reject, verifiedMember } from './support/reviewing.ts';
import { soon, story } from './support/story.ts';
import { figure, numberIn } from './support/trading.ts';

const AMOUNT = 'Amount in USDT';

story(
  'a loan is applied for with its cost in view, credited while the page is open, and repaid in two parts, on screens that pass the automatic checks',
  async ({ open, world }) => {
    const page = await open(pages.loan, { as: await verifiedMember(world) });
    await words(page, 'USDT 30').waitFor();
    await words(page, '18.25%').waitFor();
    await soon(() => figure(page, '1,000 for 30 days').innerText()).toBe('costs 13.50');
    const { found, check } = checksOf(page);
    await check('the products');
    await page.locator(`a[href*="${pages.loanApply}"]`).first().click();
    await untilPage(page, pages.loanApply);
    await field(page, AMOUNT).fill('1');
    await words(page, /^Minimum is/).waitFor();
    await check('a field in error');
    await field(page, AMOUNT).fill('1000');
    await words(page, /^At worst you owe 1,013.50 USDT/).waitFor();
    const apply = control(page, 'button', 'Apply for 1,000.00 USDT');
    expect(await apply.isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: /^I will repay 1,013.50 USDT by/ }).check();
    await check('the cost');
    await tap(page, 'Apply for 1,000.00 USDT');
    await untilPage(page, pages.loanHistory);
    await words(page, 'Our staff are reviewing it').waitFor();
    await check('the application');

    await approve(world, await words(page, /^L-\d+$/).innerText());
    await words(page, 'You owe today').first().waitFor();
    await words(page, 'Credited, running').waitFor();
    await words(page, 'Day 1 of 30').waitFor();
    await soon(() => figure(page, 'Borrowed').innerText()).toBe('1,000.00 USDT');
    await check('a running loan');

    await tap(page, 'Repay');
    const sheet = page.getByRole('dialog', { name: 'Repay' });
    await sheet.getByText('Available 11,000.00').waitFor();
    await sheet.getByText('Balance after').waitFor();
    await check('the repayment');
    expect(found).toEqual({});
    await tap(sheet, 'Part', 'radio');
    await field(sheet, AMOUNT).fill('400');
    await soon(() => figure(sheet, 'Left to repay').innerText()).toBe('600.00 USDT');
    await tap(sheet, 'Repay 400.00 USDT');
    await untilToast(page, 'Repaid 400.00 USDT. 600.00 USDT left to repay.');
    expect(numberIn(await figure(page, 'Repaid so far').innerText())).toBe(-400);

    await tap(page, 'Repay');
    await tap(sheet, 'Repay 600.00 USDT');
    await untilToast(page, 'Loan repaid: 600.00 USDT');
    await words(page, 'It cost 0.00 USDT in all.').waitFor();
    expect(await page.getByText('Interest 0.00, principal 400.00').isVisible()).toBe(true);
  },
);

story('a rejected application says why in neutral words', async ({ open, world }) => {
  const member = await verifiedMember(world);
  const order = await applyForLoan(world, member, '500');
  const page = await open(`${pages.loanHistory}?id=${order.ID}`, { as: member });
  await words(page, 'Our staff are reviewing it').waitFor();
  await reject(world, order.orderNo, 'Your income is not verified.');
  await words(page, /Reason: We can’t offer you this loan at the moment\./).waitFor();
  await words(page, 'Rejected').first().waitFor();
});
