/** The chart of a market: candles of eight intervals, indicators over and under them. */
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { fingerAt } from './support/finger.ts';
import { control, field, tap, untilPage } from './support/hands.ts';
import { textsOverEdge } from './support/screens.ts';
import { soon, story } from './support/story.ts';
import { untilLoaded } from './support/waiting.ts';

story(
  'the chart draws candles of every interval, changes its indicators, and remembers the choice and the star',
  async ({ open, world }) => {
    const intervals: string[] = [];
    const member = await world.member();
    await world.bid(member, { symbol: 'btcusdt', share: '0.99', spend: '100' });
    const page = await open(`${pages.chart}?symbol=btcusdt`, {
      as: member,
      before: async (opened) => {
        opened.on('request', (request) => {
          const interval = new URL(request.url()).searchParams.get('interval');
          if (request.url().includes('/getkdata') && interval !== null) intervals.push(interval);
        });
      },
    });
    await untilLoaded(page);
    await soon(() => page.title()).toBe('BTC/USDT · Tern');
    const group = page.getByRole('group', { name: 'Interval' });
    for (const name of [
      '1 minute',
      '5 minutes',
      '30 minutes',
      '1 hour',
      '1 day',
      '1 week',
      '1 month',
    ]) {
      await tap(group, name);
      await page
        .getByRole('table', { name: new RegExp(`candles, ${name}$`) })
        .waitFor({ state: 'attached' });
    }
    expect(new Set(intervals).size).toBe(8);
    expect(await page.locator('canvas').count()).toBeGreaterThan(0);
    const over = page.getByRole('group', { name: 'On the chart' });
    await tap(over, 'BOLL');
    await soon(() => control(over, 'button', 'BOLL').getAttribute('aria-pressed')).toBe('true');
    const under = page.getByRole('group', { name: 'Below the chart' });
    await tap(under, 'RSI');
    await soon(() => control(under, 'button', 'RSI').getAttribute('aria-pressed')).toBe('true');
    await tap(page, 'Add BTC/USDT to favourites');
    await page.reload();
    await control(page, 'button', 'Remove BTC/USDT from favourites').waitFor();
    await soon(() => control(page, 'button', '1 month').getAttribute('aria-pressed')).toBe('true');
    const own = control(page, 'link', /^Buy 0\.\d+, /);
    await own.waitFor();
    await tap(page, 'Orders 1');
    await own.waitFor({ state: 'detached' });
    await tap(page, 'Orders 1');
    // A finger drags the line; the page below stays, and the order asks before anything changes.
    const { x, y, height } = (await own.boundingBox())!;
    const middle = { x: x + 20, y: y + height / 2 };
    const finger = await fingerAt(page, middle);
    await finger.moveTo({ x: middle.x, y: middle.y - 60 });
    await soon(() => own.textContent()).toContain('%');
    await finger.lift();
    await untilPage(page, pages.orderDetail);
    const sheet = page.getByRole('dialog', { name: 'Change this order' });
    const moved = new URL(page.url().replace('#', '')).searchParams.get('price')!;
    const shown = () => field(sheet, /^Price/).inputValue();
    await soon(async () => Number((await shown()).replaceAll(',', ''))).toBe(Number(moved));
  },
);

