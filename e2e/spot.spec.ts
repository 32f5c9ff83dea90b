/** Spot trading: the form shows errors, is filled from order book and slider, and updates live. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { answer, complaintOf, dialog, field, tap, words } from './support/hands.ts';
import { soon, story } from './support/story.ts';
import {
  chooseType,
  figure,
  numberIn,
  orders,
  placeOrder,
  price,
  quantity,
  total,
} from './support/trading.ts';
import { untilLoaded, visit } from './support/waiting.ts';

const BTC = `${pages.deal}?symbol=btcusdt`;

story('a market sell credits the proceeds', async ({ open, world }) => {
  const page = await open(`${BTC}&side=sell`, { as: await world.member() });
  await untilLoaded(page);
  await chooseType(page, 'market');
  await quantity(page).fill('0.01');
  const asked = await placeOrder(page, 'Sell', 'BTC');
  expect(asked).toContain('0.01');
  await tap(page, 'History', 'tab');
  const sold = orders(page).first();
  await soon(() => sold.innerText()).toContain('Filled');
  expect(await sold.innerText()).toContain('Sell');
  await soon(async () => numberIn(await figure(page, 'Available').innerText())).toBeCloseTo(
    0.09,
    5,
  );
});

story(
  'an order without a quantity, or with too small a one, shows an error at its field',
  async ({ open, world }) => {
    const page = await open(BTC, { as: await world.member() });
    await untilLoaded(page);
    await tap(page, 'Buy BTC');
    await soon(() => complaintOf(quantity(page))).toBe('Enter a quantity.');
    await quantity(page).fill('0.00001');
    await tap(page, 'Buy BTC');
    await soon(() => complaintOf(quantity(page))).toMatch(/^Minimum is [\d.]+ USDT\.$/);
    await price(page).fill('');
    await tap(page, 'Buy BTC');
    await soon(() => complaintOf(price(page))).toBe('Enter a price.');
  },
);

story(
  'a price too far from the market shows a warning, then an error at its field',
  async ({ open, world }) => {
    const BOUND = /^The price can be at most [\d,.]+\.$/;
    const page = await open(BTC, { as: await world.member() });
    await untilLoaded(page);
    await price(page).fill('900000');
    await quantity(page).fill('0.001');
    await words(page, BOUND).waitFor();
    expect(await price(page).getAttribute('aria-invalid')).toBeNull();
    await tap(page, 'Buy BTC');
    await answer(dialog(page, 'Buy BTC?'), 'Buy BTC');
    await soon(() => complaintOf(price(page))).toMatch(BOUND);
    expect(await price(page).inputValue(), 'what was typed stays').toMatch(/^900,?000$/);
  },
);

story(
  'an order beyond the balance shows an error with the balance at its field',
  async ({ open, world }) => {
    const page = await open(BTC, { as: await world.member() });
    await untilLoaded(page);
    await quantity(page).fill('5');
    await tap(page, 'Buy BTC');
    await soon(() => complaintOf(quantity(page))).toBe('Not enough USDT. You have 10,000.00.');
    await tap(page, 'Sell', 'radio');
    await quantity(page).fill('0.5');
    await tap(page, 'Sell BTC');
    await soon(() => complaintOf(quantity(page))).toMatch(/^Not enough BTC\. You have 0\.1/);
    expect(await quantity(page).inputValue()).toBe('0.5');
  },
);

story('a refusal by the server is shown, and the form keeps the input', async ({ open, world }) => {
  const member = await world.member();
  const page = await open(BTC, {
    as: member,
    // The balance is spent elsewhere before this page is notified.
    before: (opened) =>
      opened.route('**/bborder/upbbbuy', async (route) => {
        const json = { code: 4020, msg: 'Insufficient balance', data: { fields: ['mnum'] } };
        await route.fulfill({ json });
      }),
  });
  await untilLoaded(page);
  await quantity(page).fill('0.01');
  await tap(page, 'Buy BTC');
  await answer(dialog(page, 'Buy BTC?'), 'Buy BTC');
  await soon(() => complaintOf(quantity(page))).toMatch(/^Not enough/);
  expect(await quantity(page).inputValue()).toBe('0.01');
});

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
      { timeout: 10_000, interval: 600 },
    )
    .toBeCloseTo(0, 6);
});

story('the slider spends a share of the available balance', async ({ open, world }) => {
  const page = await open(`${BTC}&side=sell`, { as: await world.member() });
  await untilLoaded(page);
  const slider = page.getByRole('slider', { name: 'Share of available balance' });
  const box = await slider.boundingBox();
  await slider.tap({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 2 } });
  await soon(() => slider.getAttribute('aria-valuenow')).toBe('50');
  await soon(() => quantity(page).inputValue()).toBe('0.05');
  await slider.press('End');
  await soon(() => quantity(page).inputValue()).toBe('0.1');
  await quantity(page).fill('0.025');
  await soon(() => slider.getAttribute('aria-valuenow')).toBe('25');
});

story('the form shows the total of an order', async ({ open, world }) => {
  const page = await open(BTC, { as: await world.member() });
  await untilLoaded(page);
  await price(page).fill('60000');
  await quantity(page).fill('0.01');
  await soon(async () => numberIn(await figure(page, 'Total').innerText())).toBe(600);
  await soon(async () => numberIn(await figure(page, /^Fee/).innerText())).toBe(0.00001);
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

story('a market buy is entered by its total', async ({ open, world }) => {
  const page = await open(BTC, { as: await world.member() });
  await untilLoaded(page);
  await chooseType(page, 'market');
  await tap(page, 'Buy BTC');
  await soon(() => complaintOf(total(page))).toBe('Enter an amount to spend.');
  await total(page).fill('20000');
  await tap(page, 'Buy BTC');
  await soon(() => complaintOf(total(page))).toBe('Not enough USDT. You have 10,000.00.');
  expect(await field(page, /^Price, /).count()).toBe(0);
});
