/** Messages after actions: their text, place and duration. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { answer, dialog, field, switchTab, tap, untilPage, untilToast } from './support/hands.ts';
import { story } from './support/story.ts';
import { chooseType, numberIn, orders, placeOrder, total } from './support/trading.ts';
import { untilStill } from './support/themes.ts';
import { untilLoaded } from './support/waiting.ts';
import { passTime } from '../apps/server/tests/support/pass-time.ts';

const DEAL = `${pages.deal}?symbol=btcusdt`;

const message = (page: Page) =>
  page.locator('[popover] :is([role=status], [role=alert]) > *').filter({ visible: true });

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('it is not on the screen');
  return box;
}

async function buy(page: Page, spend: string): Promise<string> {
  await chooseType(page, 'market');
  await total(page).fill(spend);
  await placeOrder(page, 'Buy', 'BTC');
  return (await message(page).locator('span').first().innerText()).trim();
}

story(
  'a market order’s message states quantity and price, and links to it',
  async ({ open, world }) => {
    const page = await open(DEAL, { as: await world.member() });
    await untilLoaded(page);
    const said = await buy(page, '500');
    const [, quantity = '', price = ''] = /^Bought ([\d.,]+) BTC at ([\d.,]+)/.exec(said) ?? [];
    expect(numberIn(quantity) * numberIn(price)).toBeGreaterThan(495);
    expect(numberIn(quantity) * numberIn(price)).toBeLessThanOrEqual(500.01);
    // Neither over the title nor over the bar at the foot, once it has moved in.
    await untilStill(page);
    const place = await boxOf(message(page));
    const bar = await boxOf(page.getByRole('navigation', { name: 'Main' }));
    const title = await boxOf(page.getByRole('heading', { level: 1 }).filter({ visible: true }));
    expect(place.y).toBeGreaterThan(title.y + title.height);
    expect(place.y + place.height).toBeLessThanOrEqual(bar.y - 8);
    await tap(message(page), 'View', 'link');
    await untilPage(page, pages.orderDetail);
    await page.getByText(`${quantity} BTC`).first().waitFor();
    expect(await message(page).count(), 'the message has done its work').toBe(0);
  },
);

story(
  'messages of resting and cancelled orders state the price, and disappear with their page',
  async ({ open, world }) => {
    const page = await open(DEAL, { as: await world.member() });
    await untilLoaded(page);
    const { price } = await world.market('btcusdt');
    await field(page, /^Price, /).fill(String(Math.floor(Number(price) * 0.95)));
    await field(page, /^Quantity, /).fill('0.001');
    await placeOrder(page, 'Buy', 'BTC');
    await untilToast(page, /^Buy order open: 0\.00100 BTC at [\d,.]+$/);
    await orders(page).first().waitFor();
    await tap(orders(page).first(), 'Cancel');
    await answer(dialog(page, 'Cancel this order?'), 'Cancel order');
    await untilToast(page, /^Buy order cancelled: 0\.00100 BTC at [\d,.]+$/);
    await passTime(600, 'the app counts what comes within half a second to the same press');
    expect(await message(page).count()).toBe(1);
    await switchTab(page, 'Markets');
    await untilPage(page, pages.market);
    expect(await message(page).count()).toBe(0);
  },
);

story('a message is shown above an open sheet', async ({ open, world }) => {
  const page = await open(`${pages.contract}?symbol=btcusdt`, { as: await world.member() });
  await untilLoaded(page);
  await tap(page, /^Buy up/);
  await tap(page.getByRole('dialog', { name: 'Review contract', exact: true }), 'Place contract');
  await untilToast(page, /^Contract placed: Buy up, 10\.00 USDT, 30 s$/);
  const sheet = page.getByRole('dialog', { name: 'Contract', exact: true });
  await sheet.waitFor();
  const place = await boxOf(message(page));
  expect(place.y, 'the sheet has its buttons at the foot').toBeLessThan(150);
});
