/** The money story: a new member opens an account, trades, and finds each movement in the records. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import {
  answer,
  control,
  dialog,
  storageOf,
  switchTab,
  tap,
  untilPage,
  untilToast,
  words,
} from './support/hands.ts';
import { fillContact, fillSecrets } from './support/registration.ts';
import { soon, story } from './support/story.ts';
import {
  chooseType,
  numberIn,
  orders,
  placeOrder,
  price,
  quantity,
  total,
} from './support/trading.ts';
import type { World } from './support/world.ts';

const PAPER_USDT = 10_000;
const PAPER_BTC = 0.1;
const SPENT = 100;

async function openAccount(page: Page, world: World): Promise<string> {
  await fillContact(page, world);
  await fillSecrets(page);
  await tap(page, 'Open an account');
  await untilPage(page, pages.home);
  const stored = (await storageOf(page))['tern.session'] ?? '{}';
  return (JSON.parse(stored) as { token: string }).token;
}

/** From home to the order form, past the list of markets and the chart. */
async function walkToTheForm(page: Page): Promise<void> {
  await switchTab(page, 'Markets');
  await untilPage(page, pages.market);
  await control(page.getByRole('tabpanel'), 'link', /^Bitcoin, /)
    .last()
    .click();
  await untilPage(page, pages.chart);
  await page.getByRole('heading', { name: 'BTC/USDT' }).waitFor();
  await page.locator('canvas').first().waitFor();
  await tap(page, 'Buy', 'link');
  await untilPage(page, pages.deal);
}

/** A limit order far below the market: it rests in the book until it is cancelled. */
async function bidAndCancel(page: Page): Promise<void> {
  await soon(() => price(page).inputValue()).not.toBe('');
  const bid = Math.floor(numberIn(await price(page).inputValue()) * 0.95);
  await price(page).fill(String(bid));
  await quantity(page).fill('0.002');
  const asked = await placeOrder(page, 'Buy', 'BTC');
  expect(asked).toContain('Limit');
  expect(asked).toContain('0.002');
  expect(asked).toContain('Paper');

  await control(page, 'tab', 'Open orders 1').waitFor();
  const order = orders(page).first();
  await soon(() => order.innerText()).toContain(bid.toLocaleString('en-US'));
  await tap(order, 'Cancel');
  const doubt = dialog(page, 'Cancel this order?');
  await soon(() => doubt.innerText()).toContain('0.00200 BTC');
  await answer(doubt, 'Cancel order');
  await untilToast(page, /^(Buy|Sell) order cancelled: /);
  await control(page, 'tab', 'Open orders 0').waitFor();
}

async function buyAtMarket(page: Page): Promise<void> {
  await chooseType(page, 'market');
  await total(page).fill(String(SPENT));
  const asked = await placeOrder(page, 'Buy', 'BTC');
  expect(asked).toContain('Market');
  await tap(page, 'History', 'tab');
  const newest = orders(page).first();
  await newest.getByText('Filled', { exact: true }).first().waitFor();
  await soon(() => newest.innerText()).toContain('BTC/USDT');
  await soon(() => orders(page).nth(1).innerText()).toContain('Cancelled');
}

/** The available balance of a coin in the asset centre. */
async function available(page: Page, coin: string): Promise<number> {
  const row = await control(page, 'link', new RegExp(`^${coin} `)).innerText();
  return numberIn(row.slice(row.indexOf('Available')));
}

interface Movement {
  name: string;
  amount: number;
  balance: number;
}

async function movements(page: Page, coin: string): Promise<Movement[]> {
  await tap(page, new RegExp(`^${coin} `), 'link');
  await untilPage(page, pages.coinRecords);
  await words(page, 'That’s everything').waitFor();
  const rows = await page.getByRole('listitem').allInnerTexts();
  const found = rows.map((row) => {
    const [name = '', amount = ''] = row.split('\n');
    return {
      name,
      amount: numberIn(amount),
      balance: numberIn(/Available\s+([\d,.]+)/.exec(row)?.[1] ?? ''),
    };
  });
  await tap(page, 'Back');
  await untilPage(page, pages.assets);
  return found;
}

story(
  'a newcomer registers, trades, and finds every movement in the records',
  async ({ open, world }) => {
    const page = await open(pages.register);
    const token = await openAccount(page, world);
    const balance = page.getByRole('heading', { name: 'Total balance' });
    await balance.waitFor();

    await walkToTheForm(page);
    await bidAndCancel(page);
    await buyAtMarket(page);

    await switchTab(page, 'Assets');
    await untilPage(page, pages.assets);
    const usdt = await movements(page, 'USDT');
    const btc = await movements(page, 'BTC');
    await soon(() => available(page, 'BTC')).toBeGreaterThan(PAPER_BTC);
    expect(await available(page, 'USDT')).toBeLessThanOrEqual(PAPER_USDT - SPENT + 1);

    expect(usdt.map(({ name }) => name)).toContain('Spot buy');
    expect(usdt.at(-1)).toEqual({ name: 'Paper money', amount: PAPER_USDT, balance: PAPER_USDT });
    expect(btc.at(-1)).toEqual({ name: 'Paper money', amount: PAPER_BTC, balance: PAPER_BTC });
    expectToAddUp(usdt, 0.02);
    expectToAddUp(btc, 0.00002);
    const { list } = await world.api.data('GET /user/mycoin', { cate: 1 }, { token });
    for (const [coin, found] of [
      ['USDT', usdt],
      ['BTC', btc],
    ] as const) {
      const held = list.find(({ coinname }) => coinname === coin);
      expect(found[0]?.balance).toBeCloseTo(Number(held?.total), coin === 'BTC' ? 4 : 1);
    }
  },
);

/** Newest first: each balance is the one before it plus the movement, as far as the page prints. */
function expectToAddUp(found: readonly Movement[], precision: number): void {
  for (const [index, { amount, balance }] of found.entries()) {
    const before = found[index + 1]?.balance ?? 0;
    expect(Math.abs(before + amount - balance)).toBeLessThan(precision);
  }
}
