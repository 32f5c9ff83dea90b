/** Timed contracts with prices and clock of the test: the screen shows what the rule gives, to the cent. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../../apps/web/src/kernel/pages.ts';
import { control, field, isInView, tap, untilPage, untilToast, words } from '../support/hands.ts';
import { type LedMarket, ledStory } from '../support/led-market.ts';
import { soon } from '../support/story.ts';
import { figure, numberIn } from '../support/trading.ts';
import { untilLoaded, visit } from '../support/waiting.ts';
import type { Member, World } from '../support/world.ts';

const BTC = `${pages.contract}?symbol=btcusdt`;
const SECONDS = 30;
/** The clock is moved to this time before the end; the rest runs in real time, so that prices arrive over the end. */
const LAST_MS = 4_000;

const sheet = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const available = async (page: Page) =>
  numberIn(
    await page
      .getByText(/^Available/)
      .first()
      .innerText(),
  );

async function place(
  page: Page,
  { direction, amount }: { direction: 'up' | 'down'; amount: string },
) {
  await field(page, 'Amount').fill(amount);
  await control(page, 'button', new RegExp(`^Buy ${direction}`)).click();
  await tap(sheet(page, 'Review contract'), 'Place contract');
  await untilToast(page, 'Contract placed');
  await sheet(page, 'Contract').waitFor();
}

async function priceIs(world: World, price: string): Promise<void> {
  await soon(async () => Number((await world.market('btcusdt')).price)).toBe(Number(price));
}

/** A stable price, so that contracts are offered. */
async function calm({ market, world }: { market: LedMarket; world: World }): Promise<void> {
  market.quote('60000');
  await priceIs(world, '60000');
}

/** Moves the clock to shortly before the first of a member's contracts ends. */
async function almostDue(
  { market, world }: { market: LedMarket; world: World },
  { session }: Member,
): Promise<void> {
  let ends: number[] = [];
  // A contract has no end before it has its opening price, a second or two after it was placed.
  await soon(async () => {
    const { list } = await world.api.data(
      'GET /hyorder/myHyorderList',
      { page: 1, pageSize: 10 },
      { token: session.token },
    );
    ends = list.filter(({ status }) => status === 1).map(({ dueAt }) => Date.parse(dueAt));
    return ends.length > 0 && ends.every(Number.isFinite);
  }).toBe(true);
  market.passUntil(Math.min(...ends) - LAST_MS);
}

/** The entry price of the newest contract is known. */
const untilOpened = (page: Page) =>
  sheet(page, 'Contract')
    .getByText(/^(In profit|At a loss|Tied) right now\.$/)
    .waitFor();

/** Whether something inside is written in a colour of the theme. */
function hasColour(within: Locator, token: string): Promise<boolean> {
  return within.evaluate((element, name) => {
    const probe = document.createElement('span');
    probe.style.color = `var(${name})`;
    element.append(probe);
    const wanted = getComputedStyle(probe).color;
    probe.remove();
    return [...element.querySelectorAll('*')].some(
      (inner) => getComputedStyle(inner).color === wanted,
    );
  }, token);
}

/** The line of the entry is half-way up, and the tag of the last price lies clear of the times below. */
async function untilEntryIsCentred(within: Locator): Promise<void> {
  const chart = within.getByRole('img', { name: /^Price line/ });
  await soon(() =>
    chart.evaluate((svg) => {
      const box = (part: Element | null | undefined) => part!.getBoundingClientRect();
      const grid = [...svg.querySelectorAll('path')].filter((path) =>
        /^M0 [\d.]+H/.test(path.getAttribute('d') ?? ''),
      );
      const [first, last] = [box(grid[0]), box(grid.at(-1))];
      const start = box(
        [...svg.querySelectorAll('circle')].find((circle) => circle.getAttribute('r') === '4.5'),
      );
      // The grid lies at 12 % and 96 % of the room.
      const room = (last.top - first.top) / 0.84;
      const middle = first.top - 0.12 * room + room / 2;
      const tag = box(
        [...svg.querySelectorAll('rect')].find((rect) => rect.getAttribute('rx') === '5'),
      );
      const times = [...svg.querySelectorAll('text')].filter((text) =>
        /^\d\d:\d\d:\d\d$/.test(text.textContent ?? ''),
      );
      const isClear = times.every(
        (time) => tag.bottom <= box(time).top || tag.left >= box(time).right,
      );
      return Math.abs(start.top + start.height / 2 - middle) < 2 && times.length === 2 && isClear;
    }),
  ).toBe(true);
}

/** Confirms the review sheet; returns its text. */
async function reviewed(page: Page): Promise<string> {
  await control(page, 'button', /^Buy up/).click();
  const review = sheet(page, 'Review contract');
  await review.getByRole('button', { name: 'Place contract' }).waitFor();
  const asked = await review.innerText();
  await tap(review, 'Place contract');
  return asked;
}

