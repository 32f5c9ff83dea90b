/** Pull to refresh, with real touches, and without disturbing other gestures. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { fingerAt, type Point } from './support/finger.ts';
import { words } from './support/hands.ts';
import { soon, story } from './support/story.ts';
import { untilLoaded, untilQuiet, visit } from './support/waiting.ts';
import type { Member, World } from './support/world.ts';

/** A member whose lists are not empty. */
async function tradingMember(world: World): Promise<Member> {
  const member = await world.member();
  await world.buyAtMarket(member, { symbol: 'btcusdt', spend: '50' });
  await world.bid(member, { symbol: 'btcusdt', share: '0.95', spend: '20' });
  return member;
}

const TOP: Point = { x: 180, y: 300 };
const below = (px: number): Point => ({ x: TOP.x, y: TOP.y + px });

const FAR = 220;
const SHORT = 40;

async function drag(page: Page, start: Point, end: Point): Promise<void> {
  const finger = await fingerAt(page, start);
  await finger.moveTo(end);
  await finger.lift();
}

/** Counts a call from now on. */
function countCalls(page: Page, call: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api${call}`) count += 1;
  });
  return () => count;
}

const shift = (page: Page) =>
  page
    .locator('main')
    .filter({ visible: true })
    .evaluate(
      (main) =>
        new DOMMatrix(getComputedStyle(main).transform).f +
        Number.parseFloat(getComputedStyle(main).translate.split(' ')[1] ?? '0'),
    );

const lists = [
  [pages.home, '/base/tradelist'],
  [pages.market, '/base/tradelist'],
  [pages.assets, '/user/ploss'],
  [`${pages.coinRecords}?coin=USDT`, '/user_money_log/getUser_money_logList'],
  [pages.orderHistory, '/bborder/myBborderList'],
] as const;

story('a pull at the top refreshes a list', async ({ open, world }) => {
  const member = await tradingMember(world);
  const page = await open(pages.my, { as: member });
  for (const [path, call] of lists) {
    await visit(page, path);
    const asked = countCalls(page, call);
    const finger = await fingerAt(page, TOP);
    await finger.moveTo(below(FAR));
    await expect.poll(() => shift(page), { message: path }).toBeGreaterThan(56);
    expect(asked(), 'nothing is asked while the finger holds').toBe(0);
    await finger.lift();
    await page.getByRole('status').getByText('Loading').first().waitFor({ state: 'attached' });
    expect(asked(), path).toBeGreaterThanOrEqual(1);
    await soon(() => shift(page)).toBe(0);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  }
});

story('a short pull, a reversed pull and a swipe load nothing', async ({ open, world }) => {
  const page = await open(pages.orderHistory, { as: await tradingMember(world) });
  await untilLoaded(page);
  const asked = countCalls(page, '/bborder/myBborderList');
  await drag(page, TOP, below(SHORT));
  await soon(() => shift(page)).toBe(0);

  const finger = await fingerAt(page, TOP);
  await finger.moveTo(below(FAR));
  await finger.moveTo(below(SHORT));
  await finger.lift();
  await soon(() => shift(page)).toBe(0);

  await drag(page, { x: 60, y: 300 }, { x: 320, y: 340 });
  expect(await shift(page)).toBe(0);
  await untilQuiet(page);
  expect(asked()).toBe(0);
});

story('a scrolled list scrolls back without loading', async ({ open, world }) => {
  const page = await open(pages.market, { as: await world.member() });
  await untilLoaded(page);
  const asked = countCalls(page, '/base/tradelist');
  await drag(page, { x: 180, y: 700 }, { x: 180, y: 200 });
  await soon(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
  const finger = await fingerAt(page, TOP);
  await finger.moveTo(below(120));
  expect(await shift(page)).toBe(0);
  await finger.lift();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await untilQuiet(page);
  expect(asked()).toBe(0);
});

story('a failed refresh keeps the data and shows why', async ({ open, world, faults }) => {
  faults.expect(/ERR_FAILED|Failed to load resource/);
  const page = await open(pages.orderHistory, {
    as: await tradingMember(world),
    before: (opened) => opened.clock.install(),
  });
  await untilLoaded(page);
  await page.route('**/api/bborder/myBborderList*', (route) => route.abort());
  await drag(page, TOP, below(FAR));
  // The page asks again after a while, twice, before it gives up.
  const notice = words(page, 'No connection. Nothing was sent.');
  await soon(async () => {
    await page.clock.runFor(500);
    return notice.count();
  }).toBeGreaterThan(0);
  await words(page, 'BTC/USDT').first().waitFor();
});
