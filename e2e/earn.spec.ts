/** Fixed terms on the phone: every figure before the purchase, the order, and leaving early at its exact price. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { checksOf } from './support/automatic-checks.ts';
import { control, dialog, field, tap, untilPage, untilToast, words } from './support/hands.ts';
import { soon, story } from './support/story.ts';
import { figure } from './support/trading.ts';

const AMOUNT = 'Amount in USDT';
const TAB = `${pages.stakeList}?kind=fixed`;

story(
  'a fixed term is bought with all its figures in view, and redeemed early at the price that was shown, on screens that pass the automatic checks',
  async ({ open, world }) => {
    const page = await open(TAB, { as: await world.member() });
    const { found, check } = checksOf(page);
    await page.getByRole('link', { name: /USDT 60/ }).waitFor();
    await words(page, '+21.00').waitFor();
    await check('the products');
    await page.getByRole('link', { name: /USDT 60/ }).click();
    await untilPage(page, pages.stakeDetail);
    await field(page, AMOUNT).fill('99999');
    await words(page, /^Maximum is/).waitFor();
    await check('a field in error');
    await field(page, AMOUNT).fill('5000');
    await soon(() => figure(page, 'Yield in all').innerText()).toBe('105.00 USDT');
    await soon(() => figure(page, 'Paid a day').innerText()).toBe('1.75 USDT');
    await tap(page, 'Review 5,000.00 USDT');
    const sheet = page.getByRole('dialog', { name: 'Review purchase' });
    await sheet.getByText(/Leaving early costs 255.00 USDT/).waitFor();
    await check('the review');
    await tap(sheet, 'Buy');
    await untilPage(page, pages.stakeOrder);
    await words(page, 'Day 0 of 60').waitFor();
    await words(page, '60 days left').waitFor();
    await check('the order');

    await tap(page, 'Redeem early, costs 255.00 USDT');
    const asked = dialog(page, 'Redeem 60 days early?');
    await soon(() => figure(asked, 'Penalty, 5%').innerText()).toBe('−250.00');
    await soon(() => figure(asked, 'Fee, 0.1%').innerText()).toBe('−5.00');
    await soon(() => figure(asked, 'Back now').innerText()).toBe('4,745.00 USDT');
    await check('the question');
    expect(found).toEqual({});
    await tap(asked, 'Redeem, lose 255.00');
    await untilToast(page, '4,745.00 USDT is back in your balance. Leaving cost 255.00 USDT.');
    await words(page, /^You left on .* and lost 255.00 USDT\.$/).waitFor();
    expect(await control(page, 'button', /^Redeem early/).count()).toBe(0);
  },
);