story(
  'the chart fills an upright screen with a quarter turn, and a price of it opens the form of an alert',
  async ({ open, world }) => {
    const page = await open(`${pages.chart}?symbol=btcusdt`, {
      as: await world.member(),
      device: { viewport: { width: 375, height: 812 } },
    });
    await untilLoaded(page);
    await tap(page, 'Fill the screen');
    const chart = page.getByRole('slider');
    await soon(async () => (await chart.boundingBox())?.height).toBeGreaterThan(600);
    const alert = control(page, 'link', /^Set alert/);
    const priceAt = async (share: number): Promise<number> => {
      const { x, y, width, height } = (await chart.boundingBox())!;
      await page.mouse.move(x + width * share, y + height / 2);
      await alert.waitFor();
      const name = await alert.getAttribute('aria-label');
      return Number(/[\d,.]+$/.exec(name ?? '')?.[0].replaceAll(',', ''));
    };
    // What was its top is now at the right.
    await soon(() => priceAt(0.5)).toBeGreaterThan(0);
    const middle = await priceAt(0.5);
    await soon(() => priceAt(0.8)).toBeGreaterThan(middle);
    await page.goBack();
    await control(page, 'button', 'Fill the screen').waitFor();
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await tap(page, /^Set alert/, 'link');
    const form = page.getByRole('dialog', { name: 'New alert' });
    // One price in ten has no decimal.
    await soon(() => field(form, 'Price').inputValue()).toMatch(/^[\d,]+(?:\.\d)?$/);
  },
);

/** The price in the header, and the close of the last candle as read by a screen reader, at one time. */
function headAndTag(page: Page): Promise<[string | undefined, string | undefined]> {
  return page.evaluate(() => {
    const head =
      document.querySelector('section[aria-label="Last price and 24h change"] span')?.textContent ??
      undefined;
    const candle = document.querySelector('[role="slider"]')?.getAttribute('aria-valuetext');
    return [head, /([\d.,]+)\D*$/.exec(candle ?? '')?.[1]];
  });
}

story('the header and the last candle always show the same price', async ({ open, world }) => {
  let isHeld = false;
  let tickers = 0;
  const page = await open(`${pages.chart}?symbol=btcusdt`, {
    as: await world.member(),
    before: (opened) =>
      opened.routeWebSocket(/\/ws$/, (socket) => {
        const server = socket.connectToServer();
        server.onMessage((message) => {
          const text = typeof message === 'string' ? message : gunzipSync(message).toString();
          if (text.includes('market.tickers')) tickers += 1;
          if (!(isHeld && text.includes('.kline.'))) socket.send(message);
        });
      }),
  });
  await untilLoaded(page);
  await soon(async () => (await headAndTag(page))[0]).toMatch(/\d/);
  await tap(page.getByRole('group', { name: 'Interval' }), '1 hour');
  await page.getByRole('table', { name: /candles, 1 hour$/ }).waitFor({ state: 'attached' });
  const [first] = await headAndTag(page);
  await soon(async () => (await headAndTag(page))[0] !== first).toBe(true);
  // Tickers continue while candles are blocked.
  isHeld = true;
  const before = tickers;
  while (tickers < before + 3) {
    const [head, tag] = await headAndTag(page);
    expect(head).toBe(tag);
  }
});

/** Parts of the chart beyond the screen or its axis, and panes that draw under their own legend. */
function chartFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LEGEND = 18;
    const canvases = [...document.querySelectorAll('canvas')];
    const box = (element: Element) => element.getBoundingClientRect();
    const axis = Math.max(...canvases.map((canvas) => box(canvas).left));
    const faults = canvases
      .filter((canvas) => box(canvas).right > innerWidth + 0.5)
      .map((canvas) => `canvas to ${box(canvas).right}`);
    for (const legend of document.querySelectorAll('[class*="egend"]')) {
      const isOfPane = getComputedStyle(legend).position === 'absolute';
      const end = isOfPane ? axis : innerWidth;
      for (const item of legend.children) {
        if (box(item).right > end) faults.push(`${item.textContent} to ${box(item).right}`);
        if (box(item).bottom > box(legend).bottom + 1) faults.push(`${item.textContent} cut off`);
      }
      if (!isOfPane) continue;
      // A pane begins where its legend does; nothing coloured may be drawn behind the words.
      const canvas = canvases.find(
        (one) => box(one).left < 1 && Math.abs(box(one).top - box(legend).top) < 2,
      );
      const density = canvas === undefined ? 0 : canvas.width / box(canvas).width;
      const pixels = canvas
        ?.getContext('2d')
        ?.getImageData(0, 0, canvas.width, Math.floor(LEGEND * density)).data;
      if (pixels === undefined) faults.push('no pane under a legend');
      for (let at = 0; at < (pixels?.length ?? 0); at += 4) {
        const [red = 0, green = 0, blue = 0, alpha = 0] = pixels!.subarray(at, at + 4);
        const isColoured = Math.max(red, green, blue) - Math.min(red, green, blue) > 60;
        if (alpha > 100 && isColoured) {
          faults.push(`drawn behind ${legend.textContent}`);
          break;
        }
      }
    }
    return faults;
  });
}

