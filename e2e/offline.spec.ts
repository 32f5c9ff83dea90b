/** Offline: the app opens, shows the age of its prices, and continues automatically once online. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { control, storageOf, switchTab, tap, untilPage, words } from './support/hands.ts';
import { soon, story } from './support/story.ts';
import { untilLoaded } from './support/waiting.ts';

const withWorker = { serviceWorkers: 'allow' } as const;
const LOST = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource|WebSocket|dynamically/;

/** Every URL in the browser's cache. */
function keptAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const found = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return found.flat().map((url) => new URL(url).pathname);
  });
}

/** Waits until the worker controls the page and has cached its texts. */
async function untilKept(page: Page, language = 'en'): Promise<void> {
  await soon(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const texts = new RegExp(`/texts-[^/]+/${language}/spot\\.json$`);
  await soon(async () => (await keptAddresses(page)).some((path) => texts.test(path))).toBe(true);
}

const strip = (page: Page) => page.getByRole('status').filter({ hasText: 'No connection' }).first();

async function setOffline(page: Page, isOffline: boolean): Promise<void> {
  await page.context().setOffline(isOffline);
}

story(
  'failed requests are retried once online, and a reload without a connection opens the app with the last prices and their time',
  async ({ open, world, faults }) => {
    faults.expect(LOST);
    const page = await open('/', { as: await world.member(), device: withWorker });
    const bitcoin = control(page, 'link', /^Bitcoin, /);
    await bitcoin.waitFor();
    await untilKept(page);
    await setOffline(page, true);
    await switchTab(page, 'Assets');
    await untilPage(page, pages.assets);
    await words(page, 'This loads automatically when you’re back online.').first().waitFor();
    expect(await control(page, 'button', 'Back').count()).toBe(0);
    await setOffline(page, false);
    await control(page, 'link', /USDT/).first().waitFor();
    expect(await words(page, 'Couldn’t load this').count()).toBe(0);

    await switchTab(page, 'Home');
    await untilPage(page, pages.home);
    await setOffline(page, true);
    await strip(page).waitFor();
    await page.reload();
    await bitcoin.waitFor();
    await soon(() => bitcoin.innerText()).toMatch(/\d{2},\d{3}/);
    await soon(() => strip(page).innerText()).toMatch(/Prices from \d\d:\d\d/);
    await switchTab(page, 'Markets');
    await untilPage(page, pages.market);
    await bitcoin.waitFor();
    await switchTab(page, 'Trade');
    await untilPage(page, pages.deal);
    await page.getByRole('form', { name: 'Order form' }).waitFor();
    await setOffline(page, false);
    await strip(page).waitFor({ state: 'hidden' });
    // The order book loads now without a retry by the member.
    await soon(() =>
      page.getByRole('table', { name: 'Order book' }).getByRole('row').count(),
    ).toBeGreaterThan(3);
  },
);

story('a tab whose script failed to load opens once online', async ({ open, world, faults }) => {
  faults.expect(LOST);
  // No worker yet, as on a first visit: the script itself is missing.
  const page = await open('/', { as: await world.member() });
  await untilLoaded(page);
  await setOffline(page, true);
  await switchTab(page, 'Trade');
  await page.getByRole('heading', { name: 'Trade', level: 1 }).waitFor();
  await words(page, 'This loads automatically when you’re back online.').waitFor();
  expect(await control(page, 'button', 'Back').count()).toBe(0);
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(true);
  await setOffline(page, false);
  await page.getByRole('form', { name: 'Order form' }).waitFor();
  expect(await words(page, 'The app was updated. Reload.').count()).toBe(0);
});

story(
  'files of older builds are deleted, no answer of the server is cached, and logging out leaves nothing behind',
  async ({ open, world, faults }) => {
    faults.expect(LOST);
    const page = await open('/', {
      as: await world.member(),
      device: withWorker,
      before: (opened) =>
        opened.addInitScript(async () => {
          if ((await caches.keys()).length > 0) return;
          for (const name of ['tern-shell-oldest', 'tern-shell-older']) {
            await (await caches.open(name)).put(`/assets/${name}.js`, new Response('x'));
          }
        }),
    });
    await untilKept(page);
    const names = () => page.evaluate(() => caches.keys());
    // The previous build stays, because an open page may still load parts of it.
    await soon(async () =>
      (await names()).filter((name) => name.startsWith('tern-shell-old')),
    ).toEqual(['tern-shell-older']);
    await switchTab(page, 'Assets');
    await untilPage(page, pages.assets);
    await untilLoaded(page);
    const kept = await keptAddresses(page);
    expect(kept).toContain('/');
    expect(kept.filter((path) => !/^\/($|assets\/|icons\/|manifest\.)/.test(path))).toEqual([]);
    await page.goto(`${world.url}/#${pages.my}`);
    await untilPage(page, pages.my);
    await tap(page, 'Log out');
    await tap(page.getByRole('alertdialog'), 'Log out');
    await untilPage(page, pages.login);
    expect(
      Object.keys(await storageOf(page)).filter((name) => /session|prices/.test(name)),
    ).toEqual([]);
  },
);

story('a style that is lost while the app starts breaks nothing', async ({ open, faults }) => {
  faults.expect(LOST);
  const style = '**/assets/notice-strip-*.css';
  const page = await open('/', {
    before: (opened) => opened.route(style, (route) => route.abort()),
  });
  await page.waitForEvent('requestfailed', (request) => request.url().endsWith('.css'));
  await control(page, 'link', /^Bitcoin, /).waitFor();
});
