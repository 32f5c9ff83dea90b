/** Spot trading: the form is filled from slider and order book, and remembers its pair. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { tap } from './support/hands.ts';
import { soon, story } from './support/story.ts';
import {
  chooseType,
  figure,
  numberIn,
  orders,
  placeOrder,
  price,
  quantity,
} from './support/trading.ts';
import { untilLoaded, visit } from './support/waiting.ts';

const BTC = `${pages.deal}?symbol=btcusdt`;

story(
  'half of the balance is chosen with the slider and sold at market',
  async ({ open, world }) => {
    const page = await open(`${BTC}&side=sell`, { as: await world.member() });
    await untilLoaded(page);
    await chooseType(page, 'market');
    const slider = page.getByRole('slider', { name: 'Share of available balance' });
    const box = await slider.boundingBox();
    await slider.tap({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 2 } });
    await soon(() => slider.getAttribute('aria-valuenow')).toBe('50');
    await soon(() => quantity(page).inputValue()).toBe('0.05');
    const asked = await placeOrder(page, 'Sell', 'BTC');
    expect(asked).toContain('0.05');
    await tap(page, 'History', 'tab');
    const sold = orders(page).first();
    await soon(() => sold.innerText()).toContain('Filled');
    await soon(() => sold.innerText()).toContain('Sell');
    await soon(async () => numberIn(await figure(page, 'Available').innerText())).toBeCloseTo(
      0.05,
      5,
    );
  },
);

story('a tap on the order book sets the price', async ({ open, world }) => {
  const page = await open(BTC, { as: await world.member() });
  await untilLoaded(page);
  const ladder = page.getByRole('table', { name: 'Order book' });
  const level = ladder.getByRole('button').first();
  await level.waitFor();
  await expect
    .poll(
      async () => {
        const wanted = numberIn(await level.innerText());
        await level.tap({ timeout: 2_000 });
        return numberIn(await price(page).inputValue()) - wanted;
      },
      { interval: 600 },
    )
    .toBeCloseTo(0, 6);
});

story('another pair is found by name and remembered', async ({ open, world }) => {
  const page = await open(pages.deal, { as: await world.member() });
  await untilLoaded(page);
  await tap(page, 'BTC/USDT');
  const sheet = page.getByRole('dialog', { name: 'Choose a market' });
  await sheet.getByRole('searchbox').fill('ether');
  await tap(sheet, /ETH\/USDT/);
  await page.getByRole('heading', { name: 'ETH/USDT' }).waitFor();
  await soon(() => price(page).inputValue()).not.toBe('');
  await visit(page, pages.assets);
  await page.reload();
  await visit(page, pages.deal);
  await page.getByRole('heading', { name: 'ETH/USDT' }).waitFor();
});