for (const factor of [1, 1e11]) {
  const price = factor === 1 ? 'fraction of a cent' : 'million';
  story(`a price of a ${price} fits the chart on 320 and 375 pixels`, async ({ open, world }) => {
    const page = await open(`${pages.chart}?symbol=shibusdt`, {
      as: await world.member(),
      device: { viewport: { width: 320, height: 812 } },
      before: (opened) => (factor === 1 ? Promise.resolve() : pretendDearer(opened, factor)),
    });
    await untilLoaded(page);
    const legend = page.locator('[class*="legend"]').first();
    // From the legend, because focusing may scroll the page.
    const top = () =>
      page.evaluate(() => {
        const [legend, canvas] = ['[class*="legend"]', 'canvas'].map((what) =>
          document.querySelector(what)!.getBoundingClientRect(),
        );
        return canvas!.top - legend!.top;
      });
    for (const width of [320, 375]) {
      await page.setViewportSize({ width, height: 812 });
      await soon(() => legend.innerText()).toMatch(/MA60\s+[\d.,]+/);
      await soon(() => chartFaults(page)).toEqual([]);
      expect(await textsOverEdge(page)).toEqual([]);
      const before = await top();
      await page.getByRole('slider').focus();
      await page.keyboard.press('ArrowLeft');
      await soon(() => legend.innerText()).toMatch(/^O/);
      expect(await chartFaults(page), 'with the values of one candle').toEqual([]);
      expect(await top(), 'the chart does not jump').toBe(before);
      await page.keyboard.press('Escape');
    }
  });
}

/** Every price of a small coin in lists and candles times a factor, with two places. */
async function pretendDearer(page: Page, factor: number): Promise<void> {
  const dear = (value: unknown) => (Number(value) * factor).toFixed(2);
  await page.routeWebSocket(/\/ws$/, () => {});
  await page.route('**/api/base/tradelist*', async (route) => {
    const answer = await (await route.fetch()).json();
    for (const row of answer.data.list) {
      if (row.symbol !== 'shibusdt') continue;
      for (const key of ['price', 'close', 'open', 'high', 'low']) row[key] = dear(row[key]);
      row.pricePlaces = 2;
    }
    await route.fulfill({ json: answer });
  });
  await page.route('**/api/base/getkdata*', async (route) => {
    const answer = await (await route.fetch()).json();
    for (const candle of answer.data.list) {
      for (const key of ['open', 'high', 'low', 'close']) candle[key] = dear(candle[key]);
    }
    await route.fulfill({ json: answer });
  });
}

story('a feed gap is drawn and explained, and has no candles', async ({ open, world }) => {
  let gap = { from: 0, to: 0 };
  const page = await open(`${pages.chart}?symbol=btcusdt`, {
    as: await world.member(),
    before: (opened) =>
      opened.route('**/api/base/getkdata*', async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as {
          data: { list: { id: number }[]; gaps: { from: number; to: number }[] };
        };
        const { list } = answer.data;
        const missing = list.splice(-20, 8);
        gap = { from: missing[0]!.id + 60, to: missing.at(-1)!.id + 600 };
        answer.data.gaps = [gap];
        await route.fulfill({ response, json: answer });
      }),
  });
  await untilLoaded(page);
  const clock = (second: number) =>
    new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' }).format(second * 1000);
  const said = page.getByText(/^No prices between /);
  await said.waitFor();
  await soon(() => said.textContent()).toContain(clock(gap.from));
  await soon(() => said.textContent()).toContain(clock(gap.to));
});
