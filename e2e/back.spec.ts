/** The phone's back button closes overlays first, then leaves the page. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { answer, control, switchTab, tap, untilPage } from './support/hands.ts';
import { story } from './support/story.ts';
import { orders } from './support/trading.ts';
import { untilLoaded } from './support/waiting.ts';

const SHEET = { name: 'Choose a market' };

story(
  'back closes an open sheet first, then leaves the page; a closed sheet needs no extra step',
  async ({ open, world }) => {
    const page = await open('/', { as: await world.member() });
    const openTrade = async () => {
      await switchTab(page, 'Trade');
      await untilPage(page, pages.deal);
      await untilLoaded(page);
    };
    await openTrade();
    const sheet = page.getByRole('dialog', SHEET);
    for (const round of [1, 2]) {
      await tap(page, 'BTC/USDT');
      await sheet.waitFor();
      await page.goBack();
      await sheet.waitFor({ state: 'hidden' });
      expect(page.url(), `round ${round}`).toContain(pages.deal);
    }
    await page.goBack();
    await untilPage(page, pages.home);

    await openTrade();
    await tap(page, 'BTC/USDT');
    await answer(sheet, 'Close');
    await page.goBack();
    await untilPage(page, pages.home);

    await openTrade();
    await tap(page, 'BTC/USDT');
    await sheet.waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    // A tab opened from a tab is one step above home.
    await switchTab(page, 'Assets');
    await untilPage(page, pages.assets);
    await page.goBack();
    await untilPage(page, pages.home);
  },
);

story('back cancels a dialog', async ({ open, world }) => {
  const member = await world.member();
  await world.bid(member, { symbol: 'btcusdt', share: '0.95', spend: '20' });
  const page = await open(pages.orderHistory, { as: member });
  await untilLoaded(page);
  await orders(page).getByRole('button').filter({ hasText: 'Cancel' }).first().click();
  const asked = page.getByRole('alertdialog');
  await asked.waitFor();
  await page.goBack();
  await asked.waitFor({ state: 'hidden' });
  expect(page.url()).toContain(pages.orderHistory);
  expect(await orders(page).count()).toBe(1);
});

story('another market replaces the chart’s page in the history', async ({ open, world }) => {
  const page = await open(pages.market, { as: await world.member() });
  await untilLoaded(page);
  await tap(page, /^Bitcoin, /, 'link');
  await untilPage(page, pages.chart);
  await untilLoaded(page);
  await tap(page, 'BTC/USDT');
  await tap(page.getByRole('dialog', SHEET), /ETH\/USDT/);
  await page.getByRole('heading', { name: 'ETH/USDT' }).waitFor();
  await page.goBack();
  await untilPage(page, pages.market);
});

story('back ends a search before leaving the markets', async ({ open, world }) => {
  const page = await open('/', { as: await world.member() });
  await switchTab(page, 'Markets');
  await untilLoaded(page);
  await tap(page, 'Search markets');
  await page.getByRole('searchbox').fill('ether');
  await tap(page, /^ETH\/USDT/);
  await untilPage(page, pages.chart);
  await page.goBack();
  await untilPage(page, pages.market);
  await page.getByRole('searchbox').waitFor();
  await page.goBack();
  await control(page, 'tab', 'Crypto').waitFor();
  await page.goBack();
  await untilPage(page, pages.home);
});