ledStory(
  'a contract is placed, runs on the server’s time, ends, and its evidence verifies',
  async ({ open, world, market }) => {
    await calm({ market, world });
    const member = await world.member();
    const page = await open(BTC, { as: member });
    await untilLoaded(page);
    await words(page, 'None of your contracts has settled yet.').waitFor();
    await tap(page, '100');
    const asked = await reviewed(page);
    expect(asked).toContain('You lose 100.00 USDT if you’re wrong.');
    expect(asked).toContain('you need about 56 right calls in 100 to break even.');
    expect(asked).toContain('None of your contracts has settled yet.');
    expect(asked).toMatch(/If you’re right\s+\+80\.00 USDT/);
    await untilToast(page, 'Contract placed');

    const running = sheet(page, 'Contract');
    await untilOpened(page);
    const left = () => running.getByRole('timer').getAttribute('aria-label');
    const secondsLeft = async () => Number(/^\d+/.exec((await left()) ?? '')?.[0]);
    const before = await secondsLeft();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThanOrEqual(SECONDS);
    await soon(secondsLeft).toBeLessThan(before);
    await tap(running, 'Keep trading');
    await words(page, '1 contract running').waitFor();
    await soon(async () => numberIn(await page.getByText(/^Available/).innerText())).toBe(9_900);

    await page
      .getByRole('main')
      .getByRole('button', { name: /BTC\/USDT.*100\.00/s })
      .click();
    market.quote('60100');
    await priceIs(world, '60100');
    await almostDue({ market, world }, member);
    await running.getByText('Your call was right.').waitFor();
    await tap(running, 'View record');
    await untilPage(page, pages.contractDetail);
    await untilLoaded(page);
    expect(numberIn(await figure(page, 'Profit or loss').last().innerText())).toBe(80);
    expect(numberIn(await figure(page, 'Closing price').last().innerText())).toBe(60_100);
    market.pass(60);

    await expect
      .poll(
        async () => {
          await tap(page, /^(Verify|Check again)$/);
          return page.getByText('Verified on this device').isVisible();
        },
        { interval: 1_500 },
      )
      .toBe(true);
    expect(await page.getByText('Passed', { exact: true }).count()).toBe(11);
    // It is below the fold: pressing scrolls it into view, under the header.
    await soon(() => isInView(words(page, 'Verified on this device'))).toBe(true);
    await words(page, /^11 of 11 checks, \d\d:\d\d$/).waitFor();
    const closing = page.getByRole('listitem').filter({ hasText: 'Closing price' });
    expect(numberIn((await closing.innerText()).replace(/^\D+/, ''))).toBe(60_100);
    const [file] = await Promise.all([page.waitForEvent('download'), tap(page, 'Download')]);
    expect(file.suggestedFilename()).toMatch(/^contract-\d+\.json$/);

    await visit(page, pages.contractHistory);
    await words(page, 'No contracts running').waitFor();
    await tap(page, 'Settled', 'tab');
    const row = page.getByRole('tabpanel').getByRole('link', { name: /BTC\/USDT/ });
    await soon(() => row.innerText()).toContain('Buy up');
    await visit(page, BTC);
    const calls = figure(page, 'Right calls').filter({ visible: true });
    await soon(() => calls.innerText()).toMatch(/^1 of 1/);
  },
);

ledStory(
  'a win pays stake and return, and a loss costs the stake, to the cent; lines above the form and the bell say so',
  async ({ open, world, market }) => {
    await calm({ market, world });
    const member = await world.member();
    const page = await open(BTC, { as: member });
    await untilLoaded(page);
    await place(page, { direction: 'up', amount: '100' });
    await untilOpened(page);
    await tap(sheet(page, 'Contract'), 'Keep trading');
    await place(page, { direction: 'down', amount: '50' });
    await untilOpened(page);
    market.quote('60000.1');
    await priceIs(world, '60000.1');
    await sheet(page, 'Contract').getByText('At a loss right now.').waitFor();
    // The price rose and the call was a fall: what would be lost has the colour of a loss.
    expect(await hasColour(figure(sheet(page, 'Contract'), 'Difference'), '--down')).toBe(true);
    await untilEntryIsCentred(sheet(page, 'Contract'));
    await tap(sheet(page, 'Contract'), 'Keep trading');
    const top = async () => (await field(page, 'Amount').boundingBox())?.y;
    const before = await top();
    await almostDue({ market, world }, member);
    await untilToast(page, 'BTC/USDT contract ended: +80.00 USDT');
    const line = (result: RegExp) => page.getByRole('main').getByRole('button', { name: result });
    await line(/BTC\/USDT.*\+80\.00.*Profit/s).waitFor();
    await line(/BTC\/USDT.*50\.00.*Loss/s).waitFor();
    await words(page, 'No contracts running').waitFor();
    // The jump of the clock shows the notice of a late price for a moment; the end of a contract moves nothing.
    await soon(top).toBe(before);
    await line(/BTC\/USDT.*50\.00.*Loss/s).click();
    await sheet(page, 'Contract')
      .getByText(/^Your call was wrong/)
      .waitFor();
    await visit(page, BTC);
    await soon(() => available(page)).toBe(10_000 + 80 - 50);
    await soon(() => figure(page, 'Right calls').first().innerText()).toMatch(/^1 of 2/);
    await visit(page, pages.home);
    await tap(page, /^Notifications, \d unread$/, 'link');
    await tap(page, /^Contract profit: \+80.00 USDT/, 'link');
    await tap(page, 'View record');
    await untilPage(page, pages.contractDetail);
  },
);

ledStory(
  'a feed gap over the end returns the stake, and no contract is accepted meanwhile',
  async ({ open, world, market }) => {
    await calm({ market, world });
    const member = await world.member();
    const page = await open(BTC, { as: member });
    await untilLoaded(page);
    await place(page, { direction: 'up', amount: '100' });
    await untilOpened(page);
    market.quote(undefined);
    market.pass(12);
    const other = await open(BTC, { as: await world.member() });
    await words(other, 'There’s no fresh price. You can’t place contracts right now.').waitFor();
    expect(await control(other, 'button', /^Buy up/).isDisabled()).toBe(true);
    market.pass(SECONDS);
    await sheet(page, 'Contract')
      .getByText(/couldn’t be settled/)
      .waitFor();
    await visit(page, BTC);
    await soon(() => available(page)).toBe(10_000);
    market.quote('61000');
    await soon(() => control(other, 'button', /^Buy up/).isDisabled()).toBe(false);
  },
);
