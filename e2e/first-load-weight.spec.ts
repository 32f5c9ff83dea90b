/** The requests of home's first load: their order, no duplicates, and their size; and what any other page loads more. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { laterRoutes } from '../apps/web/src/app/later-routes.ts';
import { assetsRoutes } from '../apps/web/src/features/money/assets/index.ts';
import { marketRoutes } from '../apps/web/src/features/market/market/index.ts';
import type { RouteDef } from '../apps/web/src/platform/navigation/route.ts';
import { spotRoutes } from '../apps/web/src/features/trading/spot/index.ts';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { partOf } from '../apps/web/src/platform/i18n/text-parts.ts';
import { control, tap, untilPage } from './support/hands.ts';
import { heldScripts } from './support/held-scripts.ts';
import { soon, story } from './support/story.ts';

const HOME_MAX_KB = 115;
/** The file of home itself, with its drawings and styles. */
const DOCUMENT_MAX_KB = 24;
/** What any other page loads before it is drawn, besides what home has loaded. */
const OTHER_PAGE_MAX_KB = 60;
/** What a page loads when it is drawn already; the largest is the library that draws candles. */
const AFTER_A_PAGE_MAX_KB = 62;

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
    // The list of the other pages comes when home is drawn and has nothing else to do.
    const lists = await page
      .locator('link[data-later]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(lists.length).toBeGreaterThan(0);
    const needed = late.filter((url) => !lists.includes(url));
    expect(needed.filter((url) => /\.(js|css|woff2)$|first\.json$|tradelist$/.test(url))).toEqual(
      [],
    );
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
  expect(styles.filter((url) => /\/index-/.test(url))).toEqual([]);
  expect(styles.length).toBeGreaterThan(0);
});

const DIST = fileURLToPath(new URL('../apps/web/dist', import.meta.url));
const built = (file: string) => readFileSync(`${DIST}/${file}`, 'utf8');
const home = built('index.html');

/** Gzip, so that the figures are the same wherever this runs. */
const weightOf = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(built(file), { level: 9 }).length / 1_000, 0);

/** The files that a script names, by the pattern around the name. */
const named = (file: string, pattern: RegExp): string[] =>
  [...built(file).matchAll(pattern)].map(([, name]) => `assets/${name}`);

/** A script with all that it imports. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const name of named(file, /(?:from|import)"\.\/([^"]+\.js)"/g)) withImports(name, seen);
  return seen;
}

/** What a script loads when it runs. */
const opened = (file: string) => named(file, /import\(`\.\/([^`]+\.js)`\)/g);

/** Whatever the page asks for before its script runs; the story above proves that home then needs no more. */
const homeScripts = new Set(
  [...home.matchAll(/<(?:link rel="modulepreload"|script)[^>]* (?:href|src)="\/([^"]+)"/g)].flatMap(
    ([, file = '']) => [...withImports(file)],
  ),
);
const [, laterList = ''] = /<link data-later[^>]* href="\/([^"]+)"/.exec(home) ?? [];
const [, firstTexts = ''] = /href="\/([^"]+\/first\.json)"/.exec(home) ?? [];

/** In kilobytes, what a script loads with all its imports and the page before it has not loaded. */
function more(file: string, before: ReadonlySet<string>): number {
  return weightOf([...withImports(file)].filter((name) => !before.has(name)));
}

test('the scripts and texts of home stay within their budget', () => {
  expect(homeScripts.size).toBeGreaterThan(2);
  expect(weightOf([...homeScripts, firstTexts])).toBeLessThan(HOME_MAX_KB);
  expect(weightOf(['index.html'])).toBeLessThan(DOCUMENT_MAX_KB);
});

test('no other page loads more than its budget besides what home has loaded', () => {
  const screens = new Set([...homeScripts, ...withImports(laterList)].flatMap(opened));
  expect(screens.size).toBeGreaterThan(30);
  const folder = firstTexts.replace('first.json', '');
  const routes = [...marketRoutes, ...spotRoutes, ...assetsRoutes, ...laterRoutes];
  const textsOf = ({ title, areas = [] }: RouteDef) => {
    const parts = new Set([title.split('.')[0] ?? '', ...areas].map(partOf));
    return weightOf([...parts].map((part) => `${folder}${part}.json`));
  };
  const most = Math.max(...routes.map(textsOf));
  /** Of the pages whose screen it is, by the name of its file; a script that has none of these names counts with the most. */
  const textsWith = (script: string) => {
    const own = routes.filter(({ load }) =>
      [...String(load).matchAll(/\/([\w-]+?)(-screen)?\.tsx/g)].some(([, name = '', end = '']) =>
        [`assets/${name}-`, `assets/${name}${end}-`].some((start) => script.startsWith(start)),
      ),
    );
    return own.length === 0 ? most : Math.max(...own.map(textsOf));
  };
  // The list of the pages is loaded when home is drawn.
  const before = withImports(laterList, new Set(homeScripts));
  const weights = [...screens].map((screen): [string, number] => [
    screen,
    more(screen, before) + textsWith(screen),
  ]);
  expect(weights.filter(([, weight]) => weight >= OTHER_PAGE_MAX_KB)).toEqual([]);
});

test('nothing that a page loads after it is drawn is larger than the library of the chart', () => {
  const scripts = readdirSync(`${DIST}/assets`).filter((name) => name.endsWith('.js'));
  const later = scripts.flatMap((name) => {
    const before = withImports(`assets/${name}`, withImports(laterList, new Set(homeScripts)));
    return opened(`assets/${name}`).map((file) => more(file, before));
  });
  expect(Math.max(...later)).toBeLessThan(AFTER_A_PAGE_MAX_KB);
});
