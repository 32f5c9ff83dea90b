/** Markets: live prices, and a feed that reconnects. */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Page, WebSocketRoute } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { tap, words } from './support/hands.ts';
import { inMotion } from './support/phone.ts';
import { soon, story } from './support/story.ts';
import { untilLoaded } from './support/waiting.ts';

const rows = (page: Page) => page.getByRole('tabpanel').getByRole('link', { name: / US/ });
const bitcoin = (page: Page) => rows(page).filter({ hasText: 'BTC/USDT' });

/** Intercepts the market socket of the page. */
class Line {
  readonly opened: WebSocketRoute[] = [];
  isCut = false;

  async attach(page: Page): Promise<void> {
    await page.routeWebSocket(/\/ws$/, (socket) => {
      if (this.isCut) return void socket.close();
      this.opened.push(socket);
      socket.connectToServer();
    });
  }
}

/** Puts the page into the background, or back into the foreground. */
async function setVisibility(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

/** Every message of prices moves every market, up and down in turn. */
async function moveAllAtOnce(page: Page): Promise<void> {
  let moves = 0;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const frame = JSON.parse(typeof message === 'string' ? message : String(gunzipSync(message)));
      if (frame.ch !== 'market.tickers') return socket.send(message);
      moves += 1;
      for (const ticker of frame.data) ticker.close *= moves % 2 === 0 ? 1.01 : 0.99;
      return socket.send(gzipSync(JSON.stringify(frame)));
    });
  });
}

story('a changed price tints its own figures only', async ({ open, world }) => {
  const page = await open(pages.market, {
    as: await world.member(),
    device: inMotion,
    before: (opened) => moveAllAtOnce(opened),
  });
  await untilLoaded(page);
  // Records for some seconds which elements change colour in each frame.
  const seen = await page.evaluate(async () => {
    const texts = new Set<string>();
    let most = 0;
    const end = performance.now() + 2_500;
    while (performance.now() < end) {
      await new Promise(requestAnimationFrame);
      const tints = document.getAnimations().filter(({ id }) => id === 'price-tint');
      most = Math.max(most, tints.length);
      for (const { effect } of tints) {
        texts.add((effect as KeyframeEffect).target?.textContent ?? '');
      }
    }
    return { most, texts: [...texts] };
  });
  expect(seen.most).toBeGreaterThan(0);
  expect(seen.most).toBeLessThanOrEqual(3);
  for (const text of seen.texts) expect(text).toMatch(/^[\d.,]+$/);
});

story('a lost feed is shown as lost and reconnects automatically', async ({ open, world }) => {
  const line = new Line();
  const page = await open(pages.market, {
    as: await world.member(),
    before: async (opened) => {
      await opened.clock.install();
      await line.attach(opened);
    },
  });
  await page.getByText('Simulated', { exact: true }).waitFor();
  line.isCut = true;
  await line.opened.at(-1)?.close();
  await page.clock.runFor(3_000);
  await words(page, 'Reconnecting').waitFor();
  expect(await bitcoin(page).count(), 'the last prices stay').toBe(1);
  const broken = line.opened.length;
  line.isCut = false;
  await page.clock.runFor(5_000);
  await page.getByText('Simulated', { exact: true }).waitFor();
  expect(line.opened.length).toBe(broken + 1);
  const before = await bitcoin(page).innerText();
  await soon(() => bitcoin(page).innerText()).not.toBe(before);
});

story(
  'prices update live; an app in the background closes the feed, and reopens it in the foreground',
  async ({ open, world }) => {
    const sockets: { isClosed: boolean }[] = [];
    const page = await open(pages.market, {
      as: await world.member(),
      before: async (opened) => {
        opened.on('websocket', (socket) => {
          if (!socket.url().endsWith('/ws')) return;
          const state = { isClosed: false };
          sockets.push(state);
          socket.on('close', () => {
            state.isClosed = true;
          });
        });
      },
    });
    await untilLoaded(page);
    await page.getByText('Simulated', { exact: true }).waitFor();
    const before = await rows(page).allInnerTexts();
    await soon(async () => {
      const now = await rows(page).allInnerTexts();
      return now.filter((text) => !before.includes(text)).length;
    }).toBeGreaterThan(5);
    await setVisibility(page, 'hidden');
    await soon(() => sockets.every((socket) => socket.isClosed)).toBe(true);
    const count = sockets.length;
    await setVisibility(page, 'visible');
    await soon(() => sockets.length).toBe(count + 1);
    await page.getByText('Simulated', { exact: true }).waitFor();
  },
);

story('metals and forex are refetched every two seconds while visible', async ({ open, world }) => {
  let asked = 0;
  const page = await open(pages.market, {
    as: await world.member(),
    before: async (opened) => {
      await opened.clock.install();
      opened.on('request', (request) => {
        const body = request.postData() ?? '';
        if (request.url().endsWith('/tradelist') && body.includes('"from":2')) asked += 1;
      });
    },
  });
  await tap(page, 'Metals & forex', 'tab');
  await rows(page).filter({ hasText: 'XAU/USD' }).waitFor();
  for (let round = 0; round < 3; round += 1) {
    const before = asked;
    await page.clock.runFor(2_000);
    await soon(() => asked).toBeGreaterThan(before);
  }
  await setVisibility(page, 'hidden');
  const before = asked;
  await page.clock.runFor(6_000);
  expect(asked, 'in the background').toBe(before);
});
