/** Machines and staking: bought, seen in the orders, left early or returned, at the figures that were shown. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { checksOf } from './support/automatic-checks.ts';
import { field, tap, untilPage, words } from './support/hands.ts';
import { soon, story } from './support/story.ts';
import { figure } from './support/trading.ts';

story(
  'a member stakes, and leaves early at the penalty that was named',
  async ({ open, world }) => {
    const member = await world.member();
    const page = await open(pages.stakeList, { as: member });
    await tap(page, 'Staking', 'tab');
    await tap(page, /^Dollar stake 90/, 'link');
    await untilPage(page, pages.stakeDetail);
    await field(page, 'Units').fill('10');
    await tap(page, 'Review for 1,000.00 USDT');
    const sheet = page.getByRole('dialog', { name: 'Review purchase' });
    await soon(() => figure(sheet, 'Balance after').innerText()).toBe('9,000.00 USDT');
    await soon(() => figure(sheet, 'Leave early, 5%').innerText()).toBe('−50.00 USDT');
    await tap(sheet, 'Buy for 1,000.00 USDT');

    await untilPage(page, pages.stakeOrder);
    await words(page, 'Day 0 of 90').waitFor();
    await tap(page, 'Redeem early, costs 50.00 USDT');
    const question = page.getByRole('alertdialog');
    await soon(() => figure(question, 'Back now').innerText()).toBe('950.00 USDT');
    await tap(question, 'Redeem, lose 50.00 USDT');
    await words(page, /950\.00 USDT came back, the penalty was 50\.00 USDT\./)
      .first()
      .waitFor();

    const orders = await open(`${pages.stakeOrder}?kind=staking`, { as: member });
    await tap(orders, 'Redeemed', 'tab');
    await orders.getByRole('link', { name: /^Dollar stake 90/ }).waitFor();
  },
);

story(
  'a share of an incomplete machine is bought on screens that pass the automatic checks, and returned in full',
  async ({ open, world }) => {
    const page = await open(pages.stakeList, { as: await world.member() });
    const { found, check } = checksOf(page);
    await page.getByRole('link', { name: /^Rig 400, no\. 17/ }).waitFor();
    await check('the machines');
    await tap(page, /^Rig 400, no\. 17/, 'link');
    await untilPage(page, pages.stakeDetail);
    await tap(page, /^40%/, 'radio');
    await words(page, /^The machine starts when the other 60% is held\./).waitFor();
    await words(page, /^Your 40% pays a day/).waitFor();
    await check('a shared machine');
    await tap(page, 'Review 40% for 1,000.00 USDT');
    await page.getByRole('dialog', { name: 'Review purchase' }).waitFor();
    await check('the review');
    expect(found).toEqual({});
    await tap(page.getByRole('dialog', { name: 'Review purchase' }), 'Buy for 1,000.00 USDT');
    await untilPage(page, pages.stakeOrder);
    await words(page, 'Incomplete').waitFor();
    await tap(page, 'Get the money back');
    await tap(page.getByRole('alertdialog'), 'Return for 1,000.00 USDT');
    await words(page, /The machine was not complete\.$/).waitFor();
  },
);
