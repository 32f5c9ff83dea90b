/** New coins: subscribed for on the phone, frozen until their date, and live on every phone. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { checksOf } from './support/automatic-checks.ts';
import { control, dialog, field, tap, untilPage, words } from './support/hands.ts';
import { openOffering, subscribe } from './support/new-coins.ts';
import { verifiedMember } from './support/reviewing.ts';
import { soon, story } from './support/story.ts';
import { figure } from './support/trading.ts';
import { visit } from './support/waiting.ts';

const QUANTITY = 'Quantity';

/** The button of one offering: operators may open others meanwhile. */
const subscribeLink = (page: Page, id: number) =>
  control(page, 'link', 'Subscribe').and(page.locator(`[href$="id=${id}"]`));

story(
  'a subscription is confirmed with its cost and date on screens that pass the automatic checks, and its coins are frozen until then',
  async ({ open, world }) => {
    const member = await verifiedMember(world);
    const { ID, coinname, min } = await openOffering(world, member);
    const page = await open(pages.home, { as: member });
    await tap(page, 'New coins', 'link');
    await untilPage(page, pages.offering);
    const colour = () => page.locator('meta[name="theme-color"]').getAttribute('content');
    await soon(colour).toBe('rgb(13, 74, 51)');
    await subscribeLink(page, ID).waitFor();
    const { found, check } = checksOf(page);
    await check('the offerings');
    await subscribeLink(page, ID).click();
    await untilPage(page, pages.offeringDetail);
    await field(page, QUANTITY).fill('0.01');
    await tap(page, 'Subscribe');
    await words(page, /^Minimum is/).waitFor();
    await check('a field in error');

    await field(page, QUANTITY).fill(min);
    await words(page, /^You can’t sell before .*you lose [\d,.]+ USDT\.$/).waitFor();
    const cost = await figure(page, 'Cost').innerText();
    const date = await figure(page, 'Unfreezes').innerText();
    await tap(page, 'Subscribe');
    const asked = dialog(page, `Subscribe for ${coinname}?`);
    await asked.getByText(cost).first().waitFor();
    await check('the confirmation');
    await tap(asked, 'Subscribe');
    await untilPage(page, pages.offeringHistory);
    await control(page, 'radio', 'Frozen 1').waitFor();
    await words(page, `Unfreezes ${date}`).waitFor();
    await visit(page, pages.offeringHistory);
    await words(page, /days left$/).waitFor();
    await check('the records');
    expect(found).toEqual({});

    await visit(page, `${pages.coinRecords}?coin=${coinname}`);
    await page.getByRole('main').getByRole('listitem').getByRole('button').click();
    await tap(page.getByRole('dialog', { name: 'IEO subscription' }), 'View related record');
    await untilPage(page, pages.offeringHistory);
    await words(page, `Unfreezes ${date}`).waitFor();
  },
);

story('what others buy is shown without a reload', async ({ open, world }) => {
  const [watcher, buyer] = [await verifiedMember(world), await verifiedMember(world)];
  const { ID, min } = await openOffering(world, watcher);
  const page = await open(pages.offering, { as: watcher });
  const card = page.getByRole('listitem').filter({ has: subscribeLink(page, ID) });
  const sold = card.getByText(/^Sold [\d,.]+$/);
  const before = await sold.innerText();
  await subscribe(world, buyer, { pid: ID, num: min });
  await soon(() => sold.innerText()).not.toBe(before);
});
