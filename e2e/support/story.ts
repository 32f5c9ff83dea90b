/** `story(name, async ({ open, world }) => …)`: a test with a phone in it, failed by any fault inside the page. */
/* oxlint-disable no-empty-pattern -- vitest takes an empty pattern for "needs no other fixture" */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { Faults } from './faults.ts';
import { launchBrowser, phone } from './phone.ts';
import { openSite } from './site.ts';
import { watchTraffic } from './traffic.ts';
import { addressOf, storageOf, type Visit } from './visit.ts';
import { createWorld, type World } from './world.ts';

interface PhoneVisit extends Visit {
  /** What differs from the usual phone. */
  device?: BrowserContextOptions;
  /** Runs before the page loads, for example to route requests. */
  before?: (page: Page, context: BrowserContext) => Promise<unknown>;
  /** `commit`: does not wait for the page's scripts, for a story that holds them back. */
  until?: 'commit';
}

/** Opens a page of the app on a fresh phone; a path starts with `/pages/`, `?` or `/`. */
export type Open = (path?: string, visit?: PhoneVisit) => Promise<Page>;

interface Fixtures {
  browser: Browser;
  world: World;
  faults: Faults;
  open: Open;
}

/** The time limit of every wait. */
const PATIENCE_MS = 60_000;

export const story = test.extend<Fixtures>({
  browser: [
    async ({}, provide) => {
      const browser = await launchBrowser();
      await provide(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  world: [
    async ({}, provide) => {
      await provide(createWorld(await openSite(inject('siteEndpoint'))));
    },
    { scope: 'file' },
  ],
  faults: async ({}, provide) => {
    const faults = new Faults();
    await provide(faults);
    expect(faults.unexpected, 'errors inside the page').toEqual([]);
  },
  open: async ({ browser, world, faults, task }, provide) => {
    const contexts: BrowserContext[] = [];
    await provide(async (path = '/', visit = {}) => {
      const origins = [{ origin: world.url, localStorage: storageOf(visit) }];
      const storageState = { cookies: [], origins };
      const context = await browser.newContext({ ...phone, storageState, ...visit.device });
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      faults.watch(page);
      watchTraffic(page);
      await visit.before?.(page, context);
      await page.goto(addressOf(world.url, path), { waitUntil: visit.until ?? 'load' });
      return page;
    });
    const pages = contexts.flatMap((context) => context.pages());
    if (task.result?.state === 'fail') await Promise.all(pages.map(describe));
    // A routed request may be on its way when the story ends; it fails then, which no test asks about.
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    await Promise.all(contexts.map((context) => context.close()));
  },
});

/** Prints what a page showed when its story failed: its address and what a screen reader would read. */
async function describe(page: Page): Promise<void> {
  const shown = await page
    .locator('body')
    .ariaSnapshot()
    .catch((error: unknown) => String(error));
  console.error(`${page.url()}\n${shown}`);
}

/** `await soon(() => page.title()).toBe('Home · Tern')`: polls until it is true. */
export function soon<T>(ask: () => T | Promise<T>) {
  return expect.poll(ask, { timeout: PATIENCE_MS, interval: 50 });
}
