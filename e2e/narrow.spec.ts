/** The narrowest phones, and phones held sideways: nothing is cut off, and there is room to read. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { control, field } from './support/hands.ts';
import { soon, story } from './support/story.ts';
import { untilLoaded, untilQuiet, visit } from './support/waiting.ts';

const NARROW = { viewport: { width: 320, height: 640 } } as const;
const SIDEWAYS = { viewport: { width: 812, height: 375 } } as const;

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** Whether what an empty field says is wider than the field. */
const isCut = (page: Page, label: RegExp) =>
  field(page, label).evaluate((input) => {
    const { placeholder } = input as HTMLInputElement;
    const { font, letterSpacing } = getComputedStyle(input, '::placeholder');
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('nothing to measure with');
    context.font = font;
    context.letterSpacing = letterSpacing;
    return context.measureText(placeholder).width > input.clientWidth;
  });

/** What 200 % of zoom, or of the font size, leaves of a phone. */
const ENLARGED = { width: 188, height: 406 };

/** Texts that end right of the screen; those in a list that scrolls sideways can be reached, hidden ones are not seen. */
const beyondTheEdge = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) ||
        // For screen readers only.
        getComputedStyle(element).clipPath !== 'none' ||
        scrolls(element.parentElement));
    return [...document.querySelectorAll('[data-page] *')]
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3))
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .filter((element) => !scrolls(element))
      .map((element) => element.textContent);
  });

for (const language of ['en', 'de', 'ru', 'vn']) {
  const isEnlarged = language === 'en' || language === 'ru';
  story(
    `pages fit a phone of 320 points in ${language}${isEnlarged ? ', and text of twice the size flows' : ''}`,
    async ({ open, world }) => {
      const page = await open('/', {
        as: await world.member(),
        device: NARROW,
        remembered: { language },
      });
      await untilLoaded(page);
      const enlarge = async (path: string) => {
        if (!isEnlarged) return;
        await page.setViewportSize(ENLARGED);
        await untilQuiet(page);
        expect(await widthOf(page), path).toBe(ENLARGED.width);
        expect(await beyondTheEdge(page), path).toEqual([]);
        await page.setViewportSize(NARROW.viewport);
      };
      expect(await widthOf(page)).toBe(320);
      const swap = page.locator('a[href="#/pages/bitcoin/exchange"]').filter({ visible: true });
      const box = await swap.first().boundingBox();
      expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(308);
      await enlarge(pages.home);
      for (const path of [`${pages.contract}?symbol=btcusdt`, `${pages.deal}?symbol=btcusdt`]) {
        await visit(page, path);
        expect(await widthOf(page), path).toBe(320);
        const head = await page
          .locator('[data-page] header')
          .filter({ visible: true })
          .boundingBox();
        expect(head?.height, 'the head is one line').toBeLessThanOrEqual(56);
        if (path.startsWith(pages.deal) && language === 'en')
          expect(await isCut(page, /^Quantity, /)).toBe(false);
        await enlarge(path);
      }
      await visit(page, `${pages.chart}?symbol=btcusdt`);
      for (const link of await page
        .getByRole('main')
        .getByRole('link')
        .filter({ visible: true })
        .all()) {
        const { x = 0, width = 999 } = (await link.boundingBox()) ?? {};
        expect(x + width, await link.innerText()).toBeLessThanOrEqual(308);
      }
      await enlarge(pages.chart);
      await visit(page, pages.futures);
      const row = page
        .getByRole('main')
        .getByRole('link', { name: /BTC|Bitcoin|비트코인/ })
        .first();
      await soon(() => row.innerText()).toMatch(/\d+[-–～~]90/);
      const isRowCut = await row.evaluate((element) =>
        [...element.querySelectorAll('span')].some(
          (part) =>
            getComputedStyle(part).textOverflow === 'ellipsis' &&
            part.scrollWidth > part.clientWidth,
        ),
      );
      expect(isRowCut, 'what a market returns is read whole').toBe(false);
      for (const path of isEnlarged ? [pages.market, pages.assets, pages.my] : []) {
        await visit(page, path);
        await enlarge(path);
      }
    },
  );
}

story('text and controls grow with the font size of the browser', async ({ open, world }) => {
  const page = await open(pages.my, { as: await world.member() });
  await untilLoaded(page);
  const sizes = () =>
    page.evaluate(() => {
      const icon = document.querySelector('[data-page] svg')!.getBoundingClientRect();
      return [Number.parseFloat(getComputedStyle(document.body).fontSize), icon.width];
    });
  const before = await sizes();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect(await sizes()).toEqual(before.map((size) => size * 2));
});

story('a long pair and the name of the feed fit side by side', async ({ open, world }) => {
  const page = await open(`${pages.chart}?symbol=shibusdt`, {
    as: await world.member(),
    device: NARROW,
    remembered: { language: 'jp' },
  });
  await untilLoaded(page);
  const pair = await page.getByRole('button', { name: 'SHIB/USDT', exact: true }).boundingBox();
  const feed = await page.getByText('シミュレーション', { exact: true }).first().boundingBox();
  expect((pair?.x ?? 999) + (pair?.width ?? 0)).toBeLessThanOrEqual(feed?.x ?? 0);
});

story(
  'in landscape, a page has more room than its fixed bars, and the chart stands beside the order form',
  async ({ open, world }) => {
    const page = await open(`${pages.contract}?symbol=btcusdt`, {
      as: await world.member(),
      device: SIDEWAYS,
    });
    await untilLoaded(page);
    await control(page, 'button', /^Buy up/).waitFor();
    await page.mouse.wheel(0, 300);
    await soon(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    const fixed = () =>
      page.evaluate(() => {
        const shown = [...document.querySelectorAll('header, [class*="cta"], [class*="paper"]')];
        return shown
          .map((element) => element.getBoundingClientRect())
          .filter(({ top, bottom }) => bottom > 0 && top < innerHeight)
          .reduce((sum, { height }) => sum + height, 0);
      });
    await soon(fixed).toBeLessThan(375 / 2);

    await visit(page, `${pages.chart}?symbol=btcusdt`);
    // The chart has the whole screen; back gives it the order form.
    const candles = page.getByRole('slider').filter({ visible: true });
    await soon(async () => (await candles.boundingBox())?.width).toBeGreaterThan(780);
    expect((await candles.boundingBox())?.height).toBeGreaterThan(220);
    expect(await widthOf(page)).toBe(812);
    await page.goBack();
    const form = page.getByRole('form', { name: 'Order form' });
    await form.waitFor();
    const [chart, beside] = await Promise.all([
      page.locator('canvas').filter({ visible: true }).first().boundingBox(),
      // The form itself has no box: its parts stand in the grid of the page.
      form.locator(':scope > *').first().boundingBox(),
    ]);
    expect(beside?.x).toBeGreaterThanOrEqual((chart?.x ?? 999) + (chart?.width ?? 0));
    expect(beside?.y).toBeLessThan((chart?.y ?? 0) + (chart?.height ?? 0));
    expect((beside?.x ?? 999) + (beside?.width ?? 0)).toBeLessThanOrEqual(812);
  },
);
