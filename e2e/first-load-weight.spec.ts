/** The requests of home's first load: their order, no duplicates, and their size. */
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { control, tap, untilPage } from './support/hands.ts';
import { heldScripts } from './support/held-scripts.ts';
import { soon, story } from './support/story.ts';

/** Gzip, so that the figures are the same wherever this runs. */
const SCRIPTS_AND_TEXTS_MAX_KB = 125;
const PAGE_MAX_KB = 24;

interface Asked {
  url: string;
  at: number;
}

/** The requests of the page, in order. */
function requestsOf(page: Page): Asked[] {
  const asked: Asked[] = [];
  page.on('request', (request) => {
    asked.push({ url: new URL(request.url()).pathname, at: asked.length });
  });
  return asked;
}

story(
  'home requests everything before its script runs, nothing twice, and no stylesheet blocks it',
  async ({ open }) => {
    const scripts = heldScripts();
    let asked: Asked[] = [];
    const page = await open('/', {
      before: async (opened) => {
        asked = requestsOf(opened);
        await scripts.hold(opened);
      },
      until: 'commit',
    });
    await page.getByRole('heading', { name: 'Practise with paper money' }).waitFor();
    const early = () => asked.map(({ url }) => url);
    await soon(early).toContain('/api/base/tradelist');
    expect(early().some((url) => /\/texts-[^/]+\/en\/first\.json$/.test(url))).toBe(true);
    expect(early().some((url) => url.endsWith('.woff2'))).toBe(true);
    const before = early().length;
    scripts.release();
    await untilPage(page, pages.home);
    await control(page, 'link', /^Bitcoin, /).waitFor();
    const late = early().slice(before);
    expect(late.filter((url) => /\.(js|css|woff2)$|first\.json$|tradelist$/.test(url))).toEqual([]);
    expect(early().filter((url) => url.endsWith('.css'))).toEqual([]);
  },
);

story('a page opened from home loads no style that is already inline', async ({ open }) => {
  let asked: Asked[] = [];
  const page = await open('/', {
    before: async (opened) => {
      asked = requestsOf(opened);
    },
  });
  await untilPage(page, pages.home);
  await tap(page, 'Log in', 'link');
  await untilPage(page, pages.login);
  const styles = asked.map(({ url }) => url).filter((url) => url.endsWith('.css'));
  expect(styles.filter((url) => /\/(base|index|home-screen)-/.test(url))).toEqual([]);
  expect(styles.length).toBeGreaterThan(0);
});

async function weightOf(response: Response): Promise<number> {
  return gzipSync(await response.arrayBuffer(), { level: 9 }).length / 1_000;
}

story('the first load of home stays within its budget', async ({ open, world }) => {
  let asked: Asked[] = [];
  const page = await open('/', {
    before: async (opened) => {
      asked = requestsOf(opened);
    },
  });
  await control(page, 'link', /^Bitcoin, /).waitFor();
  const weights = await Promise.all(
    asked
      .filter(({ url }) => /\.js$|\/texts-/.test(url))
      .map(async ({ url }) => weightOf(await fetch(world.url + url))),
  );
  expect(weights.length).toBeGreaterThan(4);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  expect(sum).toBeLessThan(SCRIPTS_AND_TEXTS_MAX_KB);
  expect(await weightOf(await fetch(world.url))).toBeLessThan(PAGE_MAX_KB);
});
