/** Fourteen languages: how one is chosen, detected and remembered. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { tap, untilPage } from './support/hands.ts';
import { bareKey, englishOnly, textsOn } from './support/screens.ts';
import { soon, story } from './support/story.ts';
import { untilLoaded } from './support/waiting.ts';

const spoken = (page: Page) => page.evaluate(() => document.documentElement.lang);
const heading = (page: Page) => page.locator('h1').filter({ visible: true }).innerText();

story('a chosen language survives a reload and overrides the browser’s', async ({ open }) => {
  const page = await open(pages.language);
  await tap(page, 'Deutsch');
  await soon(() => spoken(page)).toBe('de-DE');
  await page.reload();
  await untilPage(page, pages.language);
  expect(await spoken(page)).toBe('de-DE');
  expect(await heading(page)).toBe('Sprache');
});

story('a new language applies to pages that were open before', async ({ open, world }) => {
  const page = await open(pages.assets, { as: await world.member() });
  await page.getByRole('heading', { name: 'Assets' }).waitFor();
  await page.evaluate((hash) => (location.hash = hash), `#${pages.language}`);
  await tap(page, 'Deutsch');
  await soon(() => spoken(page)).toBe('de-DE');
  await page.goBack();
  await untilPage(page, pages.assets);
  await untilLoaded(page);
  const texts = await textsOn(page);
  const english = englishOnly('de');
  expect(texts.filter((text) => english.has(text) || bareKey.test(text))).toEqual([]);
});

story('the language in the address overrides the stored one', async ({ open }) => {
  const page = await open('/?lang=fr', { remembered: { language: 'de' } });
  await soon(() => spoken(page)).toBe('fr-FR');
});

story('a browser with a malformed language gets the app in English', async ({ open }) => {
  const odd = (page: Page) =>
    page.addInitScript(() => {
      Object.defineProperty(navigator, 'language', { get: () => 'en-US@posix' });
      Object.defineProperty(navigator, 'languages', { get: () => ['en-US@posix'] });
    });
  const page = await open('/', { before: odd });
  await untilPage(page, pages.home);
  expect(await spoken(page)).toBe('en-US');
});
