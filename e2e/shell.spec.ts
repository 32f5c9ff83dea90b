/** The shell of all pages: motion, loading, errors, the paper strip, wide screens, installation. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { tap, untilPage } from './support/hands.ts';
import { inMotion } from './support/phone.ts';
import { soon, story } from './support/story.ts';
import { untilLoaded, visit } from './support/waiting.ts';

story('a page change fades and slides for 200 ms', async ({ open }) => {
  const page = await open(pages.login, { device: inMotion });
  await untilPage(page, pages.login);
  await page.evaluate(() => {
    const seen: { name: string; ms: number }[] = [];
    (globalThis as { motions?: typeof seen }).motions = seen;
    const look = () => {
      for (const animation of document.getAnimations()) {
        const { pseudoElement } = animation.effect as KeyframeEffect;
        if (!pseudoElement?.startsWith('::view-transition')) continue;
        const name = (animation as CSSAnimation).animationName;
        const ms = Number(animation.effect?.getTiming().duration);
        if (!seen.some((other) => other.name === name)) seen.push({ name, ms });
      }
      requestAnimationFrame(look);
    };
    look();
  });
  const motions = () =>
    page.evaluate(
      () => (globalThis as unknown as { motions: { name: string; ms: number }[] }).motions,
    );
  await tap(page, 'Open an account', 'link');
  await untilPage(page, pages.register);
  await soon(motions).toContainEqual({ name: 'page-in', ms: 200 });
  expect(await motions()).toContainEqual({ name: 'page-out', ms: 200 });
});

/** How far the first row of a sheet begins from its title, in pixels. */
const indentOf = (sheet: Locator) =>
  sheet.evaluate((dialog) => {
    const title = dialog.querySelector('h2')!.getBoundingClientRect();
    const wide = [...dialog.querySelectorAll('a, button')].filter(
      (row) => row.getBoundingClientRect().width > innerWidth / 2,
    );
    // The scrim is a button without content.
    const first = wide.flatMap((row) => row.firstElementChild ?? [])[0]!;
    return Math.round(first.getBoundingClientRect().left - title.left);
  });

story(
  'the strip of paper money is above tabs, forms, lists and records; the rows of a sheet begin under its title',
  async ({ open, world }) => {
    const page = await open('/', { as: await world.member() });
    await tap(page, 'More');
    expect(await indentOf(page.getByRole('dialog', { name: 'More' }))).toBe(0);
    await visit(page, `${pages.chart}?symbol=btcusdt`);
    await tap(page, /^BTC\/USDT/);
    const markets = page.getByRole('dialog', { name: 'Choose a market' });
    await markets.getByText('Ethereum', { exact: true }).first().waitFor();
    expect(await indentOf(markets)).toBe(0);
    for (const path of [pages.assets, pages.swap, pages.notifications, pages.depositDetail]) {
      await visit(page, path);
      const strip = page.getByRole('note').filter({ hasText: 'balances have no real value' });
      const box = await strip.boundingBox();
      expect(box?.y, path).toBeLessThan(60);
      expect(box?.width, path).toBe(375);
    }
  },
);

story(
  'a wide screen shows the same column with a backdrop, a phone of 430 points none',
  async ({ open }) => {
    const device = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };
    const page = await open('/', { device });
    await untilLoaded(page);
    await page.getByText('Made for phones.').waitFor();
    const column = await page.locator('[data-page]').boundingBox();
    expect(column?.width).toBe(375);
    expect(column?.x).toBeCloseTo((1280 - 375) / 2, 0);
    await visit(page, pages.login);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByText('Enter your password.').waitFor();
    await page.setViewportSize({ width: 430, height: 932 });
    await page.getByText('Made for phones.').waitFor({ state: 'hidden' });
  },
);

interface Manifest {
  name: string;
  start_url: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
}

story(
  'the app can be installed: manifest, icons of their sizes, theme colour',
  async ({ open, world }) => {
    const page = await open('/');
    const href = await page.locator('link[rel=manifest]').getAttribute('href');
    const answer = await page.request.get(world.url + href);
    expect(answer.headers()['content-type']).toMatch(/manifest\+json|application\/json/);
    const manifest = (await answer.json()) as Manifest;
    expect(manifest).toMatchObject({ name: 'Tern', display: 'standalone' });
    const sizes = await page.evaluate(
      (icons) =>
        Promise.all(
          icons.map(async ({ src }) => {
            const image = new Image();
            image.src = src;
            await image.decode();
            return `${image.naturalWidth}x${image.naturalHeight}`;
          }),
        ),
      manifest.icons.filter(({ type }) => type === 'image/png'),
    );
    expect(sizes).toEqual(
      manifest.icons.filter(({ type }) => type === 'image/png').map((icon) => icon.sizes),
    );
    expect(sizes).toContain('192x192');
    expect(sizes).toContain('512x512');
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
    await page.goto(world.url + manifest.start_url);
    await untilPage(page, pages.home);
  },
);

story('a new version of the site is loaded at the next change of page', async ({ open }) => {
  let version = '9.9.9';
  const page = await open(pages.login, {
    before: (opened) =>
      opened.route('**/api/base/site', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as { data: { version: string } };
        body.data.version = version;
        await route.fulfill({ response: answer, json: body });
      }),
  });
  await untilLoaded(page);
  await page.evaluate(() => Object.assign(globalThis, { isOldBuild: true }));
  await tap(page, 'Open an account', 'link');
  const isOldBuild = () => page.evaluate(() => 'isOldBuild' in globalThis).catch(() => true);
  await soon(isOldBuild).toBe(false);
  await untilPage(page, pages.register);
  version = '1.3.5';
});

story('a sheet left open does not block scrolling on the next page', async ({ open, world }) => {
  const page = await open('/', { as: await world.member() });
  await tap(page, 'My account', 'link');
  await tap(page, /^Display/);
  await page.getByRole('dialog', { name: 'Display' }).waitFor();
  await page.evaluate((hash) => (location.hash = hash), `#${pages.language}`);
  await untilPage(page, pages.language);
  await tap(page, 'Deutsch');
  await soon(() => page.evaluate(() => document.documentElement.lang)).toBe('de-DE');
  await page.goBack();
  await untilPage(page, pages.my);
  expect(await page.getByRole('dialog').count(), 'and is closed on return').toBe(0);
  await page.goBack();
  await untilPage(page, pages.home);
});
